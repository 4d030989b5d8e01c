// Looks for nanoseconds in Parquet columns of which engines read microseconds only.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Compressors, parquetRead } from 'hyparquet';
import type { CheckedFile } from './check-pages.ts';
import { parquetFault } from './parquet-fault.ts';

/** Rejects with file_invalid where one of the values at `paths` has some. */
export async function checkNanoseconds(
  { file, bytes, footer }: CheckedFile,
  paths: ReadonlySet<string>,
): Promise<void> {
  if (paths.size === 0) return;
  const { row_groups: groups } = footer;
  const columns = new Set(
    groups.flatMap((group) =>
      group.columns.flatMap(({ meta_data: chunk }) => {
        const path = chunk?.path_in_schema ?? [];
        return paths.has(path.join('.')) ? path.slice(0, 1) : [];
      }),
    ),
  );
  const reading = { file: bytes, metadata: footer, columns: [...columns], parsers, utf8: false };
  const compressors = await decompressors();
  let rowStart = 0;
  for (const { num_rows: rows } of groups) {
    const rowEnd = rowStart + Number(rows);
    try {
      await parquetRead({
        ...{ ...reading, rowStart, rowEnd, compressors },
        onPage: ({ pathInSchema, columnData }) => {
          const path = pathInSchema.join('.');
          if (paths.has(path)) assertMicroseconds(columnData, path);
        },
      });
    } catch (cause) {
      if (!(cause instanceof Error) || 'syscall' in cause) throw cause;
      throw parquetFault(file, wordsFor(cause), cause);
    }
    rowStart = rowEnd;
  }
}

function wordsFor(cause: Error): string {
  const wayOut = 'To have them cut off: read_parquet(…, truncate_nanoseconds=true)';
  return cause instanceof NanosecondsFound
    ? `has nanoseconds in column '${cause.path}': a time with a zone, a time of day or an INT96 is read with microseconds. ${wayOut}`
    : `may have nanoseconds, and they could not be looked for. ${wayOut}`;
}

class NanosecondsFound extends Error {
  readonly path: string;

  constructor(path: string) {
    super('Nanoseconds were found');
    this.path = path;
  }
}

/** Values as they are. */
const parsers = { timestampFromNanoseconds: (nanos: bigint) => nanos as never };

function assertMicroseconds(values: unknown, path: string): void {
  if (typeof values === 'bigint') {
    if (values % 1000n !== 0n) throw new NanosecondsFound(path);
  } else if (Array.isArray(values) || values instanceof BigInt64Array) {
    for (const value of values) assertMicroseconds(value, path);
  }
}

/** SNAPPY is in the library. */
async function decompressors(): Promise<Compressors> {
  const { decompress } = await import('fzstd');
  return {
    GZIP: (input) => gunzipSync(input),
    BROTLI: (input) => brotliDecompressSync(input),
    ZSTD: (input, length) => decompress(input, new Uint8Array(length)),
  };
}
