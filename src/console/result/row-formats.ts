// Writes rows as a file or for the clipboard.
import type { Value } from '../../client/client.ts';
import { writeJson } from '../../client/write-json.ts';
import { csvField, quoted } from '../../formats/csv-record.ts';
import { objectKeys } from '../../formats/object-keys.ts';
import { cellText } from './cell-text.ts';

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
  { label: 'JSON', extension: 'json', mediaType: 'application/json', write: writeJsonArray },
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
  yield `${columns.map(csvCell).join(',')}\n`;
  for (const row of rows) yield `${row.map(csvCell).join(',')}\n`;
}

/** NULL is an empty field, the empty text a quoted one. */
function csvCell(value: Value): string {
  if (value === null) return '';
  return csvField(cellText(value));
}

function* writeNdjson({ columns, rows }: RowTable): Generator<string> {
  const keys = quotedKeys(columns);
  for (const row of rows) yield `${objectText(keys, row)}\n`;
}

function* writeJsonArray({ columns, rows }: RowTable): Generator<string> {
  const keys = quotedKeys(columns);
  yield '[';
  for (const [index, row] of rows.entries()) {
    yield `${index === 0 ? '' : ','}\n${objectText(keys, row)}`;
  }
  yield '\n]\n';
}

function quotedKeys(columns: readonly string[]): string[] {
  return objectKeys(columns.map((name) => ({ name }))).map((key) => JSON.stringify(key));
}

function objectText(keys: readonly string[], row: Row): string {
  return `{${keys.map((key, index) => `${key}:${writeJson(row[index] ?? null)}`).join(',')}}`;
}
