// Tells the columns of a table from the headers of its files and the options of the call: names, and types given.
import { PathqlError } from '../errors.ts';
import type { CsvFile } from './csv-file.ts';
import { columnNames, numberedNames } from './header/column-names.ts';
import type { HeaderReading, NamedReading } from './header/header.ts';
import type { ReadOptions } from './read-options.ts';

export function namesOf({ file, fields, dialect }: HeaderReading, options: ReadOptions): string[] {
  const given = options.names ?? (options.columns && Object.keys(options.columns));
  const names = dialect.hasHeader ? columnNames(fields) : numberedNames(fields.length);
  if (given === undefined) return names;
  const isComplete = options.columns === undefined || given.length === fields.length;
  if (!isComplete || given.length > fields.length) {
    const message = `The call names ${given.length} columns, but '${file.shownPath}' has ${fields.length}`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columnNames([...given, ...names.slice(given.length)]);
}

export function tableColumns(
  readings: readonly NamedReading[],
  options: ReadOptions,
): readonly string[] {
  const [first] = readings as [NamedReading];
  if (options.unionByName) {
    const byFoldedName = new Map<string, string>();
    for (const name of readings.flatMap(({ columns }) => columns)) {
      const folded = name.toLowerCase();
      if (!byFoldedName.has(folded)) byFoldedName.set(folded, name);
    }
    return [...byFoldedName.values()];
  }
  for (const reading of readings) assertSameColumns(first, reading);
  return first.columns;
}

export class OtherColumns extends PathqlError {
  /** The first file, and the first that differs from it. */
  readonly differing: readonly [CsvFile, CsvFile];

  constructor(message: string, differing: readonly [CsvFile, CsvFile]) {
    super('csv_invalid', message);
    this.differing = differing;
  }
}

function assertSameColumns(first: NamedReading, other: NamedReading): void {
  const position = other.columns.findIndex((name, index) => name !== first.columns[index]);
  if (position === -1 && first.columns.length === other.columns.length) return;
  const [one, two] = [first.file.shownPath, other.file.shownPath];
  const difference =
    first.columns.length !== other.columns.length
      ? `'${one}' has ${first.columns.length} columns, '${two}' has ${other.columns.length}`
      : `column ${position + 1} is '${first.columns[position]}' in '${one}' and '${other.columns[position]}' in '${two}'`;
  const message = `The files of one table must have the same columns: ${difference}`;
  throw new OtherColumns(message, [first.file, other.file]);
}

/** One type or null for each column. */
export function givenTypes(
  columns: readonly string[],
  options: ReadOptions,
  file: CsvFile,
): (string | null)[] {
  if (options.allVarchar) return columns.map(() => 'VARCHAR');
  const given = options.columns ?? options.types;
  if (given === undefined) {
    assertNoFormat(options);
    return columns.map(() => null);
  }
  if (Array.isArray(given)) return columns.map((_, position) => given[position] ?? null);
  const byName = new Map(Object.entries(given).map(([name, type]) => [name.toLowerCase(), type]));
  const known = new Set(columns.map((name) => name.toLowerCase()));
  const unknown = Object.keys(given).find((name) => !known.has(name.toLowerCase()));
  if (unknown !== undefined) {
    const message = `read_csv gives a type to '${unknown}', but '${file.shownPath}' has no such column`;
    throw new PathqlError('read_option_invalid', message);
  }
  return columns.map((name) => byName.get(name.toLowerCase()) ?? null);
}

const formats = {
  dateFormat: 'dateformat',
  timestampFormat: 'timestampformat',
  decimalSeparator: 'decimal_separator',
  thousands: 'thousands',
} as const;

/** A notation is only for columns that are named with their type: nothing is guessed by it. */
function assertNoFormat(options: ReadOptions): void {
  for (const [key, name] of Object.entries(formats)) {
    if (options[key as keyof typeof formats] === undefined) continue;
    const message = `The option ${name} of read_csv needs the columns it is for: types = {'column': 'DATE'}`;
    throw new PathqlError('read_option_invalid', message);
  }
}
