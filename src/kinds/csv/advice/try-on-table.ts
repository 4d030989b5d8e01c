// Tries whether options that read one file of a table read all its files, as one table, and writes the call that was tried.
import { PathqlError } from '../../../errors.ts';
import { holdsUtf8 } from '../../shared/bytes/holds-utf8.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import type { NamedReading } from '../header/header.ts';
import { assertNewLine, type GivenOptions, readGivenOptions } from '../read-options.ts';
import { joinFiles } from '../table-columns.ts';
import { readCall } from './read-call.ts';
import { readSample } from './read-sample.ts';
import type { Changes } from './remedies.ts';
import { faultOfTitle } from './title-fault.ts';
import { isTrustworthy, leavesOutFew } from './trustworthy.ts';
import {
  type Sample,
  type Trial,
  tryOnSample,
  tryOnWhole,
  type WholeReading,
} from './try-reading.ts';

export interface WrittenTable {
  readonly files: readonly SourceFile[];
  /** Paths and patterns, as the user wrote them. */
  readonly written: readonly string[];
}

export interface TableTrial extends WrittenTable {
  readonly given: GivenOptions;
  /** Of the options that the user gave. */
  readonly changes: Changes;
  readonly signal: AbortSignal | undefined;
}

/** The call, tried on the first part of each file. Null: one is not read. */
export function tryHeads(trial: TableTrial): Promise<string | null> {
  return orNull(trial.signal, async () => {
    await assertHeads(trial);
    return readCall(trial.written, trial.given);
  });
}

export interface TriedTable {
  readonly call: string;
  /** Of each file. */
  readonly wholes: readonly WholeReading[];
}

/** Each file is read once, but for its first part and for `known`, which was. Null: one is not read. */
export function tryOnTable(
  trial: TableTrial,
  known: WholeReading | null = null,
): Promise<TriedTable | null> {
  return orNull(trial.signal, async () => {
    await assertHeads(trial);
    const wholes: WholeReading[] = [];
    for (const file of trial.files) {
      const isKnown = known !== null && known.reading.file.path === file.path;
      wholes.push(isKnown ? known : await readWhole(file, trial));
    }
    return { call: readCall(trial.written, trial.given), wholes };
  });
}

/** The call, tried on as much of the files as the query reads. */
export async function tryAsAsked(
  trial: TableTrial,
  firstRows: number | undefined,
): Promise<string | null> {
  if (firstRows !== undefined) return tryHeads(trial);
  return (await tryOnTable(trial))?.call ?? null;
}

export function isRight({ cutsLines, swallowsRecords, leftOut, records }: WholeReading): boolean {
  return !cutsLines && !swallowsRecords && leavesOutFew(leftOut?.records ?? 0, records);
}

class NotReadRight extends PathqlError {
  constructor({ shownPath }: SourceFile) {
    super('csv_invalid', `The file '${shownPath}' would not be read as it is meant`);
  }
}

/** Null where it is refused; an abort is none. */
export async function orNull<T>(
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PathqlError && !signal?.aborted) return null;
    throw error;
  }
}

async function assertHeads({ files, given, changes, signal }: TableTrial): Promise<void> {
  const options = readGivenOptions(given);
  const readings: NamedReading[] = [];
  for (const file of files) {
    const sample = await readSample({ file }, given, signal);
    const trial = tryOnSample(sample, given);
    const isSound = trial !== null && faultOfTitle(trial) === null;
    const isMeant =
      isSound &&
      isTrustworthy({ changes, trial }) &&
      (changes.header === undefined || mayBeSo(trial, sample, given));
    if (!isMeant) throw new NotReadRight(file);
    const { reading } = trial;
    assertNewLine(options, { lineEnd: reading.lineEnd, shownPath: file.shownPath });
    readings.push({ ...reading, content: null });
  }
  joinFiles(readings as [NamedReading, ...NamedReading[]], options);
}

/** Left to the file, its first record would be taken for the same, or be guessed to be the other. */
function mayBeSo({ reading }: Trial, sample: Sample, given: GivenOptions): boolean {
  const others = new Map([...given].filter(([name]) => name !== 'header'));
  const own = tryOnSample(sample, others)?.reading;
  return own?.isHeaderGuessed === true || own?.dialect.hasHeader === reading.dialect.hasHeader;
}

async function readWhole(
  file: SourceFile,
  { given, changes, signal }: TableTrial,
): Promise<WholeReading> {
  const whole = await tryOnWhole({ file, given, infersTypes: false, signal });
  const { compression } = whole.reading;
  const isGarbled = 'encoding' in changes && (await holdsUtf8(file, compression, signal));
  if (isGarbled || !isRight(whole)) throw new NotReadRight(file);
  return { ...whole, reading: { ...whole.reading, content: null } };
}
