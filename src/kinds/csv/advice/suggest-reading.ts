// Suggests how to read a file that could not be read: a call of which it was tried that it reads the file.
import { PathqlError } from '../../../errors.ts';
import { shownNumber } from '../../../limits.ts';
import type { FaultKind, FaultyFile } from '../../shared/faulty-file.ts';
import { markOf } from '../header/file-head.ts';
import type { GivenOptions } from '../read-options.ts';
import { describeReading, describeWhole } from './describe-reading.ts';
import { type FoundReading, findReading, withChanges } from './find-readings.ts';
import { bytesToDecode, highPart, isMostlyUtf8 } from './high-bytes.ts';
import { inAllNotations } from './other-notations.ts';
import { plausibleEncodings } from './plausible-encodings.ts';
import { readCall } from './read-call.ts';
import { readSample } from './read-sample.ts';
import {
  isRight,
  orNull,
  readsHeads,
  type TableTrial,
  tryOnTable,
  type WrittenTable,
} from './try-on-table.ts';
import { type Sample, tryOnWhole, type WholeReading } from './try-reading.ts';

export interface SuggestionRequest {
  readonly error: Pick<FaultyFile, 'file' | 'fault' | 'message' | 'cause'>;
  /** That the file is part of. */
  readonly table: WrittenTable;
  readonly given: GivenOptions | null;
  readonly signal?: AbortSignal | undefined;
  /** Of the columns of the reading that is found. */
  readonly infersTypes?: boolean;
}

export interface Suggestion {
  readonly found: FoundReading;
  readonly whole: WholeReading;
  readonly sample: Sample;
}

/** The error with a hint. Reads each file of the table at most once more, besides its first part. */
export async function withSuggestion(request: SuggestionRequest): Promise<PathqlError> {
  const { error } = request;
  if (error.fault.kind === 'other-format') return withPlainReading(request);
  const suggestion = await findSuggestion(request);
  const hint = suggestion === null ? await noHint(request) : await hintOf(suggestion, request);
  const end = error.message.endsWith('?') ? ' ' : '. ';
  const message = hint === '' ? error.message : `${error.message}${end}${hint}`;
  return new PathqlError('csv_invalid', message, { cause: error.cause });
}

/** A call says that the name of the file is not what it is. */
async function withPlainReading({ error, table, signal }: SuggestionRequest): Promise<PathqlError> {
  const trial: TableTrial = { ...table, given: new Map(), changes: {}, signal };
  const wholes = await tryOnTable(trial, null);
  if (wholes === null) return new PathqlError('csv_invalid', error.message);
  const reads = describeWhole(wholes).replace(/^T/, 't');
  const hint = `If it is CSV all the same, ${reads}: ${readCall(table.written, trial.given)}`;
  return new PathqlError('csv_invalid', `${error.message}. ${hint}`);
}

/** Null where nothing that was tried reads the whole file. */
export async function findSuggestion({
  error,
  given,
  signal,
  infersTypes = false,
}: Omit<SuggestionRequest, 'table'>): Promise<Suggestion | null> {
  const { file } = error;
  const options = given ?? new Map();
  const sample = await readSample(error, options, signal);
  const found = await findReading(sample, options, signal);
  if (found === null) return null;
  const [first = found, ...rest] = inAllNotations(found, sample, options);
  return orNull(signal, async () => {
    const others = rest.map((reading) => reading.given);
    const whole = await tryOnWhole({ file, given: first.given, others, infersTypes, signal });
    if (!isRight(whole)) return null;
    const [fitting = found.given] = whole.fitting;
    return { found: exactly({ ...first, given: fitting }, whole), whole, sample };
  });
}

/** A limit that is no larger than it must be, with room for records to come. */
function exactly(found: FoundReading, { longestRecord }: WholeReading): FoundReading {
  if (found.changes.max_line_size === undefined || longestRecord === null) return found;
  const changes = { ...found.changes, max_line_size: Math.ceil(longestRecord / 10e6) * 10_000_000 };
  return { ...found, changes, given: withChanges(found.given, changes) };
}

async function hintOf(suggestion: Suggestion, request: SuggestionRequest): Promise<string> {
  const { found, whole } = suggestion;
  const { table, signal } = request;
  const trial: TableTrial = { ...table, given: found.given, changes: found.changes, signal };
  const wholes = await tryOnTable(trial, whole);
  const isUnclear = found.changes.header === true;
  if (wholes !== null) {
    const lead = `${described(suggestion, wholes)}: ${readCall(table.written, found.given)}${await orAnother(trial, suggestion)}`;
    return isUnclear ? `${lead}${await orAsData(trial)}` : lead;
  }
  const asData = isUnclear ? await asDataOnly(suggestion, trial) : null;
  return asData ?? ofOneFile(suggestion, request);
}

