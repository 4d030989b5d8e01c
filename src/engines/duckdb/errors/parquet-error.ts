// Tells the errors of DuckDB's Parquet reader: pages that are damaged, as no checksum says whether they are, or of an encoding it lacks.
import { PathqlError } from '../../../errors.ts';
import type { ErrorTable } from './error-table.ts';
import { nameFiles } from './name-files.ts';

const damaged: readonly RegExp[] = [
  /^Invalid Input Error: Failed to read (?:Parquet )?file/,
  /^Invalid Input Error: Invalid string encoding found in Parquet file/,
  // Of the library that reads the heads of pages.
  /^Invalid Error: /,
  /^(?:IO|Invalid Input) Error: (?:ZSTD|GZIP|LZ4|Brotli|Snappy|Decompression|Data corruption|Corrupt)/i,
  /^IO Error: (?:Failed to (?:read|decode)|Could not read from file)/,
];

const lackedEncoding = /^Invalid Error: (\w+) encoding is only supported for ([\w ]+) data/;

/** Null when `engineMessage` is about something else. */
export function parquetError(
  engineMessage: string,
  tables: readonly ErrorTable[],
): PathqlError | null {
  const files = tables.flatMap(({ kind, files: own }) => (kind === 'parquet' ? own : []));
  if (files.length === 0 || !damaged.some((pattern) => pattern.test(engineMessage))) return null;
  const named = files.filter(({ version }) => engineMessage.includes(version.path));
  const subject = nameFiles((named.length > 0 ? named : files).map(({ shownPath }) => shownPath));
  const message = `${subject} ${faultIn(engineMessage)}`;
  return new PathqlError('file_invalid', message, { cause: new Error(engineMessage) });
}

function faultIn(engineMessage: string): string {
  const [, encoding, types] = lackedEncoding.exec(engineMessage) ?? [];
  if (encoding === undefined)
    return 'is damaged: expected Parquet pages, found bytes that are none';
  return `cannot be read: expected the encoding ${encoding} for ${types} only, found it for other values. Write the file with another encoding`;
}
