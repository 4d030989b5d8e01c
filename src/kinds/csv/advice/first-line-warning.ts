// Warns of a first line that is taken for the names of the columns, and is a title or one more record.
import type { SourceFile } from '../../shared/source-file.ts';
import type { GivenOptions } from '../read-options.ts';
import { dataAmongNames } from './data-as-names.ts';
import { shortened } from './describe-reading.ts';
import { findReading } from './find-readings.ts';
import { readCall } from './read-call.ts';
import { readSample } from './read-sample.ts';
import { readAsData } from './suggest-reading.ts';
import { faultOfTitle } from './title-fault.ts';
import { orNull, readsHeads, type TableTrial, type WrittenTable } from './try-on-table.ts';
import { type Sample, type Trial, tryOnSample } from './try-reading.ts';

export interface FirstLineRequest {
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

/** Enough to see a table, and little enough that each query may look at it. */
const lookedBytes = 1 << 14;

/** Null where it may be what it is taken for, or where the first part alone is not read as the whole is. */
export async function warnOfFirstLine(
  file: SourceFile,
  { table, given, signal }: FirstLineRequest,
): Promise<string | null> {
  const options: GivenOptions = given ?? new Map();
  const found = await orNull(signal, async () => {
    const sample = await readSample({ file }, options, signal, lookedBytes);
    const trial = tryOnSample(sample, options);
    const request = { ...table, given: options, changes: {}, signal };
    return trial && ((await titleOf(trial, sample, request)) ?? dataOf(trial, request));
  });
  if (found === null) return null;
  const readsAll = await readsHeads(found.reading);
  const path = readsAll ? table.written : file.shownPath;
  return `The file '${file.shownPath}' ${found.words}: ${readCall(path, found.reading.given)}`;
}

interface FoundFault {
  readonly words: string;
  readonly reading: TableTrial;
}

async function titleOf(
  trial: Trial,
  sample: Sample,
  request: TableTrial,
): Promise<FoundFault | null> {
  const fault = faultOfTitle(trial);
  if (fault === null) return null;
  const found = await findReading({ ...sample, fault }, request.given, request.signal);
  if (found === null) return null;
  const { length } = found.trial.reading.columns;
  const isPadded = trial.reading.columns.length > 1;
  // Only lines above the same columns make it sure.
  if (isPadded && !isSkip(found.changes, length === trial.reading.columns.length)) return null;
  const words = isPadded
    ? `has a title in its first line, ${shown(trial)}, which is read as the names of its columns. This reads the table below it`
    : `is read as one column, as its first line has no delimiter. This reads a table of ${length} columns`;
  return { words, reading: { ...request, given: found.given, changes: found.changes } };
}

function isSkip(changes: TableTrial['changes'], hasSameWidth: boolean): boolean {
  return hasSameWidth && Object.keys(changes).join() === 'skip';
}

function dataOf(trial: Trial, request: TableTrial): FoundFault | null {
  const field = dataAmongNames(trial);
  if (field === null) return null;
  const words = `has a first line like those below it, with '${shortened(field)}', which is read as the names of its columns. This reads it as data`;
  return { words, reading: readAsData(request) };
}

function shown({ reading: { fields } }: Trial): string {
  return `'${shortened(fields[0] ?? '')}'`;
}
