import { expect, test } from 'vitest';
import { testEngine } from '../../../test-engine.ts';

test.each([
  ["'1'::JSON", 'JSON'],
  ["['1'::JSON]", 'JSON[]'],
  ["array_value('1'::JSON, '2'::JSON)", 'JSON[2]'],
  ["{'a': ['1'::JSON], 'b c': 'x'}", 'STRUCT("a" JSON[], "b c" VARCHAR)'],
  ["MAP {'k': '1'::JSON}", 'MAP(VARCHAR, JSON)'],
  ["union_value(a := '1'::JSON)", 'UNION("a" JSON)'],
  ["[[{'a': 1.5::DECIMAL(9, 2)}]]", 'STRUCT("a" DECIMAL(9,2))[][]'],
  [
    'MAP {1: union_value(a := 1)::UNION(a INTEGER, b INTEGER)}',
    'MAP(INTEGER, UNION("a" INTEGER, "b" INTEGER))',
  ],
  ["'now'", 'VARCHAR'],
])('%s is of type %s', async (sql, type) => {
  const { engine } = await testEngine();
  const answer = await engine.answer({ sql: `SELECT ${sql} AS v`, layout: 'json-array' });
  await answer.close();
  expect(answer.types).toEqual([type]);
});
