// Holds what was found in the records so far.
import { LineEnd, lineEnd } from './dialect';

export enum Fault {
  none,
  mixedLineEnds,
  textAfterQuote,
  openQuote,
  tooFewFields,
  tooManyFields,
  value,
}

export let records: f64 = 0;
/** Bytes, its line end included. */
export let longestRecord: u32 = 0;
/** A quote stands somewhere, the header left out. */
export let hasQuote: bool = false;
export let hasQuotedBreak: bool = false;
/** Spaces stand between a quote and the end of its field. */
export let hasSpacedQuote: bool = false;
/** Nothing stands in a line. */
export let hasEmptyLine: bool = false;
export let fault: Fault = Fault.none;
/** Its address. */
export let faultAt: usize = 0;
/** The field with the fault, counted from 0; of a record with too few or too many, their number. */
export let faultColumn: i32 = 0;

export function reset(): void {
  records = 0;
  longestRecord = 0;
  hasQuote = false;
  hasQuotedBreak = false;
  hasSpacedQuote = false;
  hasEmptyLine = false;
  fault = Fault.none;
}

export function stop(kind: Fault, at: usize, column: i32 = 0): void {
  fault = kind;
  faultAt = at;
  faultColumn = column;
}

export function forgetFault(): void {
  fault = Fault.none;
}

export function countRecords(count: i32): void {
  records += <f64>count;
}

export function measure(bytes: usize): void {
  if (<u32>bytes > longestRecord) longestRecord = <u32>bytes;
  if (bytes <= (lineEnd === LineEnd.CRLF ? 2 : 1)) hasEmptyLine = true;
}

export function sawQuote(): void {
  hasQuote = true;
}

export function sawSpacedQuote(): void {
  hasSpacedQuote = true;
}

export function sawQuotedBreak(): void {
  hasQuotedBreak = true;
}
