// Asks both engines the same, and tells where the cluster's answer is another one.

import { PathqlError } from '../../src/errors.ts';
import type { QueryEngine } from '../../src/run/query-engine.ts';
import { ask } from '../test-engine.ts';

export interface Engines {
  readonly embedded: QueryEngine;
  readonly spark: QueryEngine;
}

/** `refused`: said to be not available on Spark; `stopped`: an error on Spark alone. */
export type Outcome = 'same' | 'both fail' | 'refused' | 'stopped' | 'differs';

export interface Comparison {
  readonly sql: string;
  readonly outcome: Outcome;
  readonly expected: string;
  readonly found: string;
}

/** Rows count in any order, unless the text ends in an ORDER BY. */
export async function compareEngines(engines: Engines, sql: string): Promise<Comparison> {
  const [expected, found] = [
    await answerOf(engines.embedded, sql),
    await answerOf(engines.spark, sql),
  ];
  const outcome = outcomeOf(expected, found);
  return { sql, outcome, expected: expected.text, found: found.text };
}

interface Told {
  readonly code: string | null;
  readonly text: string;
}

async function answerOf(engine: QueryEngine, sql: string): Promise<Told> {
  try {
    const { columns, text, rowsScanned } = await ask(engine, sql, { layout: 'texts' });
    const lines = text.split('\n').filter((line) => line !== '');
    if (!/\bORDER BY\b[^()]*$/i.test(sql)) lines.sort();
    return {
      code: null,
      text: [JSON.stringify(columns), String(rowsScanned), ...lines].join('\n'),
    };
  } catch (error) {
    if (!(error instanceof PathqlError)) throw error;
    return { code: error.code, text: `${error.code}: ${error.message}` };
  }
}

function outcomeOf(expected: Told, found: Told): Outcome {
  if (found.code === 'not_on_spark') return 'refused';
  if (found.code !== null) return expected.code === null ? 'stopped' : 'both fail';
  return expected.code === null && expected.text === found.text ? 'same' : 'differs';
}

/** Several expressions in one query where they all run, else each by itself. */
export async function compareExpressions(
  engines: Engines,
  expressions: readonly string[],
  table: string,
): Promise<Comparison[]> {
  const together = `SELECT id, ${expressions.join(', ')} FROM ${table} ORDER BY id`;
  const all = await compareEngines(engines, together);
  if (all.outcome === 'same') return expressions.map((sql) => ({ ...all, sql }));
  if (expressions.length === 1) return [all];
  const half = Math.ceil(expressions.length / 2);
  return [
    ...(await compareExpressions(engines, expressions.slice(0, half), table)),
    ...(await compareExpressions(engines, expressions.slice(half), table)),
  ];
}

export function countOf(comparisons: readonly Comparison[]): Record<Outcome, number> {
  const counts: Record<Outcome, number> = {
    same: 0,
    'both fail': 0,
    refused: 0,
    stopped: 0,
    differs: 0,
  };
  for (const { outcome } of comparisons) counts[outcome] += 1;
  return counts;
}

export function describeAll(comparisons: readonly Comparison[]): string {
  return comparisons
    .map(
      ({ sql, expected, found }) =>
        `${sql}\n--- embedded\n${cut(expected)}\n--- Spark\n${cut(found)}`,
    )
    .join('\n\n');
}

function cut(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}

/** Some at a time: planning a query on Spark takes one core. */
export async function inLanes<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly Comparison[]>,
): Promise<Comparison[]> {
  const waiting = [...items];
  const comparisons: Comparison[] = [];
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const some = await work(item);
      comparisons.push(...some);
      const shown = some.filter(({ outcome }) => outcome !== 'same' && outcome !== 'both fail');
      for (const one of shown) console.log(`${one.outcome}: ${one.sql}\n${cut(one.found)}`);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  return comparisons;
}
