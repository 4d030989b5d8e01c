// Narrows down the types in which every text of a column is exact, and checks texts against types that were given.
import { fractionDigits, quickTypes, Types, wholeDigits } from '../../../shared/scanner/texts';
import { Fault, stop } from './findings';
import { lookAt } from './host';

/**
 * 8 bytes for each column: the types that are possible (u16; 0 where a type was given), the most digits before and after
 * the point so far (u8 each); the types that fit a given one (u16), and the most digits it has room for (u8 each).
 */
let entries: usize = 0;
const entryBytes: usize = 8;

/** One bit for each length of text that always takes a closer look; the last is for all that are longer. */
let closeLengths: u32 = 0;

export function setColumns(at: usize): void {
  entries = at;
}

export function lookCloserAt(lengths: u32): void {
  closeLengths = lengths;
}

export function isClose(length: i32): bool {
  return ((closeLengths >>> min(length, 31)) & 1) !== 0;
}

export function entryOf(column: i32): usize {
  return entries + <usize>column * entryBytes;
}

export function possibleTypes(entry: usize): u32 {
  return <u32>load<u16>(entry);
}

/** False where any text will do. */
export function isOpen(entry: usize): bool {
  return possibleTypes(entry) !== Types.varchar;
}

export function mostWholeDigits(entry: usize): i32 {
  return <i32>load<u8>(entry, 2);
}

export function mostFractionDigits(entry: usize): i32 {
  return <i32>load<u8>(entry, 3);
}

/** The column holds texts of just these types, with so many digits. */
export function narrow(entry: usize, types: u32, before: i32, after: i32): void {
  store<u16>(entry, <u16>(possibleTypes(entry) & types));
  if (before > mostWholeDigits(entry)) store<u8>(entry, <u8>before, 2);
  if (after > mostFractionDigits(entry)) store<u8>(entry, <u8>after, 3);
}

/** The text of a field, not empty. The 32 bytes from `at` on can be read. */
export function takeText(column: i32, entry: usize, at: usize, length: i32, isQuoted: bool): void {
  const possible = possibleTypes(entry);
  const types = isClose(length) ? 0 : quickTypes(at, length, possible);
  if (possible === 0) {
    if (!fits(entry, types)) lookCloser(column, entry, at, length, isQuoted);
  } else if (types === 0) lookCloser(column, entry, at, length, isQuoted);
  else narrow(entry, types | Types.varchar, wholeDigits, fractionDigits);
}

function fits(entry: usize, types: u32): bool {
  if ((types & <u32>load<u16>(entry, 4)) === 0) return false;
  return wholeDigits <= <i32>load<u8>(entry, 6) && fractionDigits <= <i32>load<u8>(entry, 7);
}

function lookCloser(column: i32, entry: usize, at: usize, length: i32, isQuoted: bool): void {
  const found = lookAt(column, at, length, isQuoted);
  if (found === -1) stop(Fault.value, at, column);
  else if (possibleTypes(entry) !== 0)
    narrow(entry, <u32>found & 0xffff, (found >> 16) & 255, (found >>> 24) & 255);
}
