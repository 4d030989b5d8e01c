// Writes a value of a JSON answer as the texts that rows are made of. Numbers keep the digits of the server.
import { ExactNumber } from '../client/exact-number.ts';
import type { Value } from '../client/read-json.ts';
import { writeJson } from '../client/write-json.ts';
import type { CellTexts } from '../formats/write-row.ts';

export function cellTexts(value: Value): CellTexts {
  if (value === null) return { json: 'null', text: null, isText: false };
  if (typeof value === 'string') return { json: JSON.stringify(value), text: value, isText: true };
  const json = writeJson(value);
  return { json, text: json, isText: typeof value === 'object' && !(value instanceof ExactNumber) };
}
