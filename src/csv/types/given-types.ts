// Assigns the types that a call of read_csv gives to its columns.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-file.ts';
import type { ReadOptions } from '../read-options.ts';

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
