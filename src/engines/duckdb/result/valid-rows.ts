// Tells which rows of a vector are not NULL.
import duckdb, { type Vector } from '@duckdb/node-bindings';

/** Rows of a vector. */
export interface Range {
  readonly start: number;
  readonly count: number;
}

const bytesPerWord = 8;

/** Whether a row of `vector` is not NULL, or null where none of the range is NULL. */
export function validRows(
  vector: Vector,
  { start, count }: Range,
): ((row: number) => boolean) | null {
  const words = Math.ceil((start + count) / 64);
  const bits: Uint8Array | null = duckdb.vector_get_validity(vector, words * bytesPerWord);
  if (bits === null || bits === undefined) return null;
  const isValid = (row: number) => (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;
  for (let row = start; row < start + count; row++) if (!isValid(row)) return isValid;
  return null;
}
