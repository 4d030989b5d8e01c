// Keeps where the fields of located records end, so that their columns can be written one after the other.
import { LineEnd, lineEnd, width } from './dialect';

/**
 * Runs of records, one behind the other, as numbers of 32 bits: how many records, the address before the first, and where
 * each field ends. A field begins behind the end of the one before. Of CRLF, the last field of a record has the CR, too.
 */
let first: usize = 0;
let last: usize = 0;
let limit: usize = 0;
let mostRecords: i32 = 0;
export let located: i32 = 0;
/** Columns are to be looked at: else records are counted only. */
export let keepsEnds: bool = false;

const headBytes: usize = 8;

export function setRuns(at: usize, bytes: usize, records: i32): void {
  first = at;
  limit = at + bytes;
  mostRecords = records;
  forgetRuns();
}

export function forgetRuns(): void {
  last = first;
  located = 0;
}

export function keepEnds(keeps: bool): void {
  keepsEnds = keeps;
}

/** Another record fits. */
export function hasRoom(): bool {
  return recordRoom() > 0 && endsRoom() > max(width, 192);
}

export function endsAt(): usize {
  return last + headBytes;
}

export function endsRoom(): i32 {
  return <i32>((limit - endsAt()) >> 2);
}

export function recordRoom(): i32 {
  return mostRecords - located;
}

export function keepEnd(column: i32, end: usize): void {
  if (!keepsEnds || column >= width) return;
  const own = lineEnd === LineEnd.CRLF && column === width - 1 ? 1 : 0;
  store<u32>(endsAt() + ((<usize>column) << 2), <u32>(end + own));
}

/** `from`: where the first of the records begins whose ends stand at `endsAt`. */
export function keepRun(from: usize, records: i32): void {
  located += records;
  if (!keepsEnds) return;
  store<u32>(last, <u32>records);
  store<u32>(last, <u32>(from - 1), 4);
  last = afterRun(last);
}

export function firstRun(): usize {
  return first;
}

export function isRun(run: usize): bool {
  return run < last;
}

export function recordsIn(run: usize): usize {
  return <usize>load<u32>(run);
}

export function endsIn(run: usize): usize {
  return run + headBytes;
}

export function afterRun(run: usize): usize {
  return endsIn(run) + ((recordsIn(run) * <usize>width) << 2);
}
