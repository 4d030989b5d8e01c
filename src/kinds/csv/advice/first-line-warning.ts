// Warns of a first line that is taken for the names of the columns, and is a title.
import type { SourceFile } from '../../shared/source-file.ts';
import type { GivenOptions } from '../read-options.ts';
import { shortened } from './describe-reading.ts';
import { type FoundReading, findReading } from './find-readings.ts';
import { readSample } from './read-sample.ts';
import { faultOfTitle } from './title-fault.ts';
import { orNull, tryAsAsked, type WrittenTable } from './try-on-table.ts';
import { type Trial, tryOnSample } from './try-reading.ts';

export interface FirstLineRequest {
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  /** Of one file only so many records are read; undefined: all. */
  readonly firstRows?: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Enough to see a table, and little enough that each query may look at it. */
const lookedBytes = 1 << 14;

/** Null where it may be what it is taken for, or where nothing that was tried reads the table below it. */
export async function warnOfFirstLine(
  file: SourceFile,
  request: FirstLineRequest,
): Promise<string | null> {
  const { table, signal, firstRows } = request;
  const title = await orNull(signal, () => titleOf(file, request));
  if (title === null) return null;
  const { given, changes } = title.found;
  const trial = { given, changes, signal };
  const one = { files: [file], written: [file.shownPath] };
  const call =
    (await tryAsAsked({ ...trial, ...table }, firstRows)) ??
    (table.files.length > 1 ? await tryAsAsked({ ...trial, ...one }, firstRows) : null);
  return call === null ? null : `The file '${file.shownPath}' ${title.words}: ${call}`;
}

interface Title {
  readonly words: string;
  /** Below it. */
  readonly found: FoundReading;
}

async function titleOf(
  file: SourceFile,
  { given, signal }: FirstLineRequest,
): Promise<Title | null> {
  const options: GivenOptions = given ?? new Map();
  const sample = await readSample({ file }, options, signal, lookedBytes);
  const trial = tryOnSample(sample, options);
  const fault = trial && faultOfTitle(trial);
  const found = fault && (await findReading({ ...sample, fault }, options, signal));
  if (trial === null || !found) return null;
  const { length } = found.trial.reading.columns;
  const isPadded = trial.reading.columns.length > 1;
  // Only lines above the same columns make it sure.
  if (isPadded && !isSkip(found, length === trial.reading.columns.length)) return null;
  const words = isPadded
    ? `has a title in its first line, ${shown(trial)}, which is read as the names of its columns. This reads the table below it`
    : `is read as one column, as its first line has no delimiter. This reads a table of ${length} columns`;
  return { words, found };
}

function isSkip({ changes }: FoundReading, hasSameWidth: boolean): boolean {
  return hasSameWidth && Object.keys(changes).join() === 'skip';
}

function shown({ reading: { fields } }: Trial): string {
  return `'${shortened(fields[0] ?? '')}'`;
}
