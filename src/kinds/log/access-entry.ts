// Reads a line of an access log of Apache or nginx, in the common or the combined form.
import { AccessTimes } from './access-times.ts';
import type { Entry, EntryReader } from './entry-reader.ts';
import type { LogColumn } from './log-column.ts';
import { EntryFault, shownFrom } from './log-fault.ts';
import { textValue } from './text-value.ts';

const text = (name: string): LogColumn => ({ name, type: 'VARCHAR' });

const commonColumns: readonly LogColumn[] = [
  ...['host', 'ident', 'user'].map(text),
  { name: 'time', type: 'TIMESTAMPTZ' },
  ...['time_zone', 'request', 'method', 'path', 'protocol'].map(text),
  { name: 'status', type: 'SMALLINT' },
  { name: 'bytes', type: 'BIGINT' },
];

export const accessColumns = {
  common: commonColumns,
  combined: [...commonColumns, ...['referer', 'user_agent'].map(text)],
} as const;

interface Part {
  readonly pattern: string;
  readonly expected: string;
}

/** A backslash before a quote, or before anything else, belongs to the text. */
const quoted = '"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)"';
const moment =
  '\\[([0-9]{2}/[A-Z][a-z]{2}/[0-9]{4}):([0-9]{2}:[0-9]{2}:[0-9]{2}) ([+-][0-9]{4})\\]';

const commonParts: readonly Part[] = [
  { pattern: '([^ ]+)', expected: 'a host' },
  { pattern: ' ([^ ]+)', expected: 'an identity, or -' },
  // A name may hold spaces.
  { pattern: ' ([^ ]+|(?<=^[^ ]+ - ).+?)(?= \\[)', expected: 'a user, or -, and then the time' },
  { pattern: ` ${moment}`, expected: 'a time such as [31/Jan/2024:10:30:00 +0100]' },
  { pattern: ` ${quoted}`, expected: 'a request in quotes' },
  // Zeros before a number would be lost. What nginx writes where no status was sent is 000, the number 0.
  { pattern: ' ([1-9][0-9]{2}|000|-)(?![^ ])', expected: 'a status from 100 to 999, or 000' },
  { pattern: ' (0|[1-9][0-9]{0,18}|-)(?![^ ])', expected: 'a number of bytes, or -' },
];

const partsOf: Readonly<Record<keyof typeof accessColumns, readonly Part[]>> = {
  common: commonParts,
  combined: [
    ...commonParts,
    { pattern: ` ${quoted}`, expected: 'a referer in quotes' },
    { pattern: ` ${quoted}`, expected: 'a user agent in quotes' },
  ],
};

const lineOf = (parts: readonly Part[]) =>
  new RegExp(`^${parts.map(({ pattern }) => pattern).join('')}$`, 's');

const patterns = { common: lineOf(partsOf.common), combined: lineOf(partsOf.combined) };

export function isAccessEntry(line: string, format: keyof typeof accessColumns): boolean {
  return patterns[format].test(line);
}

const anyRequest = new RegExp(`${moment} "`);

/** Whatever else the line may have. */
export function hasRequest(line: string): boolean {
  return anyRequest.test(line);
}

export function accessEntryReader(format: keyof typeof accessColumns): EntryReader {
  const times = new AccessTimes();
  return { read: (line) => (line === '' ? null : readEntry(line, format, times)) };
}

function readEntry(line: string, format: keyof typeof accessColumns, times: AccessTimes): Entry {
  const parts = patterns[format].exec(line);
  if (parts === null) throw faultOf(line, format);
  const [, host, ident, user, day = '', clock = '', zone = '', request = '', status, bytes] = parts;
  const moment = times.read(day, clock, zone);
  if (moment === null) {
    const found = shownFrom(`${day}:${clock} ${zone}`);
    throw new EntryFault(`expected a time that exists, found ${found}`);
  }
  assertBigint(bytes);
  const [method, path, protocol] = requestParts(request);
  const entry = [
    ...[textValue(host), textValue(ident), textValue(user), moment, zone],
    ...[textValue(request), method, path, protocol, textValue(status), textValue(bytes)],
  ];
  if (format === 'combined') entry.push(textValue(parts[10]), textValue(parts[11]));
  return entry;
}

const mostBytes = 2n ** 63n - 1n;

function assertBigint(bytes = '-'): void {
  if (bytes.length < 19 || BigInt(bytes) <= mostBytes) return;
  throw new EntryFault(`expected at most ${mostBytes} bytes, found ${shownFrom(bytes)}`);
}

const noParts = [null, null, null] as const;

/** Of one that has three. */
function requestParts(request: string): readonly [string | null, string | null, string | null] {
  const [method, path, protocol, more] = request.split(' ', 4);
  return method && path && protocol && more === undefined ? [method, path, protocol] : noParts;
}

/** Names the first part that is not as expected. */
function faultOf(line: string, format: keyof typeof accessColumns): EntryFault {
  let known = '^';
  let at = 0;
  for (const { pattern, expected } of partsOf[format]) {
    known += pattern;
    const matched = new RegExp(known, 's').exec(line);
    if (matched === null) {
      return new EntryFault(`expected ${expected}, found ${shownFrom(line, at)}`);
    }
    at = matched[0].length;
  }
  return new EntryFault(`expected the end of the line, found ${shownFrom(line, at)}`);
}
