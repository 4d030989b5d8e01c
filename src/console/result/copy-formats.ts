// Writes rows as text for the clipboard, in the forms that other programs take.
import type { CellValue } from '../../client/read-json.ts';
import { csvRecord, quoted } from '../../formats/csv-record.ts';
import { markdownCell, markdownLine } from '../../formats/markdown.ts';
import { objectKeys } from '../../formats/object-keys.ts';
import { valueInSql } from '../sql/value-in-sql.ts';
import { cellJson, cellText } from './cell-text.ts';

export interface CopiedTable {
  readonly columns: readonly string[];
  /** As SQL names them. */
  readonly types: readonly string[];
  readonly isNumeric: readonly boolean[];
  readonly rows: readonly (readonly CellValue[])[];
}

export interface CopyFormat {
  readonly label: string;
  /** Throws what a person is to read. */
  readonly write: (table: CopiedTable) => string;
  /** Of several that are selected, the first. */
  readonly isOfOneColumn?: boolean;
  /** Which cells the text lacks. */
  readonly noteOn?: (table: CopiedTable) => string;
}

export const copyFormats = {
  tsv: { label: 'TSV, for spreadsheets', write: (table) => tsvText(table, true) },
  csv: { label: 'CSV', write: csvText },
  markdown: { label: 'Markdown', write: markdownText },
  json: { label: 'JSON', write: jsonText },
  sqlIn: {
    label: 'SQL list, for IN (…)',
    isOfOneColumn: true,
    write: sqlList,
    noteOn: noteOnList,
  },
} as const satisfies Record<string, CopyFormat>;

/** Fields with tabs, line breaks or quotes stand in quotes; NULL is an empty field. */
export function tsvText({ columns, rows }: CopiedTable, withHeader: boolean): string {
  const records = withHeader ? [uniqueNames(columns), ...rows] : rows;
  return records.map((record) => record.map(tsvField).join('\t')).join('\n');
}

function tsvField(value: CellValue): string {
  if (value === null) return '';
  const text = cellText(value);
  return /[\t\r\n"]/.test(text) ? quoted(text) : text;
}

/** NULL is an empty field, the empty text a quoted one. */
function csvText({ columns, rows }: CopiedTable): string {
  const record = (row: readonly CellValue[]) =>
    row.map((value) => (value === null ? '' : csvRecord([cellText(value)]))).join(',');
  return [uniqueNames(columns), ...rows].map((row) => `${record(row)}\n`).join('');
}

function markdownText({ columns, isNumeric, rows }: CopiedTable): string {
  const rule = isNumeric.map((is) => (is ? '---:' : '---'));
  const lines = rows.map((row) =>
    row.map((value) => markdownCell(value === null ? null : cellText(value))),
  );
  return [columns.map(markdownCell), rule, ...lines].map(markdownLine).join('');
}

function jsonText({ columns, rows }: CopiedTable): string {
  const keys = uniqueNames(columns).map((key) => JSON.stringify(key));
  const objects = rows.map(
    (row) => `{${keys.map((key, at) => `${key}:${cellJson(row[at] ?? null)}`).join(',')}}`,
  );
  return `[\n${objects.join(',\n')}\n]\n`;
}

/** As in downloads: one for each column. */
function uniqueNames(columns: readonly string[]): readonly string[] {
  return objectKeys(columns.map((name) => ({ name })));
}

/** Each value once. NULL is left out: IN never finds it. */
function sqlList({ rows, types: [type = ''] }: CopiedTable): string {
  const values = rows.map(([value = null]) => value).filter((value) => value !== null);
  if (values.length === 0) throw new Error('IN finds no NULL, and there is no other value.');
  return `(${[...new Set(values.map((value) => valueInSql(value, type)))].join(', ')})`;
}

function noteOnList({ rows, types: [type] }: CopiedTable): string {
  const count = rows.filter(([value = null]) => value === null).length;
  const ofNulls =
    count === 0 ? '' : ` Without ${count.toLocaleString('en')} NULL, which IN never finds.`;
  return type === 'JSON' ? `${ofNulls} For CAST(column AS VARCHAR) IN (…).` : ofNulls;
}
