// Writes the values of parameters as JSON, and refuses those that JSON would change.
import { ExactNumber } from './exact-number.ts';
import { writeJson } from './write-json.ts';

/** A value for the place of a parameter. Every digit arrives. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | null
  | ExactNumber
  | readonly Parameter[];

/** In order for `?` and `$1`, or by name for `$name`. */
export type Parameters = readonly Parameter[] | { readonly [name: string]: Parameter };

/** Throws a TypeError. */
export function writeParams(params: Parameters): string {
  if (typeof params !== 'object' || params === null || params instanceof ExactNumber) {
    throw new TypeError('Expected params to be an array or an object');
  }
  for (const [name, value] of Object.entries(params)) check(name, value);
  return writeJson(params);
}

function check(name: string, value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) check(name, item);
    return;
  }
  const isKnown = value === null || value instanceof ExactNumber || plainTypes.has(typeof value);
  if (isKnown && (typeof value !== 'number' || Number.isFinite(value))) return;
  throw new TypeError(
    `Expected the value ${name} of params to be a string, a finite number, a bigint, an ExactNumber, a boolean, null or an array of them`,
  );
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean']);
