// Refuses what the footer of a Parquet file says that no engine reads, or that cannot be.
import type { ColumnMetaData, FileMetaData } from 'hyparquet';
import type { SourceFile } from '../shared/source-file.ts';
import { parquetFault } from './parquet-fault.ts';

const encrypted = 'is encrypted: only plain Parquet can be read';

/** `LZ4`: in a framing of Hadoop that no specification describes. `LZ4_RAW` took its place. */
const readCodecs = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4_RAW'] as const;

/** Throws file_invalid, or whatever a damaged footer leads to. `depths`: in how many lists a value is, by path. */
export function checkFooter(
  file: SourceFile,
  footer: FileMetaData,
  depths: ReadonlyMap<string, number>,
): void {
  const { num_rows: rows, row_groups: groups } = footer;
  assertCounts(footer);
  for (const [index, group] of groups.entries()) {
    for (const { meta_data: chunk, ...column } of group.columns) {
      const isPlain = !column.crypto_metadata && !column.encrypted_column_metadata;
      if (!isPlain) throw parquetFault(file, encrypted);
      if (chunk === undefined) throw new Error('A column without a description');
      assertCodec(file, chunk);
      const path = chunk.path_in_schema.join('.');
      if (depths.get(path) !== 0 || chunk.num_values === group.num_rows) continue;
      const words = `is damaged: group ${index + 1} of its rows has ${group.num_rows}, and column '${path}' has ${chunk.num_values} values in it`;
      throw parquetFault(file, words);
    }
  }
  // An engine may count rows in one way and read them in the other.
  const sum = groups.reduce((total, group) => total + group.num_rows, 0n);
  if (sum === rows) return;
  const words = `cannot be read: its footer counts ${rows} rows, and its groups of rows hold ${sum}. Write it again with another program`;
  throw parquetFault(file, words);
}

/** A damaged one may hold any other value in their place. */
function assertCounts({ schema, row_groups: groups }: FileMetaData): void {
  const sizes = schema.flatMap((element) => {
    return [element.type_length, element.num_children, element.scale, element.precision];
  });
  const counts = groups.flatMap(({ num_rows: rows, columns }) => [
    rows,
    ...columns.flatMap(({ meta_data: chunk }) => (chunk ? [chunk.num_values] : [])),
  ]);
  const isWrong =
    sizes.some((size = 0) => !Number.isInteger(size) || size < 0) ||
    counts.some((count) => typeof count !== 'bigint' || count < 0n);
  if (isWrong) throw new Error('A count that is none');
}

function assertCodec(file: SourceFile, { codec, path_in_schema: path }: ColumnMetaData): void {
  if (codec === undefined) throw new Error('An unknown compression');
  if (readCodecs.some((each) => each === codec)) return;
  const column = path.join('.');
  const words = `cannot be read: its column '${column}' is compressed by ${codec}, expected one of ${readCodecs.join(', ')}. Write it again with one of these`;
  throw parquetFault(file, words);
}
