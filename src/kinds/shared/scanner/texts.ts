// Tells the types in which a text is exact, wherever that is quickly told. The rules stand in kinds/shared/types/exact-types.ts.
import { isShortestDouble, Shortest } from './doubles';

/** One bit for each type, in the order of `exactTypes`. */
export namespace Types {
  export const boolean: u32 = 1 << 1;
  export const bigint: u32 = 1 << 2;
  export const hugeint: u32 = 1 << 3;
  export const double: u32 = 1 << 4;
  export const decimal: u32 = 1 << 5;
  export const date: u32 = 1 << 6;
  export const timestamp: u32 = 1 << 7;
  export const timestamptz: u32 = 1 << 8;
  export const varchar: u32 = 1 << 9;
  export const numbers: u32 = bigint | hugeint | double | decimal;
}

/** Digits before and after the point of the number that was looked at last. */
export let wholeDigits: i32 = 0;
export let fractionDigits: i32 = 0;

const tab: u8 = 9;
const space: u8 = 32;
const plus: u8 = 43;
const minus: u8 = 45;
const point: u8 = 46;
const zero: u8 = 48;
const colon: u8 = 58;
const letterT: u8 = 84;
const letterZ: u8 = 90;

/** A DOUBLE tells any two numbers of so many digits apart. */
const doubleDigits: i32 = 15;
const mostDoubleWhole: u64 = 1 << 53;
const mostBigint: u64 = (1 << 63) - 1;

/**
 * Of the types that are `possible`, those in which the text is exact; 0 where that takes a closer look. The 32 bytes
 * from `at` on can be read.
 */
export function quickTypes(at: usize, length: i32, possible: u32): u32 {
  if (!isPadding(load<u8>(at)) && !isPadding(load<u8>(at + length - 1))) {
    return length < 16 ? shortTypes(at, length, possible) : longTypes(at, length, possible);
  }
  // Only around numbers are spaces not part of the text.
  let start = at;
  let end = at + length;
  while (start < end && isPadding(load<u8>(start))) start++;
  while (start < end && isPadding(load<u8>(end - 1))) end--;
  return start === end ? 0 : quickTypes(start, <i32>(end - start), possible) & Types.numbers;
}

function isPadding(byte: u8): bool {
  return byte === space || byte === tab;
}

/** Up to 15 bytes. */
export function shortTypes(at: usize, length: i32, possible: u32): u32 {
  const bytes = v128.load(at);
  const own: u32 = ((<u32>1) << length) - 1;
  const digits = digitsOf(bytes) & own;
  const sign: i32 = load<u8>(at) === minus ? 1 : 0;
  const other = own & ~digits & ~(<u32>sign);
  if (other === 0) return shortWholeTypes(at, sign, length);
  if ((other & (other - 1)) === 0 && load<u8>(at + ctz(other)) === point) {
    const before = <i32>ctz(other) - sign;
    const after = length - sign - before - 1;
    const isLed = before > 0 && load<u8>(at + sign) === zero;
    if (after === 0 || (isLed && before > 1)) return 0;
    if (sign && isZero(bytes, digits)) return 0;
    wholeDigits = isLed ? 0 : before;
    fractionDigits = after;
    return Types.double | Types.decimal;
  }
  if (length === 10) return isDay(at) ? Types.date | Types.timestamp : 0;
  if (isBoolean(at, length)) return Types.boolean;
  return numberTypes(at, length, possible);
}

function shortWholeTypes(at: usize, sign: i32, length: i32): u32 {
  const count = length - sign;
  if (count === 0 || (load<u8>(at + sign) === zero && length > 1)) return 0;
  wholeDigits = count;
  fractionDigits = 0;
  return Types.numbers;
}

function digitsOf(bytes: v128): u32 {
  return <u32>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(zero)), i8x16.splat(10)));
}

function isZero(bytes: v128, digits: u32): bool {
  return (digits & ~(<u32>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(zero))))) === 0;
}

