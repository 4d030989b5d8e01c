// Declares a call of a function in a bound plan, and reads which types its arguments have.
import type { Interval } from './intervals.ts';
import { kindOf } from './types.ts';

export interface Argument {
  readonly sql: string;
  readonly type: string;
  /** Of a constant, else undefined. */
  readonly constant: unknown;
  /** Where it is one that the query writes out. */
  readonly interval: Interval | undefined;
  /** The call that makes a list, of which `sql` is empty. */
  readonly list: Call | undefined;
}

export interface Call {
  readonly name: string;
  /** Of its value. */
  readonly type: string;
  readonly arguments: readonly Argument[];
}

/** Undefined: not for these types or constants. */
export type WriteCall = (call: Call) => string | undefined;

/** Kinds of types, as `kindOf` names them. */
export const numbers = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'DOUBLE', 'DECIMAL'];
export const wholes = numbers.slice(0, 5);
export const text = ['VARCHAR'];
export const double = ['DOUBLE'];
export const times = ['DATE', 'TIMESTAMP'];

/** `(VARCHAR, VARCHAR)` and the like: each argument is of one of the kinds. */
export function takes(
  given: readonly Argument[],
  ...kinds: readonly (readonly string[])[]
): boolean {
  return (
    given.length === kinds.length &&
    given.every(({ type }, index) => kinds[index]?.includes(kindOf(type)) === true)
  );
}

export function over(
  kinds: readonly (readonly string[])[],
  write: (...sql: readonly string[]) => string,
): WriteCall {
  return ({ arguments: given }) =>
    takes(given, ...kinds) ? write(...given.map(({ sql }) => sql)) : undefined;
}
