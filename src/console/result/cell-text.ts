// A value as text: on the screen, in a record of CSV, as JSON.
import { ExactNumber, type Value } from '../../client/client.ts';

export function isNumeric(value: Value): value is number | bigint | ExactNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof ExactNumber;
}

/** Lists and structs as JSON, everything else as it is; NULL is the caller's to tell apart. */
export function cellText(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return value;
  return typeof value === 'object' && !(value instanceof ExactNumber)
    ? jsonText(value)
    : String(value);
}

/** JSON with every digit; JSON.stringify knows no big integers. */
export function jsonText(value: Value): string {
  if (isNumeric(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as { readonly [key: string]: Value });
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${jsonText(one)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
