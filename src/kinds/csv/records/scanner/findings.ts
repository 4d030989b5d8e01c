// Holds what was found in the records so far, and what stops the scan.

export enum Fault {
  none,
  mixedLineEnds,
  textAfterQuote,
  openQuote,
  tooFewFields,
  tooManyFields,
  value,
}

/** Bytes, its line end included. */
export let longestRecord: u32 = 0;
export let fault: Fault = Fault.none;
/** Its address. */
export let faultAt: usize = 0;
/** The field with the fault, counted from 0; of a record with too few or too many, their number. */
export let faultColumn: i32 = 0;

export function reset(): void {
  longestRecord = 0;
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

export function measure(bytes: usize): void {
  if (<u32>bytes > longestRecord) longestRecord = <u32>bytes;
}
