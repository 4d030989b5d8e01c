// Reads a line of an access log of Apache or nginx, in the common or the combined form.
import { isDay, isOffset, isTimeOfDay } from '../shared/types/given/moment.ts';
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
  '\\[([0-9]{2})/([A-Z][a-z]{2})/([0-9]{4}):([0-9]{2}:[0-9]{2}:[0-9]{2}) ([+-][0-9]{4})\\]';

const commonParts: readonly Part[] = [
  { pattern: '([^ ]+)', expected: 'a host' },
  { pattern: ' ([^ ]+)', expected: 'an identity, or -' },
  // A name may hold spaces.
  { pattern: ' ([^ ]+|(?<=^[^ ]+ - ).+?)(?= \\[)', expected: 'a user, or -, and then the time' },
  { pattern: ` ${moment}`, expected: 'a time such as [31/Jan/2024:10:30:00 +0100]' },
  { pattern: ` ${quoted}`, expected: 'a request in quotes' },
  { pattern: ' ([0-9]{3}|-)(?![^ ])', expected: 'a status of three digits' },
  { pattern: ' ([0-9]{1,18}|-)(?![^ ])', expected: 'a number of bytes, or -' },
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
  return { read: (line) => (line === '' ? null : readEntry(line, format)) };
}

function readEntry(line: string, format: keyof typeof accessColumns): Entry {
  const parts = patterns[format].exec(line);
  if (parts === null) throw faultOf(line, format);
  const [, host, ident, user, day, month, year, time, offset, ...rest] = parts;
  const [request = '', status, bytes, ...more] = rest;
  const moment = momentOf([day, month, year, time, offset].map(String));
  if (moment === null) {
    const found = `${day}/${month}/${year}:${time} ${offset}`;
    throw new EntryFault(`expected a time that exists, found ${shownFrom(found)}`);
  }
  return [
    ...[host, ident, user].map(textValue),
    moment,
    String(offset),
    textValue(request),
    ...requestParts(request),
    textValue(status),
    textValue(bytes),
    ...more.map(textValue),
  ];
}

const noParts = [null, null, null] as const;

/** Of one that has three. */
function requestParts(request: string): readonly (string | null)[] {
  const parts = request.split(' ', 4);
  return parts.length === 3 && !parts.includes('') ? parts : noParts;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const maxOffsetHours = 14;

/** As SQL writes it; null: there is none. */
function momentOf([day, month, year, time, offset]: readonly string[]): string | null {
  const [hour = 0, minute = 0, second = 0] = String(time).split(':').map(Number);
  const monthNumber = months.indexOf(String(month)) + 1;
  const numbers = { year: Number(year), month: monthNumber, day: Number(day) };
  const moment = { ...numbers, hour, minute, second, fraction: '' };
  const isThere = isDay(moment) && isTimeOfDay(moment) && isOffset(String(offset), maxOffsetHours);
  if (!isThere) return null;
  const date = `${year}-${String(monthNumber).padStart(2, '0')}-${day}`;
  return `${date} ${time}${offset?.slice(0, 3)}:${offset?.slice(3)}`;
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
