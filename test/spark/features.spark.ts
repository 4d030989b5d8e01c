// Both engines give the same answers to the same questions, or Spark says that it cannot.
import { expect, test } from 'vitest';
import { ask } from '../test-engine.ts';
import {
  type Comparison,
  compareEngines,
  compareExpressions,
  countOf,
  describeAll,
  inLanes,
} from './compare-engines.ts';
import { featureFiles } from './feature-data.ts';
import { functionExpressions, functionQueries } from './feature-functions.ts';
import { expressions, queries } from './feature-queries.ts';
import { openEngines } from './open-engines.ts';
import { sampleOf } from './sample.ts';

const atOnce = 24;

test('expressions', { timeout: 1_800_000 }, async () => {
  const engines = await openEngines(featureFiles);
  const groups: string[][] = [];
  const asked = sampleOf([...expressions, ...functionExpressions]);
  for (let from = 0; from < asked.length; from += atOnce) {
    groups.push(asked.slice(from, from + atOnce));
  }
  report(await inLanes(groups, (some) => compareExpressions(engines, some, 'things.csv')));
});

test('queries', { timeout: 1_800_000 }, async () => {
  const engines = await openEngines(featureFiles);
  const asked = sampleOf([...queries, ...functionQueries]);
  report(await inLanes(asked, async (sql) => [await compareEngines(engines, sql)]));
});

test('what Spark would turn round or write otherwise is an error', async () => {
  const { spark } = await openEngines(featureFiles);
  for (const expression of [
    'day + 2147483647',
    'day - 2147483647',
    '(day + 3000000)::VARCHAR',
    '(day - 1)::VARCHAR',
  ]) {
    const asked = ask(spark, `SELECT ${expression} FROM things.csv WHERE id IN (3, 4)`);
    await expect(asked, expression).rejects.toMatchObject({ code: 'execution_failed' });
  }
});

function report(comparisons: readonly Comparison[]): void {
  const counts = countOf(comparisons);
  console.log(JSON.stringify(counts));
  const wrong = comparisons.filter(({ outcome }) => outcome === 'differs' || outcome === 'stopped');
  expect(wrong.length, describeAll(wrong)).toBe(0);
  expect(counts.same).toBeGreaterThan(0.8 * comparisons.length);
}
