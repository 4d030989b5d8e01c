// Reads the document of an answer whose lists, structs and JSON stay as the server wrote them.
import { keepDigits } from './exact-number.ts';
import { JsonReader, type ReadNumber } from './json-reader.ts';
import { type Answer, readAnswer } from './read-answer.ts';
import type { CellValue } from './read-json.ts';

export interface ExactAnswer extends Omit<Answer, 'rows'> {
  readonly rows: readonly (readonly CellValue[])[];
}

/** Cells lie in the document, its rows, and a row. */
const textDepth = 3;

/** Undefined when the document is something else. Throws a SyntaxError. */
export function readExactAnswer(
  text: string,
  readNumber: ReadNumber = keepDigits,
): ExactAnswer | undefined {
  const document = new JsonReader(text, { readNumber, textDepth }).document();
  return readAnswer(document) as ExactAnswer | undefined;
}
