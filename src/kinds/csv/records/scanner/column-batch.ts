// Tells the types of one column in the located records, in tight loops for the kinds that most columns are.
import {
  fractionDigits,
  isDay,
  shortTypes,
  Types,
  wholeDigits,
} from '../../../shared/scanner/texts';
import {
  entryOf,
  isClose,
  isOpen,
  mostFractionDigits,
  mostWholeDigits,
  narrow,
  possibleTypes,
  takeText,
} from './columns';
import { beginColumn, isQuoted, length, readField, start, step } from './field';
import { Fault, fault } from './findings';
import { afterRun, endsIn, firstRun, isRun, recordsIn } from './runs';

const mostShort: u32 = 15;

/** Narrows the types of a column down to those of the located records, or stops at the first that does not fit. */
export function inferColumn(column: i32): void {
  const entry = entryOf(column);
  beginColumn(column);
  for (let run = firstRun(); isRun(run) && isOpen(entry); run = afterRun(run)) {
    const at = endsIn(run) + ((<usize>column) << 2);
    takeRun(column, at, at + recordsIn(run) * step);
    if (fault !== Fault.none) return;
  }
}

function takeRun(column: i32, from: usize, to: usize): void {
  const entry = entryOf(column);
  let at = from;
  while (at < to) {
    at = takeAlike(entry, at, to);
    if (at >= to) return;
    readField(at);
    if (length > 0) takeText(column, entry, start, <i32>length, isQuoted);
    if (fault !== Fault.none || !isOpen(entry)) return;
    at += step;
  }
}

/** Takes fields while they are of the kind that the column is so far; returns the place of the first that is not. */
function takeAlike(entry: usize, from: usize, to: usize): usize {
  const possible = possibleTypes(entry);
  if ((possible & Types.numbers) === Types.numbers) return takeWholes(entry, from, to);
  if ((possible & Types.double) !== 0) return takeNumbers(entry, from, to);
  return (possible & Types.date) !== 0 ? takeDays(from, to) : from;
}

function takeWholes(entry: usize, from: usize, to: usize): usize {
  const zeros = i8x16.splat(48);
  const tens = i8x16.splat(10);
  let before = <u32>mostWholeDigits(entry);
  let at = from;
  for (; at < to; at += step) {
    readField(at);
    if (length === 0) continue;
    const digits = i8x16.bitmask(i8x16.lt_u(i8x16.sub(v128.load(start), zeros), tens));
    const own = (1 << length) - 1;
    if (length > mostShort || (digits & own) !== own || isClose(length)) break;
    if (length > 1 && load<u8>(start) === 48) break;
    before = max(before, length);
  }
  if (before > 0) narrow(entry, Types.numbers | Types.varchar, before, 0);
  return at;
}

function takeNumbers(entry: usize, from: usize, to: usize): usize {
  const possible = possibleTypes(entry);
  let before = mostWholeDigits(entry);
  let after = mostFractionDigits(entry);
  let common = possible;
  let at = from;
  for (; at < to; at += step) {
    readField(at);
    if (length === 0) continue;
    if (length > mostShort || isClose(length)) break;
    const types = shortTypes(start, length, possible);
    if ((types & Types.double) === 0) break;
    common &= types | Types.varchar;
    before = max(before, wholeDigits);
    after = max(after, fractionDigits);
  }
  narrow(entry, common, before, after);
  return at;
}

function takeDays(from: usize, to: usize): usize {
  let at = from;
  for (; at < to; at += step) {
    readField(at);
    if (length === 0) continue;
    if (length !== 10 || !isDay(start) || isClose(length)) break;
  }
  return at;
}
