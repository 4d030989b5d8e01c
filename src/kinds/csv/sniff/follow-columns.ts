// Reads the records of a file for the notations of its columns of text.
import type { ExactType } from '../../shared/types/exact-types.ts';
import type { WholeReading } from '../advice/try-reading.ts';
import { batches, cleanRecords } from '../rewrite/rewrite-file.ts';
import { ColumnNotation } from './column-notation.ts';

export interface FollowedColumns {
  /** By position; null: it is no column of text, nor of numbers with a point. */
  readonly columns: readonly (ColumnNotation | null)[];
  /** That were read. Null: all that bear on a column. */
  readonly records: number | null;
}

/** Some three seconds. */
const maxCharacters = 100_000_000;

/** Stops where no column is left to follow. */
export async function followColumns(
  { reading, options }: WholeReading,
  types: readonly ExactType[],
  signal: AbortSignal | undefined,
): Promise<FollowedColumns> {
  const columns = types.map(({ name }) => {
    if (name === 'VARCHAR') return new ColumnNotation();
    return name === 'DOUBLE' ? new ColumnNotation(true) : null;
  });
  const rewriting = { reading, options, width: reading.columns.length, signal };
  let [records, characters] = [0, 0];
  let open = openOf(columns);
  if (open.length === 0) return { columns, records: null };
  const text = batches(rewriting, cleanRecords(rewriting), ({ length }) => {
    characters += length;
  });
  for await (const batch of text) {
    for (const { fields, line } of batch) {
      records++;
      for (const [position, column] of open) {
        const value = fields[position]?.text ?? '';
        if (value !== '') column.take(value, line);
      }
    }
    open = openOf(columns);
    if (open.length === 0) return { columns, records: null };
    if (characters > maxCharacters) return { columns, records };
  }
  return { columns, records: null };
}

function openOf(columns: readonly (ColumnNotation | null)[]): [number, ColumnNotation][] {
  return [...columns.entries()].flatMap(([position, column]) =>
    column?.isOpen ? [[position, column]] : [],
  );
}