function isBoolean(at: usize, length: i32): bool {
  if (length !== 4 && length !== 5) return false;
  // 'true' and 'fals', each letter in lower case, last letter first.
  const four = load<u32>(at) | 0x20202020;
  return length === 4 ? four === 0x65757274 : four === 0x736c6166 && (load<u8>(at, 4) | 32) === 101;
}

/** Of ten bytes. */
export function isDay(at: usize): bool {
  if ((digitsOf(v128.load(at)) & 0x3ff) !== 0b1101101111) return false;
  if (load<u8>(at, 4) !== minus || load<u8>(at, 7) !== minus) return false;
  const month = pair(at + 5);
  const day = pair(at + 8);
  if (load<u32>(at) === 0x30303030 || month - 1 > 11 || day - 1 > 30) return false;
  return day <= 28 || isLateDay(at, month, day);
}

function isLateDay(at: usize, month: u32, day: u32): bool {
  if (month !== 2) return day < 31 || ((0b1010110101010 >> month) & 1) === 1;
  const century = pair(at);
  const year = pair(at + 2);
  return day === 29 && ((year === 0 ? century : year) & 3) === 0;
}

/** The number that two digits are. */
function pair(at: usize): u32 {
  return (<u32>load<u8>(at) - zero) * 10 + <u32>load<u8>(at, 1) - zero;
}

function longTypes(at: usize, length: i32, possible: u32): u32 {
  if (length > 32) return 0;
  const digits = digitsOf(v128.load(at)) | (digitsOf(v128.load(at, 16)) << 16);
  const own: u32 = length === 32 ? ~(<u32>0) : ((<u32>1) << length) - 1;
  const other = own & ~digits;
  if ((other & 0xffff) === 0x2490) return momentTypes(at, length, other);
  const sign: i32 = load<u8>(at) === minus ? 1 : 0;
  return (other & ~(<u32>sign)) === 0
    ? longWholeTypes(at, sign, length, possible)
    : numberTypes(at, length, possible);
}

function longWholeTypes(at: usize, sign: i32, length: i32, possible: u32): u32 {
  const count = length - sign;
  if (load<u8>(at + sign) === zero) return 0;
  wholeDigits = count;
  fractionDigits = 0;
  const couldBeDouble = (possible & Types.double) !== 0;
  if (count > 19) return couldBeDouble ? 0 : Types.hugeint | Types.decimal;
  let value: u64 = 0;
  for (let i = sign; i < length; i++) value = value * 10 + <u64>(load<u8>(at + i) - zero);
  if (value <= mostDoubleWhole) return Types.numbers;
  if (couldBeDouble || value > mostBigint) return 0;
  return Types.bigint | Types.hugeint | Types.decimal;
}

/** From 16 bytes on, with digits where a time stamp has them. */
function momentTypes(at: usize, length: i32, other: u32): u32 {
  if (!isDay(at) || !isTime(at)) return 0;
  if (length === 16) return Types.timestamp;
  if (length < 19 || (other & 0x70000) !== 0x10000) return 0;
  if (load<u8>(at, 16) !== colon || pair(at + 17) > 59) return 0;
  let rest = length - 19;
  let next = at + 19;
  if (rest > 0 && load<u8>(next) === point) {
    const fraction = min(<i32>ctz((other >> 20) | 0x1000), rest - 1);
    if (fraction === 0 || fraction > 6) return 0;
    next += fraction + 1;
    rest -= fraction + 1;
  }
  if (rest === 0) return Types.timestamp;
  // An offset may carry a moment over the first or the last day there is.
  const century = load<u16>(at);
  if (century === 0x3030 || century === 0x3939) return 0;
  return isOffset(next, rest) ? Types.timestamptz : 0;
}

function isTime(at: usize): bool {
  const between = load<u8>(at, 10);
  if (between !== space && between !== letterT) return false;
  return load<u8>(at, 13) === colon && pair(at + 11) < 24 && pair(at + 14) < 60;
}

