import { expect, test } from 'vitest';
import type { Parameters } from '../../src/query/query-request.ts';
import { ask, type TestEngine, testEngine } from '../test-engine.ts';

let lab: TestEngine;
const open = async () => {
  lab = await testEngine({ 'a.csv': 'id,day\n1,2024-01-01\n9007199254740993,2024-02-01\n' });
};

const rowsOf = async (sql: string, parameters: Parameters) =>
  (await ask(lab.engine, sql, { parameters })).text;

test.each([
  ['SELECT id FROM a.csv WHERE id = ?', [{ digits: '9007199254740993' }], '[9007199254740993]'],
  ['SELECT id FROM a.csv WHERE day >= $1', ['2024-02-01'], '[9007199254740993]'],
  ['SELECT id FROM a.csv WHERE id = ANY($ids)', { ids: [{ digits: '1' }] }, '[1]'],
  ['SELECT COUNT(*) FROM a.csv WHERE id IN (?, ?)', [{ digits: '1' }, null], '[1]'],
  ['SELECT id FROM a.csv ORDER BY id LIMIT ?', [{ digits: '1' }], '[1]'],
  ["SELECT $a || ' ' || $a", { a: "it's" }, '["it\'s it\'s"]'],
  ['SELECT 3 - ?', [{ digits: '-2' }], '[5]'],
  ['SELECT ?::DECIMAL(9, 2)', [{ digits: '1.50' }], '[1.50]'],
  ['SELECT ?, ?', [true, null], '[true,null]'],
  ['SELECT ?, ?', [{ digits: '1.5e300' }, { digits: '-0e999' }], '[1.5e300,-0.0]'],
  ['SELECT ?', [{ digits: '5e-324' }], '[5e-324]'],
] as [string, Parameters, string][])('%s with %j', async (sql, parameters, expected) => {
  await open();
  expect(await rowsOf(sql, parameters)).toBe(expected);
});

test.each([
  ['SELECT * FROM ?', ['a.csv'], 'sql_parameter'],
  ['SELECT * FROM read_csv(?)', ['a.csv'], 'read_option_invalid'],
  ['SELECT id AS ? FROM a.csv', ['x'], 'sql_syntax'],
  ['SELECT DATE ?', ['2024-01-01'], 'sql_syntax'],
  ['SELECT ?1', ['x'], 'sql_syntax'],
  ['SELECT ? ?', ['a', 'b'], 'sql_syntax'],
  ['SELECT ?; SELECT 2', ['a'], 'sql_several_statements'],
  ['SELECT ? FROM a.csv OFFSET ?', ['a', { digits: '1' }], 'sql_offset'],
  ['SELECT ?, $a', { a: 'x' }, 'sql_parameter'],
  ['SELECT ?', [], 'sql_parameter'],
  ['SELECT getenv(?)', ['HOME'], 'function_not_available'],
  ['SELECT ?::BIGINT', ['x'], 'execution_failed'],
  ['SELECT ?', [{ digits: '1e400' }], 'sql_parameter'],
  ['SELECT ?', [[{ digits: '-1E+400' }]], 'sql_parameter'],
  ['SELECT ?', [{ digits: '1e-400' }], 'sql_parameter'],
  ['SELECT ?', [{ digits: '9007199254740993e0' }], 'sql_parameter'],
  ['SELECT ?', [{ digits: '0.12345678901234567890e1' }], 'sql_parameter'],
] as [string, Parameters, string][])('%s with %j is refused', async (sql, parameters, code) => {
  await open();
  await expect(rowsOf(sql, parameters)).rejects.toMatchObject({ code });
});

test('a statement that was answered with parameters is still refused without', async () => {
  await open();
  const sql = 'SELECT ? AS v';
  expect(await rowsOf(sql, ['x'])).toBe('["x"]');
  await expect(ask(lab.engine, sql)).rejects.toMatchObject({ code: 'sql_parameter' });
  expect(await rowsOf(sql, ['y'])).toBe('["y"]');
});

test('an error has its place in the query as it was sent', async () => {
  await open();
  const sql = 'SELECT id\nFROM a.csv WHERE day > ? AND nme = ?';
  const parameters = ['a text that is longer than its parameter', 'x'];
  await expect(rowsOf(sql, parameters)).rejects.toThrow(
    /at line 2, column 30\nFROM a\.csv WHERE day > \? AND nme = \?\n {29}\^\^\^$/,
  );
  await expect(rowsOf('SELECT ?::BIGINT + nope(1)', ['x'])).rejects.toThrow(
    /at line 1, column 20\n/,
  );
});
