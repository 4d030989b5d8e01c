// Both engines give the same answers to the same questions, or Spark says that it cannot.
import { expect, test } from 'vitest';
import {
  type Comparison,
  compareEngines,
  compareExpressions,
  countOf,
  describeAll,
} from './compare-engines.ts';
import { featureFiles } from './feature-data.ts';
import { expressions, queries } from './feature-queries.ts';
import { openEngines } from './open-engines.ts';

const atOnce = 16;

test('expressions', { timeout: 1_200_000 }, async () => {
  const engines = await openEngines(featureFiles);
  const comparisons: Comparison[] = [];
  for (let from = 0; from < expressions.length; from += atOnce) {
    const some = expressions.slice(from, from + atOnce);
    comparisons.push(...(await compareExpressions(engines, some, 'things.csv')));
  }
  report(comparisons);
});

test('queries', { timeout: 1_800_000 }, async () => {
  const engines = await openEngines(featureFiles);
  const comparisons: Comparison[] = [];
  for (const sql of queries) comparisons.push(await compareEngines(engines, sql));
  report(comparisons);
});

function report(comparisons: readonly Comparison[]): void {
  const counts = countOf(comparisons);
  console.log(JSON.stringify(counts));
  const wrong = comparisons.filter(({ outcome }) => outcome === 'differs' || outcome === 'stopped');
  expect(wrong.length, describeAll(wrong)).toBe(0);
  expect(counts.same).toBeGreaterThan(0.85 * comparisons.length);
}
