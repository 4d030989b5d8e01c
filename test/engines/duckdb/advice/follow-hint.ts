// Takes the calls that a message suggests out of it, so that a test can follow them.
import { expect } from 'vitest';
import type { QueryEngine } from '../../../../src/run/query-engine.ts';
import { ask, askRows } from '../../../test-engine.ts';

/** Every `read_csv(…)` of a text, up to the bracket that closes it. */
export function callsIn(text: string): string[] {
  const calls: string[] = [];
  for (const { index } of text.matchAll(/read_csv\(/g)) {
    const rest = text.slice(index);
    const end = /^read_csv\((?:[^')]|'(?:[^']|'')*')*\)/.exec(rest);
    if (end) calls.push(end[0]);
  }
  return calls;
}

/** The message of a query that must fail. */
export async function refusal(engine: QueryEngine, from: string): Promise<string> {
  const failed = await ask(engine, `SELECT * FROM ${from}`).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(failed, `${from} is refused`).not.toBeNull();
  return failed ?? '';
}

export async function countOf(engine: QueryEngine, call: string): Promise<number> {
  const [[count] = []] = await askRows(engine, `SELECT count(*) FROM ${call}`);
  return Number(count);
}
