// Tells where a first record that is taken for names is one more of the records below it.
import type { CleanRecord } from '../rewrite/clean-records.ts';
import type { Trial } from './try-reading.ts';

/** No column is named like this where all its values are of the same kind. */
const kinds: readonly RegExp[] = [
  /^\W?\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/,
  /\d[-/.T ](?:\d+|[A-Z][a-z]{2})[-/.]\d+[T :]\d\d?:\d\d:\d\d/,
  /^<?[^\s@]+@[^\s@]+\.[a-z]{2,}>?$/i,
  /^https?:\/\/\S+$/i,
];

/** The values below them tell. */
export function mayBeData(fields: readonly string[]): boolean {
  return fields.some((field) => kinds.some((kind) => kind.test(field)));
}

/** The field that shows it; null: the record may be names. */
export function dataAmongNames({ reading, options, firstRecords }: Trial): string | null {
  const { dialect, fields } = reading;
  const isSaid = options.header !== undefined || options.names !== undefined || options.columns;
  if (!dialect.hasHeader || isSaid || firstRecords.length === 0) return null;
  const found = fields.find((field, column) =>
    kinds.some((kind) => kind.test(field) && isOfAll(kind, column, firstRecords)),
  );
  return found ?? null;
}

function isOfAll(kind: RegExp, column: number, records: readonly CleanRecord[]): boolean {
  return records.every(({ fields }) => kind.test(fields[column]?.text ?? ''));
}
