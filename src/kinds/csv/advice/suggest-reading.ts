// Suggests how to read a file that could not be read: a call of which it was tried that it reads the file.
import { PathqlError } from '../../../errors.ts';
import { shownNumber } from '../../../limits.ts';
import { markOf } from '../../shared/bytes/byte-order-mark.ts';
import type { FaultKind, FaultyFile } from '../../shared/faulty-file.ts';
import type { GivenOptions } from '../read-options.ts';
import { describeReading, describeWhole } from './describe-reading.ts';
import { type FoundReading, findReading, withChanges } from './find-readings.ts';
import { bytesToDecode, highPart, isMostlyUtf8 } from './high-bytes.ts';
import { inAllNotations } from './other-notations.ts';
import { plausibleEncodings } from './plausible-encodings.ts';
import { readSample } from './read-sample.ts';
import { maxMaxLineSize } from './remedies.ts';
import {
  isRight,
  orNull,
  type TableTrial,
  type TriedTable,
  tryHeads,
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
  const found = suggestion && (await hintOf(suggestion, request));
  const hint = found ?? (await noHint(request));
  const end = error.message.endsWith('?') ? ' ' : '. ';
  const message = hint === '' ? error.message : `${error.message}${end}${hint}`;
  return new PathqlError('csv_invalid', message, { cause: error.cause });
}

/** A call says that the name of the file is not what it is. */
async function withPlainReading({ error, table, signal }: SuggestionRequest): Promise<PathqlError> {
  const trial: TableTrial = { ...table, given: new Map(), changes: {}, signal };
  const tried = await tryOnTable(trial);
  const isEmpty = tried === null || tried.wholes.every(({ records }) => records === 0);
  if (isEmpty) return new PathqlError('csv_invalid', error.message);
  const reads = describeWhole(tried.wholes).replace(/^T/, 't');
  const hint = `If it is CSV all the same, ${reads}: ${tried.call}`;
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
  const rounded = Math.ceil(longestRecord / 10e6) * 10_000_000;
  const changes = { ...found.changes, max_line_size: Math.min(rounded, maxMaxLineSize) };
  return { ...found, changes, given: withChanges(found.given, changes) };
}

/** Null: the call reads the file no more, together with what the table needs besides. */
async function hintOf(suggestion: Suggestion, request: SuggestionRequest): Promise<string | null> {
  const { found, whole } = suggestion;
  const { table, signal } = request;
  const trial: TableTrial = { ...table, given: found.given, changes: found.changes, signal };
  const tried = await tryOnTable(trial, whole);
  if (tried === null) return ofOneFile(suggestion, request);
  return `${described(suggestion, tried)}: ${tried.call}${await orOther(trial, suggestion)}`;
}

function described({ found, sample }: Suggestion, { wholes }: TriedTable, scope?: string): string {
  return describeReading({ found, wholes, fault: sample.fault, ...(scope && { scope }) });
}

/** The other readings that the file may have. */
async function orOther(trial: TableTrial, suggestion: Suggestion): Promise<string> {
  return `${await orAnother(trial, suggestion)}${await orOtherHeader(trial, suggestion)}`;
}

/** Another notation or delimiter. The first part of each file shows whether it is read so, too. */
async function orAnother(trial: TableTrial, { found, whole }: Suggestion): Promise<string> {
  const others = [
    ...whole.fitting.slice(1).map((given) => ({ ...trial, given })),
    ...otherDelimiters(trial, found),
  ];
  const calls: string[] = [];
  for (const other of others) {
    const call = await tryHeads(other);
    if (call !== null) calls.push(call);
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

/** Where the first record may be names or data. */
async function orOtherHeader(trial: TableTrial, { found }: Suggestion): Promise<string> {
  const { isHeaderGuessed, dialect } = found.trial.reading;
  if (!isHeaderGuessed) return '';
  const call = await tryHeads(withHeader(trial, !dialect.hasHeader));
  return call === null
    ? ''
    : `, or with the first record as ${dialect.hasHeader ? 'data' : 'names'}: ${call}`;
}

/** The same with the first record as names, or as data. */
export function withHeader(trial: TableTrial, header: boolean): TableTrial {
  const { given, changes } = trial;
  return { ...trial, given: withChanges(given, { header }), changes: { ...changes, header } };
}

async function ofOneFile(
  suggestion: Suggestion,
  { error, table, signal }: SuggestionRequest,
): Promise<string | null> {
  const { found, whole } = suggestion;
  const others = table.files.length - 1;
  if (others === 0) return null;
  const { file } = error;
  const { given, changes } = found;
  const trial = { files: [file], written: [file.shownPath], given, changes, signal };
  const tried = await tryOnTable(trial, whole);
  if (tried === null) return null;
  const not = others === 1 ? 'the other file' : `the other ${shownNumber(others)} files`;
  const reads = described(suggestion, tried, ` of this file alone, not of ${not}`);
  return `${reads}: ${tried.call}${await orOther(trial, suggestion)}`;
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
