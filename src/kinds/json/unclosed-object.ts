// Tells of a fault in an object whether it is one that is not closed: then it stands where the object begins.
import { bytes } from './json-bytes.ts';
import { EndOfFile, type JsonFault } from './json-fault.ts';

/** What is wrong, or null for another fault. The object begins at `start`. */
export function unclosedWords(fault: JsonFault, data: Buffer, start: number): string | null {
  if (fault instanceof EndOfFile) return 'an object begins here and is not closed';
  if (
    data[fault.at] !== bytes.openBrace ||
    !data.subarray(start, fault.at).includes(bytes.lineFeed)
  )
    return null;
  const isNext = indentOf(data, fault.at) === indentOf(data, start);
  return isNext ? 'an object begins here and is not closed before the next one' : null;
}

/** Where the line of an object begins, if nothing but blanks stands before it; else where the object does. */
export function lineStart(data: Buffer, start: number): number {
  let at = start;
  while (at > 0 && isBlank(data[at - 1])) at--;
  return at;
}

/** Blanks before an object on its line; null where anything else stands there. */
function indentOf(data: Buffer, start: number): string | null {
  const at = lineStart(data, start);
  const isLine = at === 0 || data[at - 1] === bytes.lineFeed;
  return isLine ? data.toString('latin1', at, start) : null;
}

function isBlank(byte: number | undefined): boolean {
  return byte === bytes.space || byte === bytes.tab;
}
