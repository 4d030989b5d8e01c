// Tells by the first bytes of a file whether it is JSON: by its whole first value, as CSV may begin with a bracket, too.
import type { FileStart } from '../shared/bytes/file-start.ts';
import { bytes as ascii } from './json-bytes.ts';
import { JsonFault } from './json-fault.ts';
import { JsonScanner } from './json-scanner.ts';
import { incomplete } from './json-tokens.ts';

/** `ndjson`: it begins with an object that is a line. */
export function recogniseJson({ bytes }: FileStart): 'json' | 'ndjson' | null {
  const start = bytes.findIndex((byte) => !isBlank(byte));
  const first = bytes[start];
  if (first !== ascii.openBrace && first !== ascii.openBracket) return null;
  const end = endOfValue(bytes, start);
  if (end === incomplete) return 'json';
  if (end === null) return beginsWithKey.test(textFrom(bytes, start)) ? 'json' : null;
  const value = bytes.toString('utf8', start, end);
  const behind = textFrom(bytes, end);
  if (!mayFollow(value).test(behind)) return null;
  return first === ascii.openBrace && !value.includes('\n') ? 'ndjson' : 'json';
}

/** `incomplete`: it goes on behind these bytes. Null: it is no value. */
function endOfValue(bytes: Buffer, start: number): number | null {
  const scanner = new JsonScanner();
  scanner.put(bytes, bytes.length, false);
  try {
    return scanner.scanValue(start);
  } catch (error) {
    if (error instanceof JsonFault) return null;
    throw error;
  }
}

/** Of an object that has a fault: what stands there tells more than another reader would. */
const beginsWithKey = /^\[?\s*\{\s*(?:"(?:[^"\\]|\\.)*"|'[^'\n]*')\s*:/;

/** Objects parted by commas are JSON with a fault; whatever else follows on the same line makes a value a field of CSV. */
const afterObjects = /^[ \t]*(?:,?[ \t\r]*(?:\n|$)|,?\s*\{)/;
/** A line such as `[2024]` may be the name of a column. */
const afterList = /^\s*(?:[[{]|$)/;

function mayFollow(value: string): RegExp {
  return /^\[?\s*\{/.test(value) ? afterObjects : afterList;
}

/** As far as a key or what follows on a value can be seen. */
function textFrom(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, at + 4_096);
}

function isBlank(byte: number): boolean {
  return [ascii.space, ascii.tab, ascii.lineFeed, ascii.carriageReturn].some(
    (each) => each === byte,
  );
}
