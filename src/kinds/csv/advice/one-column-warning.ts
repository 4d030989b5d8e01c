// Warns of a table that is read as one column, as its first line is a title.
import type { CsvFile } from '../csv-file.ts';
import type { GivenOptions } from '../read-options.ts';
import { type FoundReading, findReading } from './find-readings.ts';
import { readCall } from './read-call.ts';
import { readSample } from './read-sample.ts';
import { faultOfOneColumn } from './trustworthy.ts';
import { orNull, readsHeads, type WrittenTable } from './try-on-table.ts';
import { tryOnSample } from './try-reading.ts';

export interface OneColumnRequest {
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

/** Enough to see a table, and little enough that each query may look at it. */
const lookedBytes = 1 << 14;

/** Of a file that is read as one column; null where it is no table. */
export async function warnOfOneColumn(
  file: CsvFile,
  { table, given, signal }: OneColumnRequest,
): Promise<string | null> {
  const found = await findTable(file, given ?? new Map(), signal);
  if (found === null) return null;
  const { length } = found.trial.reading.columns;
  const readsAll = await readsHeads({ ...table, ...found, signal });
  const path = readsAll ? table.written : file.shownPath;
  return `The file '${file.shownPath}' is read as one column, as its first line has no delimiter. This reads a table of ${length} columns: ${readCall(path, found.given)}`;
}

/** Null also where the first part alone is not read as the whole is. */
function findTable(
  file: CsvFile,
  given: GivenOptions,
  signal: AbortSignal | undefined,
): Promise<FoundReading | null> {
  return orNull(signal, async () => {
    const sample = await readSample({ file }, given, signal, lookedBytes);
    const trial = tryOnSample(sample, given);
    const fault = trial && faultOfOneColumn(trial);
    return fault && findReading({ ...sample, fault }, given, signal);
  });
}
