// Reads texts by a format of dates and times such as '%d.%m.%Y %H:%M'.
import { daysOfMonths, type Moment } from './moment.ts';

export type ReadMoment = (text: string) => Moment | null;

type Part =
  | 'year'
  | 'month'
  | 'day'
  | 'dayOfYear'
  | 'weekday'
  | 'hour'
  | 'halfDay'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'offset';

interface Specifier {
  readonly part: Part;
  readonly pattern: string;
  /** Beside another digit, where nothing tells how many digits are meant. */
  readonly fullPattern?: string;
}

const upTo = (digits: number, part: Part): Specifier => ({
  part,
  pattern: `\\d{1,${digits}}`,
  fullPattern: `\\d{${digits}}`,
});
const months =
  'january|february|march|april|may|june|july|august|september|october|november|december';
const weekdays = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday';
const shortened = (names: string) => names.replace(/([a-z]{3})[a-z]*/g, '$1');
const inAnyCase = (names: string) =>
  names.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const specifiers: Readonly<Record<string, Specifier>> = {
  Y: { part: 'year', pattern: '\\d{4}' },
  y: { part: 'year', pattern: '\\d{2}' },
  '-y': { part: 'year', pattern: '\\d{2}' },
  m: upTo(2, 'month'),
  '-m': upTo(2, 'month'),
  b: { part: 'month', pattern: inAnyCase(shortened(months)) },
  B: { part: 'month', pattern: inAnyCase(months) },
  d: upTo(2, 'day'),
  '-d': upTo(2, 'day'),
  j: upTo(3, 'dayOfYear'),
  '-j': upTo(3, 'dayOfYear'),
  a: { part: 'weekday', pattern: inAnyCase(shortened(weekdays)) },
  A: { part: 'weekday', pattern: inAnyCase(weekdays) },
  H: upTo(2, 'hour'),
  '-H': upTo(2, 'hour'),
  I: upTo(2, 'hour'),
  '-I': upTo(2, 'hour'),
  p: { part: 'halfDay', pattern: inAnyCase('am|pm') },
  M: upTo(2, 'minute'),
  '-M': upTo(2, 'minute'),
  S: upTo(2, 'second'),
  '-S': upTo(2, 'second'),
  g: upTo(3, 'fraction'),
  f: upTo(6, 'fraction'),
  n: upTo(9, 'fraction'),
  z: { part: 'offset', pattern: '[+-]\\d\\d(?::?\\d\\d)?' },
};

/** A part is of no use without those it is a part of. */
const needed: Readonly<Record<Part, readonly Part[]>> = {
  year: [],
  month: ['year'],
  day: ['month'],
  dayOfYear: ['year'],
  weekday: ['day'],
  hour: ['year'],
  halfDay: ['hour'],
  minute: ['hour'],
  second: ['minute'],
  fraction: ['second'],
  offset: ['hour'],
};

/** Null: every part stands once, is known, and has the larger ones it belongs to. */
export function dateFormatFault(format: string): string | null {
  const tokens = tokensOf(format);
  const named = tokens.filter(({ name }) => name !== undefined);
  const unknown = named.find(({ specifier }) => specifier === undefined);
  if (unknown !== undefined) return `${unknown.text} is none of them`;
  const parts = named.flatMap(({ specifier }) => specifier?.part ?? []);
  const known = new Set(parts);
  const lonely = named.find(
    ({ specifier }) => specifier && needed[specifier.part].some((whole) => !known.has(whole)),
  );
  const twice = named.find(({ specifier }, at) => specifier && parts.indexOf(specifier.part) < at);
  const isHalfDay = named.some(({ name }) => name?.endsWith('I'));
  if (!known.has('year')) return 'it has no year';
  if (twice !== undefined) return `${twice.text} says again what stands before it`;
  if (known.has('dayOfYear') && known.has('month'))
    return '%j counts the days of a year, not of a month';
  if (known.has('halfDay') && !isHalfDay) return '%p needs %I, the hour from 1 to 12';
  if (isHalfDay && !known.has('halfDay')) return '%I, the hour from 1 to 12, needs %p';
  if (lonely?.specifier) return `${lonely.text} needs ${neededNames(lonely.specifier.part)}`;
  const isRunOn = tokens.some((token, index) => continuesOffset(token, tokens[index - 1]));
  return isRunOn ? 'nothing tells where the offset %z ends' : null;
}

