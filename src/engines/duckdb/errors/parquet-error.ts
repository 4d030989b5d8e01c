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
  /^IO Error: (?:Failed to (?:read|decode)|Could not read (?:from file|enough bytes))/,
  /^Invalid Input Error: (?:Incorrect stats size|Invalid unicode) /,
  /^Invalid Input Error: The width \(\d+\) of the bitpacked data/,
];

const lackedEncoding = /^Invalid Error: (\w+) encoding is only supported for ([\w ]+) data/;

/** Null when `engineMessage` is about something else. */
export function parquetError(
  engineMessage: string,
  tables: readonly ErrorTable[],
): PathqlError | null {
  const files = tables.flatMap(({ kind, files: own }) => (kind === 'parquet' ? own : []));
  if (files.length === 0 || !damaged.some((pattern) => pattern.test(engineMessage))) return null;
  return fileError(engineMessage, files, faultIn(engineMessage));
}

const ofFooter = /^(?:IO|Invalid Input|Invalid|Not implemented|Binder|Conversion) Error: /;

/** Where no more than footers was read. Null when `engineMessage` is about something else. */
export function footerError(engineMessage: string, files: ErrorTable['files']): PathqlError | null {
  if (!ofFooter.test(engineMessage)) return null;
  const words = 'cannot be read: its footer is damaged, or describes what is not available';
  return fileError(engineMessage, files, words);
}

function fileError(engineMessage: string, files: ErrorTable['files'], words: string): PathqlError {
  const named = files.filter(({ version }) => engineMessage.includes(version.path));
  const subject = nameFiles((named.length > 0 ? named : files).map(({ shownPath }) => shownPath));
  const cause = new Error(engineMessage);
  return new PathqlError('file_invalid', `${subject} ${words}`, { cause });
}

function faultIn(engineMessage: string): string {
  const [, encoding, types] = lackedEncoding.exec(engineMessage) ?? [];
  if (encoding === undefined)
    return 'is damaged: expected Parquet pages, found bytes that are none';
  return `cannot be read: expected the encoding ${encoding} for ${types} only, found it for other values. Write the file with another encoding`;
}
