// Holds what the records of the file look like.

export const lineFeed: u8 = 10;
export const carriageReturn: u8 = 13;
export const space: u8 = 32;

export enum LineEnd {
  LF,
  CRLF,
  CR,
}

export let delimiter: u8 = 0;
export let hasQuotes: bool = false;
export let quote: u8 = 0;
export let lineEnd: LineEnd = LineEnd.LF;
/** Fields of a record. */
export let width: i32 = 0;

/** Bytes; `quoteByte` is -1 where quotes are text. */
export function setDialect(delimiterByte: i32, quoteByte: i32, end: i32, fields: i32): void {
  delimiter = <u8>delimiterByte;
  hasQuotes = quoteByte >= 0;
  quote = <u8>quoteByte;
  lineEnd = end;
  width = fields;
}
