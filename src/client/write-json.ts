// Writes values of an answer as JSON with every digit: JSON.stringify knows no big integers.
import { ExactNumber } from './exact-number.ts';
import type { Value } from './read-json.ts';

export function writeJson(value: Value): string {
  if (value === null || typeof value !== 'object') return writeScalar(value);
  if (value instanceof ExactNumber) return value.digits;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value as { readonly [key: string]: Value });
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
}

function writeScalar(value: string | number | bigint | boolean | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
