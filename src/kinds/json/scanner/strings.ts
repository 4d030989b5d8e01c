// Finds where texts and the spaces between values end.

/** Instead of an address: what stands there is left to json-scanner.ts. */
export const unclear: usize = 0;

const quote: u8 = 34;
const backslash: u8 = 92;
const space: u8 = 32;

/** The text that was scanned last has one. */
export let hasEscape: bool = false;
/** A line feed stands between two parts of a record. */
export let hasBreak: bool = false;

export function forgetBreak(): void {
  hasBreak = false;
}

/** Behind the closing quote of the text whose opening one is before `at`. Bytes of 0 behind all others end it, too. */
export function textEnd(at: usize): usize {
  hasEscape = false;
  const quotes = i8x16.splat(quote);
  const backslashes = i8x16.splat(backslash);
  const spaces = i8x16.splat(space);
  while (true) {
    const bytes = v128.load(at);
    const marks = v128.or(
      v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, backslashes)),
      i8x16.lt_u(bytes, spaces),
    );
    const found = i8x16.bitmask(marks);
    if (found === 0) {
      at += 16;
      continue;
    }
    at += ctz(found);
    const byte = load<u8>(at);
    if (byte === quote) return at + 1;
    if (byte !== backslash) return unclear;
    hasEscape = true;
    at = escapeEnd(at);
    if (at === unclear) return unclear;
  }
}

function escapeEnd(at: usize): usize {
  switch (load<u8>(at, 1)) {
    case 34: // "
    case 47: // /
    case 92: // \
    case 98: // b
    case 102: // f
    case 110: // n
    case 114: // r
    case 116: // t
      return at + 2;
    case 117: // u
      return unitEnd(at);
  }
  return unclear;
}

/** A lone half of a pair is unclear. */
function unitEnd(at: usize): usize {
  const unit = unitAt(at);
  if (unit < 0) return unclear;
  if (unit < 0xd800 || unit > 0xdfff) return at + 6;
  const isPair = unit < 0xdc00 && load<u16>(at, 6) === 0x755c;
  return isPair && (unitAt(at + 6) & ~0x3ff) === 0xdc00 ? at + 12 : unclear;
}

/** -1: it is no four digits. */
function unitAt(at: usize): i32 {
  let unit: i32 = 0;
  for (let i: usize = 2; i < 6; i++) {
    const digit = hexDigit(load<u8>(at + i));
    if (digit < 0) return -1;
    unit = (unit << 4) | digit;
  }
  return unit;
}

function hexDigit(byte: u8): i32 {
  const digit = <i32>byte - 48;
  if (<u32>digit <= 9) return digit;
  const letter = (<i32>byte | 32) - 97;
  return <u32>letter <= 5 ? letter + 10 : -1;
}

/** The first byte from `at` on that is no space. */
export function skipSpace(at: usize): usize {
  return load<u8>(at) > space ? at : skipSpaces(at);
}

function skipSpaces(at: usize): usize {
  while (true) {
    const byte = load<u8>(at);
    if (byte === 10) hasBreak = true;
    else if (byte !== space && byte !== 9 && byte !== 13) return at;
    at++;
  }
}
