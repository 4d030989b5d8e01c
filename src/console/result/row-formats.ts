// Rows as a file or for the clipboard.
import type { Value } from '../../client/client.ts';
import { cellText, jsonText } from './cell-text.ts';

type Row = readonly Value[];

export interface RowTable {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

export interface RowFormat {
  readonly label: string;
  readonly extension: string;
  readonly mediaType: string;
  /** In parts: one string could grow beyond what the browser allows. */
  readonly write: (table: RowTable) => Generator<string>;
}

export const rowFormats: readonly RowFormat[] = [
  { label: 'CSV', extension: 'csv', mediaType: 'text/csv', write: writeCsv },
  { label: 'NDJSON', extension: 'ndjson', mediaType: 'application/x-ndjson', write: writeNdjson },
  { label: 'JSON', extension: 'json', mediaType: 'application/json', write: writeJson },
];

/** For spreadsheets: fields with tabs, line breaks or quotes stand in quotes; NULL is an empty field. */
export function tsvText({ columns, rows }: RowTable, withHeader: boolean): string {
  const records = withHeader ? [columns, ...rows] : rows;
  return records.map((record) => record.map(tsvField).join('\t')).join('\n');
}

function tsvField(value: Value): string {
  if (value === null) return '';
  const text = cellText(value);
  return /[\t\r\n"]/.test(text) ? quoted(text) : text;
}

function* writeCsv({ columns, rows }: RowTable): Generator<string> {
  yield `${columns.map(csvField).join(',')}\n`;
  for (const row of rows) yield `${row.map(csvField).join(',')}\n`;
}

/** NULL is an empty field, the empty text a quoted one. */
function csvField(value: Value): string {
  if (value === null) return '';
  const text = cellText(value);
  return text === '' || /[,"\r\n]|^\s|\s$/.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function* writeNdjson({ columns, rows }: RowTable): Generator<string> {
  const keys = uniqueKeys(columns);
  for (const row of rows) yield `${objectText(keys, row)}\n`;
}

function* writeJson({ columns, rows }: RowTable): Generator<string> {
  const keys = uniqueKeys(columns);
  yield '[';
  for (const [index, row] of rows.entries()) {
    yield `${index === 0 ? '' : ','}\n${objectText(keys, row)}`;
  }
  yield '\n]\n';
}

/** Two columns may have one name; in an object the second would hide the first. */
function uniqueKeys(columns: readonly string[]): string[] {
  const used = new Set<string>();
  return columns.map((name) => {
    let key = name;
    for (let copy = 1; used.has(key); copy += 1) key = `${name}_${copy}`;
    used.add(key);
    return JSON.stringify(key);
  });
}

function objectText(keys: readonly string[], row: Row): string {
  return `{${keys.map((key, index) => `${key}:${jsonText(row[index] ?? null)}`).join(',')}}`;
}
