// Writes a value of a JSON answer as the texts that rows are made of. Numbers, lists and structs stay as the server wrote them.
import { JsonText } from '../client/json-text.ts';
import type { CellValue } from '../client/read-json.ts';
import type { CellTexts } from '../formats/write-row.ts';

export function cellTexts(value: CellValue): CellTexts {
  if (value === null) return { json: 'null', text: null, isText: false };
  if (typeof value === 'string') return { json: JSON.stringify(value), text: value, isText: true };
  const isText = value instanceof JsonText;
  const json = isText ? value.json : String(value);
  return { json, text: json, isText };
}
