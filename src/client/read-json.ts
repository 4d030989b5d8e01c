// Reads JSON and keeps every digit of its numbers. Takes and refuses what JSON.parse does, but for the depth.
import { type ExactNumber, keepDigits } from './exact-number.ts';
import { JsonReader, type ReadNumber } from './json-reader.ts';
import type { JsonText } from './json-text.ts';

export type Value =
  | string
  | number
  | boolean
  | null
  | bigint
  | ExactNumber
  | readonly Value[]
  | { readonly [key: string]: Value };

/** Of an answer: what is nested in it stays as it is written. */
export type CellValue = string | number | boolean | null | bigint | ExactNumber | JsonText;

/** Throws a SyntaxError, as the others do. */
export function readJson(text: string, readNumber: ReadNumber = keepDigits): Value {
  return new JsonReader(text, {
    readNumber,
    textDepth: Number.POSITIVE_INFINITY,
  }).document() as Value;
}

/** An array of rows, each an array of cells. */
export function readJsonRows(text: string): readonly (readonly CellValue[])[] {
  const reader = new JsonReader(text, { readNumber: keepDigits, textDepth: 2 });
  return reader.document() as readonly (readonly CellValue[])[];
}

/** Of one array or object: keys as they stand, or places from 0. */
export function readJsonMembers(text: string): readonly (readonly [key: string, CellValue])[] {
  const reader = new JsonReader(text, { readNumber: keepDigits, textDepth: 1 });
  return reader.members() as readonly (readonly [string, CellValue])[];
}
