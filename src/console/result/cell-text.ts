// Writes a value as text: on the screen, in a record of CSV, as JSON.
import { JsonText } from '../../client/json-text.ts';
import type { CellValue } from '../../client/read-json.ts';
import { CutValue } from '../answer/cut-value.ts';

/** Lists and structs as JSON, everything else as it is; NULL is the caller's to tell apart. Of a cut value what is here. */
export function cellText(value: CellValue | CutValue): string {
  if (value === null) return 'NULL';
  if (value instanceof CutValue) return value.start;
  return value instanceof JsonText ? value.json : String(value);
}

export function cellJson(value: CellValue): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? JSON.stringify(value) : cellText(value);
}
