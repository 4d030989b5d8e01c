// Writes rows as text for the clipboard, in the forms that other programs take.
import type { Value } from '../../client/client.ts';
import { writeJson } from '../../client/write-json.ts';
import { csvRecord, quoted } from '../../formats/csv-record.ts';
import { markdownCell, markdownLine } from '../../formats/markdown.ts';
import { objectKeys } from '../../formats/object-keys.ts';
import { valueInSql } from '../sql/filter-query.ts';
import { cellText } from './cell-text.ts';

export interface CopiedTable {
  readonly columns: readonly string[];
  readonly isNumeric: readonly boolean[];
  readonly rows: readonly (readonly Value[])[];
}

export interface CopyFormat {
  readonly label: string;
  readonly write: (table: CopiedTable) => string;
}

export const copyFormats = {
  tsv: { label: 'TSV, for spreadsheets', write: (table) => tsvText(table, true) },
  csv: { label: 'CSV', write: csvText },
  markdown: { label: 'Markdown', write: markdownText },
  json: { label: 'JSON', write: jsonText },
  sqlIn: { label: 'SQL list, for IN (…)', write: sqlList },
} as const satisfies Record<string, CopyFormat>;

/** Fields with tabs, line breaks or quotes stand in quotes; NULL is an empty field. */
export function tsvText({ columns, rows }: CopiedTable, withHeader: boolean): string {
  const records = withHeader ? [columns, ...rows] : rows;
  return records.map((record) => record.map(tsvField).join('\t')).join('\n');
}

function tsvField(value: Value): string {
  if (value === null) return '';
  const text = cellText(value);
  return /[\t\r\n"]/.test(text) ? quoted(text) : text;
}

/** NULL is an empty field, the empty text a quoted one. */
function csvText({ columns, rows }: CopiedTable): string {
  const record = (row: readonly Value[]) =>
    row.map((value) => (value === null ? '' : csvRecord([cellText(value)]))).join(',');
  return [columns, ...rows].map((row) => `${record(row)}\n`).join('');
}

function markdownText({ columns, isNumeric, rows }: CopiedTable): string {
  const rule = isNumeric.map((is) => (is ? '---:' : '---'));
  const lines = rows.map((row) =>
    row.map((value) => markdownCell(value === null ? null : cellText(value))),
  );
  return [columns.map(markdownCell), rule, ...lines].map(markdownLine).join('');
}

function jsonText({ columns, rows }: CopiedTable): string {
  const keys = objectKeys(columns.map((name) => ({ name }))).map((key) => JSON.stringify(key));
  const objects = rows.map(
    (row) => `{${keys.map((key, at) => `${key}:${writeJson(row[at] ?? null)}`).join(',')}}`,
  );
  return `[\n${objects.join(',\n')}\n]\n`;
}

/** Each value of the first column once. NULL is left out: IN never finds it. */
function sqlList({ rows }: CopiedTable): string {
  const values = rows.map(([value = null]) => value).filter((value) => value !== null);
  const written = values.map((value) =>
    typeof value === 'object' ? valueInSql(cellText(value)) : valueInSql(value),
  );
  return `(${[...new Set(written)].join(', ')})`;
}
