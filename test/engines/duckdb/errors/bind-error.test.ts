import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindError } from '../../../../src/engines/duckdb/errors/bind-error.ts';
import { checkStatement } from '../../../../src/engines/duckdb/statement/check-statement.ts';
import { renderStatement } from '../../../../src/engines/duckdb/statement/render-statement.ts';
import { scanStatement } from '../../../../src/sql/scan-statement.ts';
import { ask, testEngine } from '../../../test-engine.ts';
import { type Lab, openLab } from '../statement/duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await lab.connection.run(`CREATE SCHEMA v12; CREATE TABLE v12.users AS SELECT 1 AS id, 2 AS age, 'x' AS name;
    CREATE TABLE v12.orders AS SELECT 1 AS id, 2 AS user_id, 3 AS total`);
});
afterAll(() => lab.close());

async function errorOf(sql: string) {
  const scanned = scanStatement(sql);
  const checked = checkStatement(scanned, await lab.serialize(scanned));
  const rendered = renderStatement(
    checked,
    checked.references.map(({ paths }) =>
      paths[0]?.includes('orders') ? 'v12.orders' : 'v12.users',
    ),
  );
  try {
    await lab.connection.runAndReadAll(rendered.sql);
  } catch (error) {
    return bindError((error as Error).message, rendered, sql);
  }
  throw new Error(`Expected an error for ${sql}`);
}

const faults: readonly [sql: string, code: string, message: string][] = [
  [
    'SELECT * FROM users.csv WHERE name = "Lisbon"',
    'column_not_found',
    `Column "Lisbon" does not exist. A text stands in single quotes: 'Lisbon' at line 1, column 38`,
  ],
  [
    'SELECT agee FROM data/users.csv',
    'column_not_found',
    'Column "agee" does not exist. Did you mean "age" or "name"? at line 1, column 8\nSELECT agee FROM data/users.csv\n       ^^^^',
  ],
  [
    'SELECT COUNT(*), u.agee FROM users.csv u',
    'column_not_found',
    'Column "agee" does not exist in "u". Did you mean "age" or "name"? at line 1, column 20',
  ],
  ['SELECT\n age,\n\tagee FROM users.csv', 'column_not_found', 'at line 3, column 2'],
  [
    "SELECT COUNT(*), 'a very long text that makes DuckDB cut its excerpt, yes, it really has to be longer than that' FROM users.csv WHERE agee = 1",
    'column_not_found',
    'at line 1, column 135',
  ],
  [
    "SELECT 'é数据' FROM users.csv WHERE nope = 1 AND age = 2",
    'column_not_found',
    'at line 1, column 35',
  ],
  [
    'SELECT x.age FROM users.csv',
    'table_not_found',
    'No table of this query is called "x". Did you mean "users"? at line 1, column 8',
  ],
  [
    'SELECT id FROM users.csv, orders.csv',
    'execution_failed',
    'Column "id" exists in more than one table, write "users.id" or "orders.id" at line 1, column 8',
  ],
  [
    'SELECT * FROM a/users.csv, b/users.csv',
    'execution_failed',
    'Two tables of this query are called "users", give one of them an alias with AS',
  ],
  [
    'SELECT name, count(*) FROM users.csv',
    'execution_failed',
    'must appear in the GROUP BY clause',
  ],
  [
    'SELECT sum(name) FROM users.csv',
    'execution_failed',
    'No function takes these types: sum(VARCHAR). CAST and TRY_CAST convert; why a column of a file is text, and how to read it as numbers or dates, shows pathql sniff at line 1, column 8',
  ],
  [
    'SELECT age FROM users.csv WHERE sum(age) > 1',
    'execution_failed',
    'WHERE clause cannot contain aggregates! at line 1, column 33',
  ],
  ['SELECT agee', 'column_not_found', 'as there is no FROM'],
  [
    'SELECT * EXCLUDE (foo) FROM users.csv',
    'column_not_found',
    'Column "foo" does not exist at line 1, column 19',
  ],
  [
    'SELECT id FROM users.csv JOIN orders.csv USING (foo)',
    'column_not_found',
    'at line 1, column 49',
  ],
  ['SELECT 1::foo', 'execution_failed', 'The type foo does not exist at line 1, column 11'],
  [
    'SELECT row_number() FROM users.csv',
    'function_not_available',
    'The function row_number cannot be used like this at line 1, column 8',
  ],
];

test.each(faults)('%s', async (sql, code, message) => {
  const error = await errorOf(sql);
  expect(error?.code).toBe(code);
  expect(error?.message).toContain(message);
  expect(error?.message).not.toContain('v12');
});

test('faults of the data or the engine are not explained here', async () => {
  expect(await errorOf("SELECT 'x'::INT FROM users.csv")).toBeNull();
});

test.each([
  'SELECT "a\nb" FROM users.csv',
  'SELECT u."a\nb" FROM users.csv u',
  'SELECT "a\nb"',
])('a name with a line break is a name: %j', async (sql) => {
  const error = await errorOf(sql);
  expect(error).toMatchObject({ code: 'column_not_found' });
  expect(error?.message).toContain('Column "a\nb" does not exist');
});

test.each([
  ['"id,name,amt"\n"1,A,10"\n', 'id', ''],
  ['id,"name, full",amt\n1,A,10\n', 'name', ''],
  ['id,"name, full"\n1,A\n', '"name full"', '. Did you mean "name, full"?'],
])('a part of a name with commas is not suggested: %j has no %s', async (content, name, hint) => {
  const { engine } = await testEngine({ 'x.csv': content });
  const plain = name.replaceAll('"', '');
  await expect(ask(engine, `SELECT ${name} FROM x.csv`)).rejects.toMatchObject({
    code: 'column_not_found',
    message: expect.stringContaining(`Column "${plain}" does not exist${hint} at line 1`),
  });
});
