// Reads JSON and keeps every digit of its numbers. Takes and refuses what JSON.parse does, but for the depth.
import { keepDigits } from './exact-number.ts';
import { type JsonOf, JsonReader, type ReadNumber, type Scalar } from './json-reader.ts';
import type { JsonText } from './json-text.ts';

export type Value = JsonOf<never>;

/** Of an answer: what is nested in it stays as it is written. */
export type CellValue = Scalar | JsonText;

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