/** `Z`, `+02`, `+0200` or `+02:00`. */
function isOffset(at: usize, length: i32): bool {
  const first = load<u8>(at);
  if (first === letterZ) return length === 1;
  if (first !== plus && first !== minus) return false;
  if (length !== 3 && length !== 5 && length !== 6) return false;
  const hasColon = length === 6;
  const digits = digitsOf(v128.load(at)) >> 1;
  if (hasColon && load<u8>(at, 3) !== colon) return false;
  const wanted: u32 = length === 3 ? 0b11 : hasColon ? 0b11011 : 0b1111;
  if ((digits & wanted) !== wanted || pair(at + 1) > 14) return false;
  return length === 3 || pair(at + (hasColon ? 4 : 3)) < 60;
}

/** Of a number with many digits or an exponent. */
function numberTypes(at: usize, length: i32, possible: u32): u32 {
  const end = at + length;
  let next = at;
  const isNegative = load<u8>(next) === minus;
  if (isNegative) next++;
  // The digits without zeros at either end; trailing ones wait in `zeros` for another digit.
  let mantissa: u64 = 0;
  let significant: i32 = 0;
  let zeros: i32 = 0;
  let before: i32 = 0;
  let after: i32 = 0;
  let hasPoint = false;
  const first = load<u8>(next);
  for (; next < end; next++) {
    const byte = load<u8>(next);
    if (byte === point && !hasPoint) {
      hasPoint = true;
      continue;
    }
    const digit = <u32>byte - zero;
    if (digit > 9) break;
    if (hasPoint) after++;
    else before++;
    if (digit === 0) {
      if (significant > 0) zeros++;
      continue;
    }
    for (; zeros > 0; zeros--, significant++) mantissa *= 10;
    mantissa = mantissa * 10 + digit;
    significant++;
  }
  const isLed = before > 0 && first === zero;
  if (before + after === 0 || (hasPoint && after === 0) || (isLed && before > 1)) return 0;
  // Zeros between the last digit that counts and the point, or the place where it stands after the point.
  let exponent = zeros - after;
  const hasExponent = next < end;
  if (hasExponent) {
    if (!hasPoint && isOfCode(next, end)) return 0;
    const written = writtenExponent(next, end);
    if (written === noExponent) return 0;
    exponent += written;
  }
  let types: u32 = 0;
  if ((possible & Types.double) !== 0) {
    if (significant === 0 || significant > 17) return 0;
    const isShort = significant <= doubleDigits && exponent > -290 && exponent < 290;
    const found = isShort ? Shortest.yes : isShortestDouble(mantissa, exponent);
    if (found === Shortest.unknown) return 0;
    if (found === Shortest.yes) types |= Types.double;
  }
  if (!hasExponent && hasPoint && !(isNegative && significant === 0)) types |= Types.decimal;
  wholeDigits = isLed ? 0 : before;
  fractionDigits = after;
  return types;
}

/** `10E3` is a product more often than a number: a capital E needs a point before it or a sign after it. */
function isOfCode(at: usize, end: usize): boolean {
  return load<u8>(at) === 69 && at + 1 < end && <u32>load<u8>(at, 1) - zero <= 9;
}

const noExponent: i32 = 1 << 20;

/** Of `e5`, `E-05`, `e+300`. */
function writtenExponent(at: usize, end: usize): i32 {
  if ((load<u8>(at) | 32) !== 101) return noExponent;
  let next = at + 1;
  const sign = next < end ? load<u8>(next) : 0;
  if (sign === plus || sign === minus) next++;
  if (next === end || end - next > 4) return noExponent;
  let value: i32 = 0;
  for (; next < end; next++) {
    const digit = <u32>load<u8>(next) - zero;
    if (digit > 9) return noExponent;
    value = value * 10 + digit;
  }
  return sign === minus ? -value : value;
}
