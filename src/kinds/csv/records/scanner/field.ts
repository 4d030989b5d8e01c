// Reads where the text of a field stands, without the quotes around it.
import { delimiter, hasQuotes, LineEnd, lineEnd, quote, space, width } from './dialect';

/** Bytes from one field of a column to the next in a list of field ends. */
export let step: usize = 0;
/** Of CRLF, after the last field of a record. */
let returnBytes: u32 = 0;
/** Of the field that was read last. */
export let start: usize = 0;
export let length: u32 = 0;
export let isQuoted = false;

export function beginColumn(column: i32): void {
  step = (<usize>width) << 2;
  returnBytes = lineEnd === LineEnd.CRLF && column === width - 1 ? 1 : 0;
}

/** `at`: where its end is listed, behind the end of the field before. */
export function readField(at: usize): void {
  start = <usize>load<u32>(at - 4) + 1;
  length = load<u32>(at) - returnBytes - <u32>start;
  isQuoted = false;
  if (!hasQuotes || length === 0) return;
  const first = load<u8>(start);
  if (first === quote) takeQuotes(start);
  else if (first === space && delimiter !== space && length > 1 && load<u8>(start, 1) === quote) {
    takeQuotes(start + 1);
  }
}

/** Spaces may stand behind the quote that closes. */
function takeQuotes(open: usize): void {
  let close = start + <usize>length - 1;
  while (load<u8>(close) !== quote) close--;
  isQuoted = true;
  start = open + 1;
  length = <u32>(close - start);
}
