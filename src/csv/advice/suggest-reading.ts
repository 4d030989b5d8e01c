// Suggests how to read a file that could not be read: a call of which it was tried that it reads the file.
import { PathqlError } from '../../errors.ts';
import type { FaultKind, FaultyFile } from '../faulty-file.ts';
import { readFirstBytes } from '../header/file-head.ts';
import { type GivenOptions, readGivenOptions } from '../read-options.ts';
import { describeReading, describeWhole } from './describe-reading.ts';
import { type FoundReading, findReading, withChanges } from './find-readings.ts';
import { bytesToDecode, highPart, isMostlyUtf8 } from './high-bytes.ts';
import { inAllNotations } from './other-notations.ts';
import { plausibleEncodings } from './plausible-encodings.ts';
import { readCall } from './read-call.ts';
import { leavesOutFew } from './trustworthy.ts';
import { type Sample, tryOnSample, tryOnWhole, type WholeReading } from './try-reading.ts';

export interface SuggestionRequest {
  readonly error: Pick<FaultyFile, 'file' | 'fault' | 'message' | 'cause'>;
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

const sampleBytes = 1 << 17;

/** The error with a hint. Reads the file at most once more, besides its first part. */
export async function withSuggestion(request: SuggestionRequest): Promise<PathqlError> {
  const { error } = request;
  if (error.fault.kind === 'other-format') return withPlainReading(request);
  const suggestion = await findSuggestion(request);
  const hint = suggestion === null ? await noHint(request) : hintOf(suggestion, request);
  const end = error.message.endsWith('?') ? ' ' : '. ';
  const message = hint === '' ? error.message : `${error.message}${end}${hint}`;
  return new PathqlError('csv_invalid', message, { cause: error.cause });
}

/** A call says that the name of the file is not what it is. */
async function withPlainReading({ error, signal }: SuggestionRequest): Promise<PathqlError> {
  const { file, message } = error;
  const given: GivenOptions = new Map();
  try {
    const whole = await tryOnWhole({ file, given, infersTypes: false, signal });
    const hint = `If it is CSV all the same, ${describeWhole(whole).replace(/^T/, 't')}: ${readCall(file.shownPath, given)}`;
    return new PathqlError('csv_invalid', `${message}. ${hint}`);
  } catch (thrown) {
    if (thrown instanceof PathqlError && !signal?.aborted) {
      return new PathqlError('csv_invalid', message);
    }
    throw thrown;
  }
}

/** Null where nothing that was tried reads the whole file. */
export async function findSuggestion({
  error,
  given,
  signal,
  infersTypes = false,
}: SuggestionRequest): Promise<Suggestion | null> {
  const { file } = error;
  const options = given ?? new Map();
  const sample = await readSample(error, options, signal);
  const found = await findReading(sample, options, signal);
  if (found === null) return null;
  const [first = found, ...rest] = inAllNotations(found, sample, options);
  try {
    const others = rest.map((reading) => reading.given);
    const whole = await tryOnWhole({ file, given: first.given, others, infersTypes, signal });
    const {
      fitting: [fitting = found.given],
    } = whole;
    return isRight(whole)
      ? { found: exactly({ ...first, given: fitting }, whole), whole, sample }
      : null;
  } catch (thrown) {
    if (thrown instanceof PathqlError && !signal?.aborted) return null;
    throw thrown;
  }
}

function isRight({ cutsLines, swallowsRecords, leftOut, records }: WholeReading): boolean {
  return !cutsLines && !swallowsRecords && leavesOutFew(leftOut?.records ?? 0, records);
}

export async function readSample(
  { file, fault }: Pick<FaultyFile, 'file' | 'fault'>,
  given: GivenOptions,
  signal: AbortSignal | undefined,
): Promise<Sample> {
  const { compression } = readGivenOptions(given);
  const first = await readFirstBytes({ file, maxBytes: sampleBytes, compression, signal });
  return { file, first, fault };
}

/** A limit that is no larger than it must be, with room for records to come. */
function exactly(found: FoundReading, { longestRecord }: WholeReading): FoundReading {
  if (found.changes.max_line_size === undefined || longestRecord === null) return found;
  const changes = { ...found.changes, max_line_size: Math.ceil(longestRecord / 10e6) * 10_000_000 };
  return { ...found, changes, given: withChanges(found.given, changes) };
}

function hintOf({ found, whole, sample }: Suggestion, { error }: SuggestionRequest): string {
  const call = readCall(error.file.shownPath, found.given);
  const lead = `${describeReading({ found, whole, fault: sample.fault })}: ${call}`;
  const others = whole.fitting.slice(1).map((given) => readCall(error.file.shownPath, given));
  if (others.length > 0)
    return `${lead}, and so does ${others.join(', and ')}: nothing in the file tells which is right`;
  if (found.changes.header !== true) return lead;
  const asData = withChanges(found.given, { header: false });
  return `${lead}${canRead(sample, asData) ? `, and this one more, the first as data: ${readCall(error.file.shownPath, asData)}` : ''}`;
}

function canRead(sample: Sample, given: GivenOptions): boolean {
  try {
    return tryOnSample(sample, given) !== null;
  } catch {
    return false;
  }
}

/** These say themselves what to mend. */
const mending: ReadonlySet<FaultKind> = new Set(['empty', 'value', 'quoted-too-long']);

async function noHint({ error, given, signal }: SuggestionRequest): Promise<string> {
  const { fault, file } = error;
  if (mending.has(fault.kind)) return '';
  if (fault.kind === 'not-text') {
    const bytes = bytesToDecode(await readSample(error, given ?? new Map(), signal));
    if (!isMostlyUtf8(highPart(bytes).toString('latin1'))) return encodingMustBeSaid(bytes);
  }
  return `No other options were found that read '${file.shownPath}' without losing records: mend line ${fault.line}`;
}

function encodingMustBeSaid(bytes: Buffer): string {
  const plausible = plausibleEncodings(bytes).map(
    ({ encoding, letters }) => `encoding='${encoding}' for '${letters}'`,
  );
  return plausible.length === 0
    ? "Say its encoding, as in encoding='windows-1252', or save the file as UTF-8"
    : `Say its encoding: ${plausible.join(', ')}, or whichever it is`;
}
