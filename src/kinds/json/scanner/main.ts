// Scans JSON objects that are as most are: keys known, and each value told by its bytes. Whatever else comes is left to
// json-scanner.ts, which finds faults and new keys, and says what this is to know.
import { columnAt, entryOf, isNew, keyLength, unknown } from './columns';
import { forgetKeys } from './inner-keys';
import { forgetBreak, hasBreak, skipSpace, unclear } from './strings';
import { columnValueEnd } from './values';

export { leastPower, mostPower, setPowers } from '../../shared/scanner/doubles';
export { setColumns } from './columns';
export { setInnerKeys } from './inner-keys';

/** Of the last call of `scan`. */
export let records: u32 = 0;
/** Bytes. */
export let longestRecord: u32 = 0;
/** A line feed stood in one. */
export let hasBreakInside: bool = false;

let stamp: u32 = 0;
let maxRecordBytes: usize = 0;

const lineFeed: u8 = 10;
const carriageReturn: u8 = 13;
const comma: u8 = 44;
const colon: u8 = 58;
const openBrace: u8 = 123;
const closeBrace: u8 = 125;

/** Before another file: objects of more bytes are not taken. */
export function reset(mostBytes: u32): void {
  stamp = 0;
  maxRecordBytes = <usize>mostBytes;
}

/**
 * Takes the object that begins at `from`, and those that follow as the next line each. Returns where the last one ends:
 * `from` where none could be taken. Behind the bytes stand 64 of 0.
 */
export function scan(from: usize): usize {
  records = 0;
  longestRecord = 0;
  forgetBreak();
  let at = from;
  let end = from;
  for (;;) {
    const next = recordEnd(at);
    if (next === unclear || next - at > maxRecordBytes) break;
    hasBreakInside = hasBreak;
    records++;
    longestRecord = max(longestRecord, <u32>(next - at));
    end = next;
    at = load<u8>(end) === carriageReturn ? end + 1 : end;
    if (load<u8>(at) !== lineFeed || load<u8>(at, 1) !== openBrace) break;
    at++;
  }
  if (records === 0) hasBreakInside = false;
  return end;
}

function recordEnd(from: usize): usize {
  stamp++;
  forgetKeys();
  let at = skipSpace(from + 1);
  if (load<u8>(at) === closeBrace) return at + 1;
  let guess = 0;
  while (true) {
    const column = columnAt(at, guess);
    if (column === unknown) return unclear;
    guess = column + 1;
    const entry = entryOf(column);
    if (!isNew(entry, stamp)) return unclear;
    at = skipSpace(at + keyLength(entry));
    if (load<u8>(at) !== colon) return unclear;
    at = columnValueEnd(skipSpace(at + 1), entry);
    if (at === unclear) return unclear;
    at = skipSpace(at);
    const byte = load<u8>(at);
    if (byte === closeBrace) return at + 1;
    if (byte !== comma) return unclear;
    at = skipSpace(at + 1);
  }
}
