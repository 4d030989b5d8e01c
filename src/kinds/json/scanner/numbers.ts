// Scans a number, and tells its types wherever that is quickly told.
import { quickTypes, Types } from '../../shared/scanner/texts';
import { isBent, possibleNumbers, takeBent, takeLookedAt, takeNumber } from './columns';
import { unclear } from './strings';

const plus: u8 = 43;
const minus: u8 = 45;
const point: u8 = 46;
const zero: u8 = 48;

/** A DOUBLE tells any two numbers of so many digits apart. */
const doubleDigits: i32 = 15;

/** Behind the number at `at`. One that stands in a list or an object says nothing of the type of its column. */
export function numberEnd(at: usize, entry: usize, isInner: bool): usize {
  const isNegative = load<u8>(at) === minus;
  const first = isNegative ? at + 1 : at;
  let end = digitsEnd(first);
  const whole = <i32>(end - first);
  const isZero = load<u8>(first) === zero;
  if (whole === 0 || (isZero && whole > 1)) return unclear;
  let fraction: i32 = 0;
  if (load<u8>(end) === point) {
    const behind = end + 1;
    end = digitsEnd(behind);
    fraction = <i32>(end - behind);
    if (fraction === 0) return unclear;
  }
  const hasExponent = (load<u8>(end) | 32) === 101;
  if (hasExponent) end = exponentEnd(end);
  // Where the bytes end, the number may go on.
  if (end === unclear || load<u8>(end) === 0) return unclear;
  if (hasExponent || whole + fraction > doubleDigits || (isZero && isNegative)) {
    const isWhole = fraction === 0 && !hasExponent;
    const isTaken = isWhole
      ? !isZero && (isInner || takeLongWhole(at, end, entry))
      : takeLongFraction(at, end, entry, isInner);
    return isTaken ? end : unclear;
  }
  if (!isInner) {
    const types = fraction === 0 ? Types.numbers : Types.double | Types.decimal;
    takeNumber(entry, types, isZero ? 0 : whole, fraction);
  }
  return end;
}

function digitsEnd(at: usize): usize {
  while (true) {
    const digits = i8x16.lt_u(i8x16.sub(v128.load(at), i8x16.splat(zero)), i8x16.splat(10));
    const count = ctz(~i8x16.bitmask(digits));
    if (count < 16) return at + count;
    at += 16;
  }
}

function exponentEnd(at: usize): usize {
  const sign = load<u8>(at, 1);
  const first = sign === plus || sign === minus ? at + 2 : at + 1;
  const end = digitsEnd(first);
  return end === first ? unclear : end;
}

function takeLongWhole(at: usize, end: usize, entry: usize): bool {
  const types = quickTypes(at, <i32>(end - at), possibleNumbers(entry));
  if (types === 0) return false;
  takeLookedAt(entry, types);
  return true;
}

function takeLongFraction(at: usize, end: usize, entry: usize, isInner: bool): bool {
  const wasBent = isBent(entry);
  if (wasBent && isInner) return true;
  const types = quickTypes(at, <i32>(end - at), wasBent ? possibleNumbers(entry) : Types.numbers);
  if (types === 0) return false;
  if (!wasBent && (types & Types.double) === 0) takeBent(entry);
  if (!isInner) takeLookedAt(entry, types);
  return true;
}
