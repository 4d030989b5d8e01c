// Names the bytes that JSON is made of.

export const bytes = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  plus: 0x2b,
  comma: 0x2c,
  minus: 0x2d,
  point: 0x2e,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  letterE: 0x45,
  letterT: 0x54,
  letterZ: 0x5a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  smallE: 0x65,
  smallF: 0x66,
  smallN: 0x6e,
  smallT: 0x74,
  smallU: 0x75,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= bytes.zero && byte <= bytes.nine;
}
