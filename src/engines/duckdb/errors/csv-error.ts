// Recognises the errors of DuckDB's CSV reader. It reads only files that were scanned, so each is a fault of ours.
import { internalErrorMessage, PathqlError } from '../../../errors.ts';

const patterns: readonly RegExp[] = [
  /^(?:Invalid Input|Conversion) Error: CSV Error on Line: \d+\n/,
  /^Invalid Input Error: Maximum line size of \d+ bytes exceeded/,
  /^Invalid Input Error: The CSV Parser state machine reached an invalid state/,
  /^Invalid Input Error: Error when (?:sniffing|converting)/,
  /^IO Error: (?:Input is not a GZIP stream|Failed to decode gzip|Unknown frame descriptor|ZSTD Decompression failed|Restored data doesn't match checksum|Data corruption detected|Dictionary mismatch)/i,
];

/** Null when `engineMessage` is about something else. */
export function csvError(engineMessage: string): PathqlError | null {
  if (!patterns.some((pattern) => pattern.test(engineMessage))) return null;
  return new PathqlError('internal', internalErrorMessage, { cause: new Error(engineMessage) });
}
