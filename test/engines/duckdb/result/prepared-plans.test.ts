import { expect, test } from 'vitest';
import { planRows } from '../../../../src/engines/duckdb/result/plan-rows.ts';
import { PreparedPlans } from '../../../../src/engines/duckdb/result/prepared-plans.ts';
import { openConnection } from '../open-connection.ts';

/** Asks once for each of the texts and says which of them found a plan. */
async function askAll(plans: PreparedPlans, texts: readonly string[]): Promise<boolean[]> {
  const connection = await openConnection();
  const found: boolean[] = [];
  for (const sql of texts) {
    const known = plans.find(sql, 'json-array');
    const plan = known ?? (await planRows(connection, sql, 'json-array'));
    await plan.statement.run();
    plans.put(sql, 'json-array', plan);
    found.push(known !== undefined);
  }
  return found;
}

test('keeps a plan from its second use on', async () => {
  const asked = ['SELECT 1', 'SELECT 1', 'SELECT 1', 'SELECT 2', 'SELECT 1'];
  expect(await askAll(new PreparedPlans(2), asked)).toEqual([false, false, true, false, true]);
});

test('keeps the plans used last', async () => {
  const plans = new PreparedPlans(2);
  await askAll(
    plans,
    ['SELECT 1', 'SELECT 2', 'SELECT 3'].flatMap((sql) => [sql, sql]),
  );
  expect(await askAll(plans, ['SELECT 2', 'SELECT 3', 'SELECT 1'])).toEqual([true, true, false]);
});

test('keeps nothing that names what is forgotten', async () => {
  const plans = new PreparedPlans(2);
  await askAll(plans, ['SELECT 1 AS a', 'SELECT 1 AS a', 'SELECT 2 AS b', 'SELECT 2 AS b']);
  plans.forget('AS a');
  expect(await askAll(plans, ['SELECT 1 AS a', 'SELECT 2 AS b'])).toEqual([false, true]);
});

test('tells layouts apart', async () => {
  const plans = new PreparedPlans(2);
  await askAll(plans, ['SELECT 1', 'SELECT 1']);
  expect(plans.find('SELECT 1', 'csv')).toBeUndefined();
});