function described(
  { found, sample }: Suggestion,
  wholes: readonly WholeReading[],
  scope?: string,
): string {
  return describeReading({ found, wholes, fault: sample.fault, ...(scope && { scope }) });
}

/** Another notation or delimiter. The first part of each file shows whether it is read so, too. */
async function orAnother(trial: TableTrial, { found, whole }: Suggestion): Promise<string> {
  const others = [
    ...whole.fitting.slice(1).map((given) => ({ ...trial, given })),
    ...otherDelimiters(trial, found),
  ];
  const calls: string[] = [];
  for (const other of others) {
    if (await readsHeads(other)) calls.push(readCall(other.written, other.given));
  }
  if (calls.length === 0) return '';
  return `, and so does ${calls.join(', and ')}: nothing in the file tells which is right`;
}

function otherDelimiters(trial: TableTrial, { rivals }: FoundReading): TableTrial[] {
  const { given, changes } = trial;
  return rivals
    .filter((delim) => delim !== changes.delim)
    .map((delim) => ({
      ...trial,
      given: withChanges(given, { delim }),
      changes: { ...changes, delim },
    }));
}

/** The first record is read as well, and nothing else changes: the first part of each file shows it. */
async function orAsData(trial: TableTrial): Promise<string> {
  const asData = readAsData(trial);
  if (!(await readsHeads(asData))) return '';
  const { length } = trial.files;
  const more =
    length === 1
      ? 'this one more, the first as data'
      : `these ${shownNumber(length)} more, the first of each file as data`;
  return `, and ${more}: ${readCall(asData.written, asData.given)}`;
}

/** The files begin with different records, so that none can be the names of them all. */
async function asDataOnly(suggestion: Suggestion, trial: TableTrial): Promise<string | null> {
  const asData = readAsData(trial);
  const wholes = await tryOnTable(asData, null);
  if (wholes === null) return null;
  const call = readCall(asData.written, asData.given);
  return `${described(suggestion, wholes)}, the first of each file as data: ${call}`;
}

/** The first record, which may be names. */
export function readAsData(trial: TableTrial): TableTrial {
  const header = { header: false };
  const { given, changes } = trial;
  return { ...trial, given: withChanges(given, header), changes: { ...changes, ...header } };
}

async function ofOneFile(suggestion: Suggestion, request: SuggestionRequest): Promise<string> {
  const { found, whole } = suggestion;
  const { error, table, signal } = request;
  const others = table.files.length - 1;
  const not = others === 1 ? 'the other file' : `the other ${shownNumber(others)} files`;
  const reads = described(suggestion, [whole], ` of this file alone, not of ${not}`);
  const { given, changes } = found;
  const { file } = error;
  const trial = { files: [file], written: [file.shownPath], given, changes, signal };
  const more = changes.header === true ? await orAsData(trial) : '';
  return `${reads}: ${readCall(trial.written, given)}${await orAnother(trial, suggestion)}${more}`;
}

/** These say themselves what to mend. */
const mending: ReadonlySet<FaultKind> = new Set(['empty', 'value', 'quoted-too-long']);

async function noHint({ error, given, signal }: SuggestionRequest): Promise<string> {
  const { fault, file } = error;
  if (mending.has(fault.kind)) return '';
  if (fault.kind === 'not-text') {
    const sample = await readSample(error, given ?? new Map(), signal);
    if (markOf(sample.first.bytes)?.startsWith('utf-16')) {
      return `It begins with the byte order mark of UTF-16, and is cut or damaged: mend line ${fault.line}`;
    }
    const bytes = bytesToDecode(sample);
    if (!isMostlyUtf8(highPart(bytes).toString('latin1'))) return encodingMustBeSaid(bytes);
  }
  return `No other options were found that read '${file.shownPath}' without losing records: mend line ${fault.line}`;
}

function encodingMustBeSaid(bytes: Buffer): string {
  const plausible = plausibleEncodings(bytes).map(
    ({ encoding, letters }) => `encoding='${encoding}' for '${letters}'`,
  );
  return plausible.length === 0
    ? 'None of the encodings that can be read makes words of its letters: save the file as UTF-8'
    : `Say its encoding: ${plausible.join(', ')}, or whichever it is`;
}
