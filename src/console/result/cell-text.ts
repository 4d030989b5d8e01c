// Writes a value as text: on the screen, in a record of CSV, as JSON.
import { ExactNumber, type Value } from '../../client/client.ts';
import { writeJson } from '../../client/write-json.ts';

/** Lists and structs as JSON, everything else as it is; NULL is the caller's to tell apart. */
export function cellText(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return value;
  return typeof value === 'object' && !(value instanceof ExactNumber)
    ? writeJson(value)
    : String(value);
}
