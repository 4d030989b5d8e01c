// Writes the values of a column of the located records, each of a fixed number of bytes.
import { isDay, quickTypes, Types } from '../../../shared/scanner/texts';
import { isClose } from './columns';
import { beginColumn, isQuoted, length, readField, start, step } from './field';
import { doubleOf, isNull, momentOf } from './host';
import { beginPage, closePage, frontBytes, keepNull } from './page';
import { afterRun, endsIn, firstRun, isRun, located, recordsIn } from './runs';

/** The order is that of `storedForms`. */
export enum Form {
  boolean,
  bigint,
  double,
  date,
  timestamp,
  timestamptz,
  text,
}

const zero: u8 = 48;
const minus: u8 = 45;
const point: u8 = 46;

/** The value that was read last. */
let whole: i64 = 0;
let real: f64 = 0;

/** Writes a page behind `to`. False where a value is none of the form. */
export function writeValues(column: i32, form: Form, to: usize): bool {
  beginColumn(column);
  beginPage(located);
  const values = (to + frontBytes() + 7) & ~7;
  if (form === Form.boolean) memory.fill(values, 0, <usize>((located >> 3) + 8));
  let record: i32 = 0;
  let next = values;
  let flags: i32 = 0;
  for (let run = firstRun(); isRun(run); run = afterRun(run)) {
    let at = endsIn(run) + ((<usize>column) << 2);
    for (const stop = at + recordsIn(run) * step; at < stop; at += step, record++) {
      readField(at);
      if (length === 0 || (isClose(length) && isNull(start, length, isQuoted))) {
        keepNull(record);
        continue;
      }
      if (form === Form.bigint) {
        if (!readWhole()) return false;
        store<i64>(next, whole);
        next += 8;
      } else if (form === Form.double) {
        if (!readDouble()) return false;
        store<f64>(next, real);
        next += 8;
      } else if (form === Form.boolean) {
        // The shorter word is true.
        if ((quickTypes(start, length, Types.boolean) & Types.boolean) === 0) return false;
        const bit = values + <usize>(flags >> 3);
        if (length === 4) store<u8>(bit, load<u8>(bit) | ((<u8>1) << (<u8>(flags & 7))));
        flags++;
      } else if (form === Form.date) {
        if (length !== 10 || !isDay(start)) return false;
        store<i32>(next, dayOf(start));
        next += 4;
      } else {
        if (!readMoment(form)) return false;
        store<i64>(next, whole);
        next += 8;
      }
    }
  }
  if (form === Form.boolean) next = values + <usize>((flags + 7) >> 3);
  closePage(values, next);
  return true;
}

function isPadding(byte: u8): bool {
  return byte === 32 || byte === 9;
}

function readWhole(): bool {
  let at = start;
  let end = start + <usize>length;
  while (at < end && isPadding(load<u8>(at))) at++;
  while (at < end && isPadding(load<u8>(end - 1))) end--;
  const isNegative = at < end && load<u8>(at) === minus;
  if (isNegative) at++;
  const digits = end - at;
  if (digits === 0 || digits > 19) return false;
  if (load<u8>(at) === zero && (digits > 1 || isNegative)) return false;
  let value: u64 = 0;
  for (; at < end; at++) {
    const digit = <u64>load<u8>(at) - 48;
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  if (value > ((<u64>1) << 63) - (isNegative ? 0 : 1)) return false;
  whole = isNegative ? -(<i64>value) : <i64>value;
  return true;
}

/** Powers of ten that a DOUBLE holds exactly. */
let powers: usize = 0;
/** A DOUBLE tells any two numbers of 15 digits apart. */
const mostMantissa: u64 = 1000000000000000;
const longestShort: u32 = 17;

export function setDoublePowers(at: usize): void {
  powers = at;
}

/** Both numbers of the quotient are exact, so that it is rounded once: for most numbers that people write. */
function readDouble(): bool {
  let at = start;
  const end = start + <usize>length;
  const isNegative = load<u8>(at) === minus;
  if (isNegative) at++;
  const isLed = load<u8>(at) === zero && at + 1 < end && load<u8>(at, 1) !== point;
  if (length > longestShort || isLed) return readOtherDouble();
  let value: u64 = 0;
  let after: i32 = -1;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    const digit = <u64>byte - 48;
    if (digit <= 9) {
      value = value * 10 + digit;
      if (after >= 0) after++;
    } else if (byte === point && after < 0) after = 0;
    else return readOtherDouble();
  }
  if (value >= mostMantissa || after === 0 || !isDigit(load<u8>(end - 1))) return readOtherDouble();
  const number = <f64>value;
  real = after > 0 ? number / load<f64>(powers + ((<usize>after) << 3)) : number;
  if (isNegative) real = -real;
  return true;
}

function isDigit(byte: u8): bool {
  return byte - zero <= 9;
}

function readOtherDouble(): bool {
  real = doubleOf(start, length);
  return real - real === 0;
}

function pair(at: usize): i32 {
  return (<i32>load<u8>(at) - zero) * 10 + <i32>load<u8>(at, 1) - zero;
}

/** Days since 1970-01-01 of ten bytes, counted in years that begin in March. */
function dayOf(at: usize): i32 {
  let year = pair(at) * 100 + pair(at + 2);
  const month = pair(at + 5);
  if (month <= 2) year--;
  const era = year / 400;
  const ofEra = year - era * 400;
  const ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + pair(at + 8) - 1;
  return era * 146097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719468;
}

const microsOfSecond: i64 = 1000000;

function readMoment(form: Form): bool {
  const type = form === Form.timestamp ? Types.timestamp : Types.timestamptz;
  if ((quickTypes(start, length, type) & type) === 0) {
    whole = momentOf(start, length, form === Form.timestamptz);
    return whole !== i64.MIN_VALUE;
  }
  let seconds = <i64>dayOf(start) * 86400;
  whole = seconds * microsOfSecond;
  if (length === 10) return true;
  seconds += <i64>(pair(start + 11) * 3600 + pair(start + 14) * 60);
  if (length > 16) seconds += <i64>pair(start + 17);
  let at = start + 19;
  const end = start + <usize>length;
  let fraction: i64 = 0;
  if (at < end && load<u8>(at) === point) {
    let unit: i64 = microsOfSecond / 10;
    for (at++; at < end; at++, unit /= 10) {
      const digit = <u32>load<u8>(at) - 48;
      if (digit > 9) break;
      fraction += <i64>digit * unit;
    }
  }
  if (form === Form.timestamptz) seconds -= offsetAt(at, end);
  whole = seconds * microsOfSecond + fraction;
  return true;
}

/** Seconds of `Z`, `+02`, `+0200` or `+02:00`. */
function offsetAt(at: usize, end: usize): i64 {
  const length = end - at;
  if (length === 1) return 0;
  const hours = pair(at + 1);
  const minutes = length === 3 ? 0 : pair(at + (length === 6 ? 4 : 3));
  const seconds = <i64>(hours * 3600 + minutes * 60);
  return load<u8>(at) === minus ? -seconds : seconds;
}
