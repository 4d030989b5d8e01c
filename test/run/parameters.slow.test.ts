// Gives a query as many values as a list may have.
import { expect, test } from 'vitest';
import type { Parameters } from '../../src/query/query-request.ts';
import { ask, type TestEngine, testEngine } from '../test-engine.ts';

let lab: TestEngine;
const open = async () => {
  lab = await testEngine({ 'a.csv': 'id,day\n1,2024-01-01\n9007199254740993,2024-02-01\n' });
};

const rowsOf = async (sql: string, parameters: Parameters) =>
  (await ask(lab.engine, sql, { parameters })).text;

test('a list has as many values as one after IN', async () => {
  await open();
  const ids = Array.from({ length: 100_000 }, (_, i) => ({ digits: String(i) }));
  expect(await rowsOf('SELECT id FROM a.csv WHERE id = ANY($ids)', { ids })).toBe('[1]');
});
