import { expect, test } from 'vitest';
import { ask, sharedEngine } from '../../../test-engine.ts';

const engineOver = sharedEngine();

const files = {
  'users.csv': 'id,city,First Name\n1,Lisbon,Ada\n',
  'orders.csv': 'id,user_id,total\n1,1,5\n',
  'marks.csv': '\ufeff\ufeffid,name,the\u00a0sum\n1,a,2\n',
};

test.each([
  [
    'SELECT u.cty FROM users.csv u',
    'Column "cty" does not exist in "u". Did you mean "city"? at line 1, column 10',
  ],
  ['SELECT id FROM marks.csv', 'Did you mean "<U+FEFF>id"?'],
  ['SELECT "The Sum" FROM marks.csv', 'Did you mean "the<U+00A0>sum"'],
  ['SELECT m.id FROM marks.csv m', 'Did you mean "<U+FEFF>id"'],
  ['SELECT U.CTY FROM users.csv AS u', 'Did you mean "city"?'],
  ['SELECT users.cty FROM users.csv', 'Did you mean "city"?'],
  ['SELECT u."First Nam" FROM users.csv u', 'Did you mean "First Name"?'],
  ['SELECT x.cty FROM u: users.csv, x: users.csv', 'in "x". Did you mean "city"?'],
  ["SELECT r.cty FROM read_csv('users.csv') r", 'Did you mean "city"?'],
  ['SELECT id FROM users.csv u WHERE u.cty = 1', 'Did you mean "city"?'],
  ['SELECT id FROM users.csv u ORDER BY u.cty', 'Did you mean "city"?'],
  ['SELECT id FROM users.csv u GROUP BY u.cty', 'Did you mean "city"?'],
  ['SELECT u.cty FROM users.csv AS u(a, ctyx)', 'Did you mean "ctyx"?'],
  ['SELECT s.cty FROM (SELECT city FROM users.csv) s', 'Did you mean "city"?'],
  ['SELECT s.cty FROM (SELECT * FROM users.csv) s', 'Did you mean "city"?'],
  ['WITH c AS (SELECT city AS town FROM users.csv) SELECT c.twn FROM c', 'Did you mean "town"?'],
  [
    'SELECT u.totl FROM users.csv u JOIN orders.csv o ON u.id = o.user_id',
    'in "u". Did you mean "o"."total"?',
  ],
  ['SELECT * FROM users.csv u JOIN orders.csv o USING (idd)', 'Did you mean "id"?'],
  ['SELECT * EXCLUDE (cty) FROM users.csv u', 'Column "cty" does not exist. Did you mean "city"?'],
  ['SELECT u.* REPLACE (1 AS cty) FROM users.csv u', 'Did you mean "city"?'],
  [
    "SELECT s.a.stret FROM (SELECT {'street': 1} AS a) s",
    'Field "stret" does not exist in the struct. Did you mean "street"?',
  ],
])('%s', async (sql, message) => {
  const { engine } = await engineOver(files);
  await expect(ask(engine, sql)).rejects.toMatchObject({
    code: 'column_not_found',
    message: expect.stringContaining(message),
  });
});

test.each([
  'SELECT u.zzzz FROM users.csv u',
  'SELECT s.cty FROM (SELECT id FROM users.csv) s',
  'SELECT s.city FROM (SELECT id FROM users.csv) s',
  'SELECT * FROM users.csv u JOIN orders.csv o USING (cty)',
])('%s suggests nothing', async (sql) => {
  const { engine } = await engineOver(files);
  await expect(ask(engine, sql)).rejects.toMatchObject({
    message: expect.not.stringContaining('Did you mean'),
  });
});
