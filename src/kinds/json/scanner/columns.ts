// Holds what is known of the columns, and narrows down what the values of each have in common.
import { fractionDigits, Types, wholeDigits } from '../../shared/scanner/texts';

/**
 * 24 bytes for each column: the address and the length of its key with its quotes (u32 each; length 0: it is written with
 * escapes), the last record in which it was seen (u32), the types of its numbers and of its texts that are possible (u16
 * each), the most digits of its numbers before and after the point (u8 each), the kinds of its values (u8), and whether an
 * engine would write other digits (u8).
 */
let entries: usize = 0;
let columns: i32 = 0;
const entryBytes: usize = 24;

/** Bits, as in column-facts.ts. */
export namespace Kinds {
  export const boolean: u8 = 1;
  export const number: u8 = 2;
  export const text: u8 = 4;
  export const nested: u8 = 8;
}

export function setColumns(at: usize, count: i32): void {
  entries = at;
  columns = count;
}

export function entryOf(column: i32): usize {
  return entries + <usize>column * entryBytes;
}

/** So many are looked at for a key that is not the next one. */
const mostLooks: i32 = 64;
export const unknown: i32 = -1;

/** The column whose key stands at `at`. Most records have the keys of the one before, in the same order. */
export function columnAt(at: usize, guess: i32): i32 {
  if (guess < columns && isKeyAt(entryOf(guess), at)) return guess;
  const looks = min(columns, mostLooks);
  for (let i = 1; i <= looks; i++) {
    let column = guess + i;
    while (column >= columns) column -= columns;
    if (isKeyAt(entryOf(column), at)) return column;
  }
  return unknown;
}

export function keyLength(entry: usize): usize {
  return <usize>load<u32>(entry, 4);
}

function isKeyAt(entry: usize, at: usize): bool {
  const length = keyLength(entry);
  return length !== 0 && isSame(<usize>load<u32>(entry), at, length);
}

/** 15 bytes behind both can be read. */
export function isSame(one: usize, other: usize, length: usize): bool {
  let left = length;
  for (; left > 16; left -= 16) {
    if (v128.any_true(v128.xor(v128.load(one), v128.load(other)))) return false;
    one += 16;
    other += 16;
  }
  const same = <u32>i8x16.bitmask(i8x16.eq(v128.load(one), v128.load(other)));
  const own: u32 = ((<u32>1) << (<u32>left)) - 1;
  return (same & own) === own;
}

/** False where the record has the key already. */
export function isNew(entry: usize, record: u32): bool {
  if (load<u32>(entry, 8) === record) return false;
  store<u32>(entry, record, 8);
  return true;
}

export function takeKind(entry: usize, kind: u8): void {
  store<u8>(entry, load<u8>(entry, 18) | kind, 18);
}

export function possibleNumbers(entry: usize): u32 {
  return <u32>load<u16>(entry, 12);
}

export function possibleTexts(entry: usize): u32 {
  return <u32>load<u16>(entry, 14);
}

export function takeText(entry: usize, types: u32): void {
  store<u16>(entry, <u16>(possibleTexts(entry) & types), 14);
  takeKind(entry, Kinds.text);
}

/** Digits count only of a number that is not rounded. */
const counted: u32 = Types.bigint | Types.hugeint | Types.decimal;

export function takeNumber(entry: usize, types: u32, whole: i32, fraction: i32): void {
  store<u16>(entry, <u16>(possibleNumbers(entry) & types), 12);
  takeKind(entry, Kinds.number);
  if ((types & counted) === 0) return;
  if (whole > <i32>load<u8>(entry, 16)) store<u8>(entry, <u8>whole, 16);
  if (fraction > <i32>load<u8>(entry, 17)) store<u8>(entry, <u8>fraction, 17);
}

/** The number that `quickTypes` looked at last. */
export function takeLookedAt(entry: usize, types: u32): void {
  takeNumber(entry, types, wholeDigits, fractionDigits);
}

export function isBent(entry: usize): bool {
  return load<u8>(entry, 19) !== 0;
}

export function takeBent(entry: usize): void {
  store<u8>(entry, 1, 19);
}
