// What is written instead of functions of other dialects runs, and those are not available.
import { expect, test } from 'vitest';
import { isAllowedFunction } from '../../../../../src/engines/duckdb/statement/functions/allowed-functions.ts';
import { functionsOfOtherDialects } from '../../../../../src/engines/duckdb/statement/functions/other-dialects.ts';
import { isRefusedFunction } from '../../../../../src/engines/duckdb/statement/functions/refused-functions.ts';
import { ask, sharedEngine } from '../../../../test-engine.ts';

const engineOver = sharedEngine();

const table = Object.entries(functionsOfOtherDialects);

test.each(table)('%s is no function of DuckDB', (name) => {
  expect(isAllowedFunction(name) || isRefusedFunction(name)).toBe(false);
});

const values = `SELECT 3 AS value, 4 AS other, 5 AS one, 1 AS a, 2 AS b, 'abc' AS text, 'b' AS part,
  TIMESTAMP '2024-01-31' AS moment, DATE '2024-01-01' AS earlier, DATE '2024-02-01' AS later, 60 AS seconds`;

test('each counterpart runs as it is written', async () => {
  const { engine } = await engineOver({ 'x.csv': 'a\n1\n' });
  const calls = table
    .flatMap(([, written]) =>
      written.split(', format').map((part, at) => (at ? `format${part}` : part)),
    )
    .map((written) => written.replace(/ for (?:a date|a number|its token 1)$/, ''))
    .filter((written) => !written.startsWith('LIMIT'));
  for (const call of new Set(calls)) {
    const query = call.replace("strptime(text, '%d", "strptime('1.2.2024', '%d");
    await ask(engine, `SELECT ${query} AS x FROM (${values})`);
  }
});

test.each([
  [
    'SELECT NVL(a, 0) FROM x.csv',
    'The function nvl is not available, write coalesce(value, other) instead',
  ],
  ['SELECT SYSDATE', `. Write now()`],
  ['SELECT SYSDATE FROM x.csv', 'Column "SYSDATE" does not exist. Write now()'],
  [
    'SELECT datediff(day, now(), now()) FROM x.csv',
    `Column "day" does not exist. Write 'day' for the part of a date`,
  ],
  ["SELECT 'x' + a::VARCHAR FROM x.csv", 'Texts are joined by ||'],
])('%s', async (sql, words) => {
  const { engine } = await engineOver({ 'x.csv': 'a\n1\n' });
  await expect(ask(engine, sql)).rejects.toThrow(words);
});

test('a name in brackets that is compared is told to be a list', async () => {
  const { engine } = await engineOver({ 'x.csv': 'a\n1\n' });
  await expect(ask(engine, 'SELECT a FROM x.csv WHERE [a] = 1')).rejects.toThrow(
    '[a] makes a list; a name stands in double quotes',
  );
});
