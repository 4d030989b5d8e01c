// Walks through one record byte by byte: for whatever blocks.ts does not take.
import {
  carriageReturn,
  delimiter,
  hasQuotes,
  LineEnd,
  lineEnd,
  lineFeed,
  quote,
  space,
  width,
} from './dialect';
import { Fault, fault, measure, stop } from './findings';
import { keepEnd, keepRun } from './runs';

/** The header's texts are none of a column's. */
let isHeader = false;
/** The record has a text beyond the last column. */
let isTooLong = false;

/** Where the record ends that starts at `from`, or `from` itself where it is not whole or has a fault. */
export function walkRecord(from: usize, to: usize, isLast: bool): usize {
  let at = from;
  isTooLong = false;
  for (let column = 0; ; column++) {
    const end = walkField(column, at, to, isLast);
    if (end === 0 || fault !== Fault.none) return from;
    keepEnd(column, end);
    if (end < to && load<u8>(end) === delimiter) {
      at = end + 1;
      continue;
    }
    const next = afterLineEnd(from, end, to, isLast);
    if (next === 0) return from;
    return endRecord(from, end, next, column + 1) ? next : from;
  }
}

export function walkHeader(from: usize, to: usize, isLast: bool): usize {
  isHeader = true;
  const next = walkRecord(from, to, isLast);
  isHeader = false;
  return next;
}

function endRecord(from: usize, end: usize, next: usize, fields: i32): bool {
  measure(next - from);
  if (isHeader || (end === from && width > 1)) return true;
  if (fields < width || isTooLong) {
    stop(isTooLong ? Fault.tooManyFields : Fault.tooFewFields, from, fields);
    return false;
  }
  keepRun(from, 1);
  return true;
}

/** Where the field ends that starts at `at`, or 0 where it is not whole. */
function walkField(column: i32, at: usize, to: usize, isLast: bool): usize {
  if (hasQuotes) {
    const open = at + (at < to && load<u8>(at) === space && delimiter !== space ? 1 : 0);
    if (open < to && load<u8>(open) === quote) {
      return walkQuoted(column, open + 1, to, isLast);
    }
  }
  let end = at;
  while (end < to && !isEnd(load<u8>(end))) end++;
  if (end === to && !isLast) return 0;
  noteText(column, at, end);
  return end;
}

function walkQuoted(column: i32, at: usize, to: usize, isLast: bool): usize {
  const close = closingQuote(at, to, isLast);
  if (close === 0) return 0;
  let end = close + 1;
  for (; end < to && !isEnd(load<u8>(end)); end++) {
    if (load<u8>(end) === space) continue;
    stop(Fault.textAfterQuote, end, column);
    return 0;
  }
  if (end === to && !isLast) return 0;
  noteText(column, at, close);
  return end;
}

function closingQuote(at: usize, to: usize, isLast: bool): usize {
  for (let next = at; next < to; next++) {
    const byte = load<u8>(next);
    if (byte !== quote) continue;
    if (next + 1 === to) return isLast ? next : 0;
    if (load<u8>(next + 1) !== quote) return next;
    next++;
  }
  if (isLast) stop(Fault.openQuote, at - 1);
  return 0;
}

function noteText(column: i32, at: usize, end: usize): void {
  if (column >= width && at < end) isTooLong = true;
}

function isEnd(byte: u8): bool {
  return byte === delimiter || byte === lineFeed || byte === carriageReturn;
}

/**
 * Where the next record starts, or 0 where that cannot be told yet or the line end is another one. After a CR, which has
 * ended a record, an LF belongs to that line.
 */
function afterLineEnd(from: usize, end: usize, to: usize, isLast: bool): usize {
  if (end === to) return to;
  if (load<u8>(end) === (lineEnd === LineEnd.LF ? lineFeed : carriageReturn)) {
    if (lineEnd !== LineEnd.CRLF) return end + 1;
    if (end + 1 < to && load<u8>(end + 1) === lineFeed) return end + 2;
    if (end + 1 === to && !isLast) return 0;
  }
  const isLate = lineEnd === LineEnd.CR && end === from && load<u8>(end) === lineFeed;
  stop(Fault.mixedLineEnds, isLate ? end - 1 : end);
  return 0;
}
