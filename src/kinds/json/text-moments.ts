// Tells whether a text is exactly a date or a time stamp, by its bytes.
import { typeBit } from '../shared/types/column-types.ts';
import { bytes, isDigit } from './json-bytes.ts';

const moments = typeBit.DATE | typeBit.TIMESTAMP | typeBit.TIMESTAMPTZ;
const longest = 'YYYY-MM-DDTHH:MM:SS.123456+00:00'.length;
const dayLength = 10;

/** The types of `moments` that a text between quotes may have; 0: it is none of them. */
export function couldBeMoment(text: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length < dayLength || length > longest) return false;
  return isDigit(text[start]) && text[start + 4] === bytes.minus && text[start + 7] === bytes.minus;
}

/** A plain date or time stamp, as most are; null: that takes a closer look. */
export function quickMoment(text: Uint8Array, start: number, end: number): number | null {
  if (!isPlainDay(text, start)) return null;
  const length = end - start;
  if (length === dayLength) return typeBit.DATE | typeBit.TIMESTAMP | typeBit.VARCHAR;
  const between = text[start + dayLength];
  const isTime =
    (length === 19 || length === 20) &&
    (between === bytes.space || between === bytes.letterT) &&
    text[start + 13] === bytes.colon &&
    text[start + 16] === bytes.colon &&
    pair(text, start + 11) < 24 &&
    pair(text, start + 14) < 60 &&
    pair(text, start + 17) < 60;
  if (!isTime) return null;
  if (length === 19) return typeBit.TIMESTAMP | typeBit.VARCHAR;
  const isEdge = pair(text, start) === 0 || pair(text, start) === 99;
  if (text[end - 1] !== bytes.letterZ || isEdge) return null;
  return typeBit.TIMESTAMPTZ | typeBit.VARCHAR;
}

export function isMoment(types: number): boolean {
  return (types & moments) !== 0;
}

/** Days that every month has. */
const commonDays = 28;

function isPlainDay(text: Uint8Array, start: number): boolean {
  const month = pair(text, start + 5);
  const day = pair(text, start + 8);
  const year = pair(text, start) * 100 + pair(text, start + 2);
  return year > 0 && year < 10_000 && month >= 1 && month <= 12 && day >= 1 && day <= commonDays;
}

const noNumber = 1_000_000;

/** The number that two digits are. */
function pair(text: Uint8Array, at: number): number {
  const tens = (text[at] ?? 0) - bytes.zero;
  const ones = (text[at + 1] ?? 0) - bytes.zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : noNumber;
}
