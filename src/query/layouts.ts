// Declares how rows are written, and what is told of their columns.

/**
 * How a row is written: a JSON array, a JSON object with the column names as keys and lists and structs as JSON text, the
 * same with lists and structs as they are, a CSV record, the same with tabs, or `texts`: a JSON array that holds for each
 * value its text as in CSV, or null.
 */
export type RowLayout = 'json-array' | 'json-object' | 'json-nested' | 'csv' | 'tsv' | 'texts';

/** Types and values as bytes: a Parquet file, or Arrow's stream of record batches. */
export type BinaryLayout = 'parquet' | 'arrow';

/** What a whole answer may be. */
export type AnswerLayout = RowLayout | BinaryLayout;

/** What a file may hold; Arrow's batches have a footer there. */
export type FileLayout = AnswerLayout;

export function isBinary(layout: AnswerLayout): layout is BinaryLayout {
  return layout === 'parquet' || layout === 'arrow';
}

/** What a column's values are, as far as showing them goes. */
export type ColumnKind = 'number' | 'time' | 'boolean' | 'text';

export interface AnswerColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

export type Compression = 'gzip' | 'zstd';
