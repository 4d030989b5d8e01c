// Reads the first rows of a table from the text that was read for its header: no query is needed for them.
import { readRecord } from './header/dialect.ts';
import type { NamedReading } from './header/header.ts';
import { asksForLeniency, type ReadOptions } from './read-options.ts';

export interface Sample {
  readonly rows: readonly (readonly (string | null)[])[];
  /** There are no other rows. */
  readonly isWhole: boolean;
}

const maxRows = 2_048;

/** Null when only the engine can say what the records are; it also words the fault of a record. */
export function sampleRows(
  readings: readonly NamedReading[],
  columns: readonly string[],
  options: ReadOptions,
): Sample | null {
  if (asksForLeniency(options) || options.nullPadding) return null;
  const rows: (string | null)[][] = [];
  let isWhole = true;
  for (const reading of readings) {
    const records = sampleRecords(reading, maxRows - rows.length);
    if (records === null) return null;
    rows.push(...records.rows.map((fields) => inColumns(fields, reading, columns, options)));
    isWhole &&= records.isWhole;
  }
  return { rows, isWhole };
}

interface Records {
  readonly rows: readonly (readonly string[])[];
  readonly isWhole: boolean;
}

function sampleRecords(
  { text, dialect, fields, isWhole }: NamedReading,
  limit: number,
): Records | null {
  const rows: (readonly string[])[] = [];
  let at = 0;
  while (at < text.length) {
    if (rows.length >= limit) return { rows, isWhole: false };
    const record = readRecord(text, dialect, at);
    const isComplete = !record.isQuoteOpen && (record.end !== null || isWhole);
    if (!isComplete) return isWhole ? null : { rows, isWhole };
    at = record.end ?? text.length;
    const row = withoutEmptyRest(record.fields, fields.length);
    const isEmptyLine = row.length === 1 && row[0] === '' && fields.length > 1;
    if (isEmptyLine) continue;
    if (row.length !== fields.length) return null;
    rows.push(row);
  }
  return { rows, isWhole };
}

/** DuckDB takes empty fields beyond the last column for none. */
function withoutEmptyRest(fields: readonly string[], count: number): readonly string[] {
  const isRestEmpty = fields.slice(count).every((field) => field === '');
  return isRestEmpty ? fields.slice(0, count) : fields;
}

function inColumns(
  fields: readonly string[],
  reading: NamedReading,
  columns: readonly string[],
  { nullTexts = [], unionByName = false }: ReadOptions,
): (string | null)[] {
  const values = fields.map((field) => (field === '' || nullTexts.includes(field) ? null : field));
  if (!unionByName) return values;
  const positions = new Map(reading.columns.map((name, index) => [name.toLowerCase(), index]));
  return columns.map((name) => values[positions.get(name.toLowerCase()) ?? -1] ?? null);
}