const partNames: Readonly<Partial<Record<Part, string>>> = {
  year: 'a year',
  month: 'a month',
  day: 'a day',
  hour: 'an hour',
  minute: 'a minute, %M',
  second: 'a second, %S',
};

function neededNames(part: Part): string {
  return needed[part].map((whole) => partNames[whole]).join(' and ');
}

/** Nothing tells where the offset ends. */
function continuesOffset(token: Token, previous: Token | undefined): boolean {
  const isBehindOffset = previous?.specifier?.part === 'offset';
  return isBehindOffset && (beginsWithDigit(token) || token.text.startsWith(':'));
}

export function hasOffset(format: string): boolean {
  return tokensOf(format).some(({ specifier }) => specifier?.part === 'offset');
}

/** `format` has no fault. Years of two digits are 1969 to 2068. */
export function momentReader(format: string): ReadMoment {
  const tokens = tokensOf(format.trim());
  const pattern = tokens.map((token, index) => {
    const isBesideDigit = endsInDigit(tokens[index - 1]) || beginsWithDigit(tokens[index + 1]);
    return tokenPattern(token, isBesideDigit);
  });
  const expression = new RegExp(`^ *${pattern.join('')} *$`);
  return (text) => {
    const parts = expression.exec(text)?.groups;
    return parts === undefined ? null : momentOf(parts);
  };
}

interface Token {
  /** What follows the `%`; undefined for plain text. */
  readonly name?: string;
  readonly specifier?: Specifier | undefined;
  readonly text: string;
}

function tokensOf(format: string): Token[] {
  return [...format.matchAll(/%(-?.?)|[^%]+/gsu)].map(([text, name]) => {
    if (name === undefined) return { text };
    return name === '%' ? { text: name } : { name, text, specifier: specifiers[name] };
  });
}

function beginsWithDigit(token: Token | undefined): boolean {
  const { specifier, text = '' } = token ?? {};
  return specifier ? isNumber(specifier) : /^\d/.test(text);
}

function endsInDigit(token: Token | undefined): boolean {
  const { specifier, text = '' } = token ?? {};
  return specifier ? isNumber(specifier) : /\d$/.test(text);
}

function isNumber({ pattern }: Specifier): boolean {
  return pattern.startsWith('\\d');
}

function tokenPattern({ specifier, text }: Token, isBesideDigit: boolean): string {
  if (specifier === undefined) return text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
  const { part, pattern, fullPattern = pattern } = specifier;
  return `(?<${part}>${isBesideDigit ? fullPattern : pattern})`;
}

function momentOf(parts: Readonly<Record<string, string | undefined>>): Moment | null {
  const year = yearOf(parts.year ?? '');
  const { month, day } =
    parts.dayOfYear === undefined
      ? { month: monthOf(parts.month), day: Number(parts.day ?? 1) }
      : dayOfYear(year, Number(parts.dayOfYear));
  const hour = hourOf(Number(parts.hour ?? 0), parts.halfDay);
  if (hour === null || !isWeekday(parts.weekday, year, month, day)) return null;
  return {
    year,
    month,
    day,
    hour,
    minute: Number(parts.minute ?? 0),
    second: Number(parts.second ?? 0),
    fraction: parts.fraction ?? '',
    offset: parts.offset,
  };
}

function yearOf(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < 69 ? 2000 : 1900);
}

function monthOf(text = '1'): number {
  if (/^\d/.test(text)) return Number(text);
  return shortened(months).split('|').indexOf(text.slice(0, 3).toLowerCase()) + 1;
}

/** Month 0 when the year has no such day. */
function dayOfYear(year: number, count: number): { month: number; day: number } {
  let day = count;
  for (const [index, days] of daysOfMonths(year).entries()) {
    if (day <= days) return { month: index + 1, day };
    day -= days;
  }
  return { month: 0, day };
}

function hourOf(hour: number, halfDay: string | undefined): number | null {
  if (halfDay === undefined) return hour;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (halfDay.toLowerCase() === 'pm' ? 12 : 0);
}

function isWeekday(name: string | undefined, year: number, month: number, day: number): boolean {
  if (name === undefined) return true;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return weekdays.split('|')[date.getUTCDay()]?.startsWith(name.toLowerCase()) ?? false;
}
