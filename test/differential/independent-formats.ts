// Reads a text by a `dateformat` or `timestampformat`, by the rules of docs/csv-files.md.
import { daysOf, type Moment, nanosecondsOf } from './independent-times.ts';

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const short = (name: string) => name.slice(0, 3);
const oneOf = (words: readonly string[]) =>
  words
    .join('|')
    .replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

const patterns: Readonly<Record<string, string>> = {
  Y: '\\d{4}',
  y: '\\d{2}',
  m: '\\d{1,2}',
  b: oneOf(months.map(short)),
  B: oneOf(months),
  d: '\\d{1,2}',
  j: '\\d{1,3}',
  a: oneOf(weekdays.map(short)),
  A: oneOf(weekdays),
  H: '\\d{1,2}',
  I: '\\d{1,2}',
  p: oneOf(['AM', 'PM']),
  M: '\\d{1,2}',
  S: '\\d{1,2}',
  f: '\\d{1,6}',
  g: '\\d{1,3}',
  n: '\\d{1,9}',
  z: 'Z|[+-]\\d\\d(?::?[0-5]\\d)?',
};

export function parseByFormat(text: string, format: string): Moment | undefined {
  const pattern = format.replace(/%(.)|[.*+?^${}()|[\]\\/]/g, (piece, letter?: string) => {
    if (letter === undefined) return `\\${piece}`;
    return letter === '%' ? '%' : `(?<${letter}>${patterns[letter]})`;
  });
  const found = new RegExp(`^${pattern}$`).exec(text)?.groups;
  return found === undefined ? undefined : momentOf(found);
}

function momentOf(found: Readonly<Record<string, string>>): Moment | undefined {
  const days = dayOf(found);
  const hour = hourOf(found);
  const fraction = found.n ?? found.f ?? found.g ?? '';
  if (days === undefined || hour === undefined) return undefined;
  const parts = { hour, minute: Number(found.M ?? 0), second: Number(found.S ?? 0) };
  const nanoseconds = nanosecondsOf(parts, fraction);
  const offsetMinutes = minutesOf(found.z);
  if (nanoseconds === undefined || Number.isNaN(offsetMinutes)) return undefined;
  if (found.n !== undefined && !isOfNanoseconds(days)) return undefined;
  return { days, nanoseconds, offsetMinutes };
}

/** Of the years 1678 to 2261. */
function isOfNanoseconds(days: number): boolean {
  const year = new Date(days * 86_400_000).getUTCFullYear();
  return year >= 1678 && year <= 2261;
}

function dayOf(found: Readonly<Record<string, string>>): number | undefined {
  const two = Number(found.y);
  const year = found.Y === undefined ? two + (two < 69 ? 2000 : 1900) : Number(found.Y);
  const name = (found.B ?? found.b)?.toLowerCase().slice(0, 3);
  const named = months.findIndex((month) => short(month).toLowerCase() === name) + 1;
  const month = name === undefined ? Number(found.m ?? 1) : named;
  const ofYear = found.j === undefined ? undefined : Number(found.j);
  const first = daysOf(year, 1, 1);
  const days =
    ofYear === undefined ? daysOf(year, month, Number(found.d ?? 1)) : (first ?? 0) + ofYear - 1;
  if (days === undefined || first === undefined || ofYear === 0) return undefined;
  const date = new Date(days * 86_400_000);
  if (date.getUTCFullYear() !== year) return undefined;
  const weekday = (found.A ?? found.a)?.toLowerCase();
  const isIts = weekdays[date.getUTCDay()]?.toLowerCase().startsWith(weekday ?? '');
  return isIts === true ? days : undefined;
}

function hourOf({ H, I, p }: Readonly<Record<string, string>>): number | undefined {
  if (I === undefined) return Number(H ?? 0);
  const hour = Number(I);
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (p?.toLowerCase() === 'pm' ? 12 : 0);
}

function minutesOf(zone: string | undefined): number | undefined {
  if (zone === undefined) return undefined;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  if (Number(hours) > 14) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
