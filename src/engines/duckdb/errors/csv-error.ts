// Tells the errors of DuckDB's readers of CSV and JSON. They read only files that were scanned: what it still finds is a zstd file
// that was damaged meanwhile, a gzip file that it does not know, or a fault of ours.

import { internalErrorMessage, PathqlError } from '../../../errors.ts';
import type { ErrorTable } from './error-table.ts';
import { nameFiles } from './name-files.ts';

const damagedZstd =
  /^IO Error: (?:Unknown frame descriptor|ZSTD Decompression failed|Restored data doesn't match checksum|Data corruption detected|Dictionary mismatch)/i;

/** Comments and checksums in its head, or zeros after its end: all of them allowed. */
const unusualGzip =
  /^(?:IO|Invalid Input) Error: (?:Input is not a GZIP stream|Unsupported GZIP archive|Failed to decode gzip)/i;

const ours: readonly RegExp[] = [
  /^(?:Invalid Input|Conversion) Error: CSV Error on Line: \d+\n/,
  /^Invalid Input Error: Maximum line size of \d+ bytes exceeded/,
  /^Invalid Input Error: The CSV Parser state machine reached an invalid state/,
  /^(?:Invalid Input|Not implemented) Error: The Parallel CSV Reader/,
  /^Invalid Input Error: (?:Malformed JSON|JSON transform error) in file/,
];

/** Null when `engineMessage` is about something else. */
export function csvError(engineMessage: string, tables: readonly ErrorTable[]): PathqlError | null {
  const cause = new Error(engineMessage);
  if (damagedZstd.test(engineMessage)) {
    const message = `${subject(tables, 'zstd')} cannot be decompressed: it is damaged or not what its name says`;
    return new PathqlError('csv_invalid', message, { cause });
  }
  if (unusualGzip.test(engineMessage)) {
    const [table, ...others] = tables.filter(({ contents }) => contents.packed.length > 0);
    // What was scanned under all rules is read under fewer of them, too.
    const wayOut =
      table?.kind === 'csv' && others.length === 0
        ? `is read only when it was rewritten: ${table.callWith({ strict_mode: false })}`
        : 'cannot be read as it is. Pack it anew, or read it unpacked: gunzip';
    const message = `${subject(tables, 'gzip')} has parts of gzip that few writers use, and ${wayOut}`;
    return new PathqlError('csv_invalid', message, { cause });
  }
  if (!ours.some((pattern) => pattern.test(engineMessage))) return null;
  return new PathqlError('internal', internalErrorMessage, { cause });
}

function subject(tables: readonly ErrorTable[], packed: 'gzip' | 'zstd'): string {
  const files = tables
    .flatMap(({ contents }) => contents.packed)
    .filter(({ compression }) => compression === packed);
  return nameFiles(files.map(({ shownPath }) => shownPath));
}
