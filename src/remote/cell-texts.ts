// A value of a JSON answer as the texts that rows are written from. Numbers keep the digits of the server.
import { ExactNumber } from '../client/exact-number.ts';
import type { Value } from '../client/read-json.ts';
import type { CellTexts } from '../formats/write-row.ts';

export function cellTexts(value: Value): CellTexts {
  if (value === null) return { json: 'null', text: null, isText: false };
  if (typeof value === 'string') return { json: JSON.stringify(value), text: value, isText: true };
  const json = jsonOf(value);
  return { json, text: json, isText: typeof value === 'object' && !(value instanceof ExactNumber) };
}

function jsonOf(value: Value): string {
  if (value instanceof ExactNumber) return value.digits;
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${jsonOf(item)}`,
    );
    return `{${members.join(',')}}`;
  }
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
