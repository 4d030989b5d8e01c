// Warns of a first record of which it was guessed whether it holds names or data, with the calls that say which.
import { shownNumber } from '../../../limits.ts';
import { visibleText } from '../../../text/visible-text.ts';
import type { HeaderReading } from '../header/header.ts';
import { shortened } from './describe-reading.ts';
import type { FirstLineRequest } from './first-line-warning.ts';
import { readCall } from './read-call.ts';
import { withHeader } from './suggest-reading.ts';
import { tryHeads } from './try-on-table.ts';

/** `guessed` are the files of the table of which it was, one at least. The rest of a file is the same under both readings. */
export async function warnOfHeader(
  guessed: readonly [HeaderReading, ...HeaderReading[]],
  request: FirstLineRequest,
): Promise<string> {
  const advice: string[] = [];
  for (const header of [false, true]) {
    const call = await callWith(header, guessed, request);
    if (call !== null) advice.push(`${call} for ${header ? 'names' : 'data'}`);
  }
  const words = headerGuess(guessed);
  return advice.length === 0 ? words : `${words}. Say which: ${advice.join(', or ')}`;
}

/** Null: it does not read the table. */
async function callWith(
  header: boolean,
  guessed: readonly [HeaderReading, ...HeaderReading[]],
  { table, given, signal }: FirstLineRequest,
): Promise<string | null> {
  const trial = { ...table, given: given ?? new Map(), changes: {}, signal };
  const other = withHeader(trial, header);
  // Another file of the table may hold names, or data, without a doubt.
  if (guessed.length < table.files.length) return tryHeads(other);
  // The reading itself, said.
  if (guessed.every(({ dialect }) => dialect.hasHeader === header)) {
    return readCall(other.written, other.given);
  }
  const names = guessed[0].fields.join('\0');
  const isOneHeader = guessed.every(({ fields }) => fields.join('\0') === names);
  if (header && !isOneHeader && !other.given.has('union_by_name')) return null;
  return tryHeads({ ...other, changes: {} });
}

/** What was guessed, as a sentence without its end. */
export function headerGuess([reading, ...others]: readonly [
  HeaderReading,
  ...HeaderReading[],
]): string {
  const { file, fields, dialect } = reading;
  const { length } = others;
  const more =
    length === 0
      ? ''
      : `, and that of ${shownNumber(length)} more ${length === 1 ? 'file' : 'files'},`;
  const roles = dialect.hasHeader
    ? 'is read as the names of the columns, and may be data'
    : 'is read as data, and may hold the names of the columns';
  return `The first record of '${file.shownPath}' (${visibleText(shortened(fields.join(' | ')))})${more} ${roles}`;
}
