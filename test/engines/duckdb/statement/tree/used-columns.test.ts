// Columns that a statement may need: never fewer than DuckDB asks for, and not all where it names them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderStatement } from '../../../../../src/engines/duckdb/statement/render-statement.ts';
import { isUsed } from '../../../../../src/text/column-use.ts';
import { identifier } from '../../../../../src/text/sql-text.ts';
import { type Lab, openLab } from '../duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const names = ['id', 'Name', 'city', 'Größe', 'or"der', 'a b', 'n', 'users'];

async function checked(sql: string) {
  const statement = await lab.check(sql);
  const uses = statement.references.map(({ used = 'all' }) => used);
  return { statement, uses };
}

/** Of each reference of the statement. */
async function usedIn(sql: string): Promise<readonly (readonly string[])[]> {
  const { uses } = await checked(sql);
  return uses.map((use) => names.filter((name) => isUsed(use, name)));
}

/** The answer over tables of three rows that have all columns, or only those that are used. */
/** The order of rows is left to DuckDB. */
async function answer(sql: string, hasAll: boolean): Promise<unknown> {
  const { statement, uses } = await checked(sql);
  const scans = uses.map((use) => {
    const columns = names.filter((name) => hasAll || isUsed(use, name));
    const list = columns.map((name) => `i + ${names.indexOf(name)} AS ${identifier(name)}`);
    return `(SELECT ${list.length === 0 ? 'NULL AS row' : list.join(', ')} FROM range(3) r(i))`;
  });
  const reader = await lab.connection.runAndReadAll(renderStatement(statement, scans).sql);
  return {
    columns: reader.columnNames(),
    rows: reader
      .getRowsJson()
      .map((row) => JSON.stringify(row))
      .sort(),
  };
}

const whole: readonly (readonly [what: string, sql: string])[] = [
  ['a star', 'SELECT * FROM users.csv'],
  ['a star of a table', 'SELECT u.* FROM users.csv u'],
  ['a star with exceptions', 'SELECT * EXCLUDE (id) FROM users.csv'],
  ['a star with replacements', 'SELECT * REPLACE (id + 1 AS id) FROM users.csv'],
  ['no SELECT', 'FROM users.csv'],
  ['a star inside', 'SELECT id FROM (SELECT * FROM users.csv) t'],
  ['a star in a common table expression', 'WITH t AS (FROM users.csv) SELECT id FROM t'],
  ['rows by the stem of the file', 'SELECT users FROM data/users.csv'],
  ['rows by an alias', 'SELECT u FROM users.csv u'],
  ['rows by an alias in another case', 'SELECT U FROM users.csv AS u'],
  ['rows by a quoted alias', 'SELECT "my rows" FROM users.csv AS "my rows"'],
  ['rows in a function', 'SELECT to_json(u)::VARCHAR FROM users.csv u'],
  ['rows in a condition', 'SELECT id FROM users.csv u WHERE u IS NOT NULL'],
  ['rows that are counted', 'SELECT count(DISTINCT u) FROM users.csv u'],
  ['a field of rows', 'SELECT (u).city FROM users.csv u'],
  ['rows of a joined table', 'SELECT o FROM users.csv u JOIN orders.csv o ON u.id = o.id'],
  ['rows from within a subquery', 'SELECT (SELECT u) FROM users.csv u'],
  ['NATURAL', 'SELECT count(*) FROM users.csv NATURAL JOIN orders.csv'],
  ['NATURAL LEFT', 'SELECT a.id FROM users.csv a NATURAL LEFT JOIN orders.csv b'],
  ['COLUMNS of a pattern', "SELECT COLUMNS('^(id|city)$') FROM users.csv"],
  ['COLUMNS of a list', "SELECT COLUMNS(['id', 'city']) FROM users.csv"],
  ['COLUMNS of a star', 'SELECT max(COLUMNS(*)) FROM users.csv'],
  ['COLUMNS by a function', "SELECT COLUMNS(c -> c LIKE 'c%') FROM users.csv"],
  ['COLUMNS in a condition', 'SELECT id FROM users.csv WHERE COLUMNS(*) > 0'],
  ['unpacked COLUMNS', "SELECT coalesce(*COLUMNS('i|c')) FROM users.csv"],
  ['a place', 'SELECT #3 FROM users.csv'],
  ['a place in an order', 'SELECT id FROM users.csv ORDER BY #1'],
  ['PIVOT', 'PIVOT users.csv ON id IN (0, 1) USING sum(n) GROUP BY city'],
  ['PIVOT in a FROM', 'FROM users.csv PIVOT (sum(n) FOR id IN (0, 1))'],
  ['UNPIVOT', 'UNPIVOT users.csv ON id, city INTO NAME k VALUE v'],
  ['SUMMARIZE', 'SUMMARIZE users.csv'],
  ['SUMMARIZE of a query', 'SELECT column_name FROM (SUMMARIZE users.csv)'],
  ['DESCRIBE', 'DESCRIBE users.csv'],
  ['an order by all', 'SELECT id FROM users.csv ORDER BY ALL'],
  ['DESCRIBE of a query', 'SELECT column_name FROM (DESCRIBE users.csv)'],
  ['new names of columns', 'SELECT a, c FROM users.csv AS u(a, b, c)'],
  ['tables put side by side', 'SELECT * FROM users.csv POSITIONAL JOIN orders.csv'],
  ['rows joined by name', 'FROM users.csv UNION ALL BY NAME FROM orders.csv'],
];

const partial: readonly (readonly [sql: string, columns: readonly (readonly string[])[]])[] = [
  ['SELECT id FROM users.csv', [['id']]],
  ['SELECT count(*) FROM users.csv', [[]]],
  ['SELECT 1 FROM users.csv', [[]]],
  ['SELECT ID, NAME FROM users.csv', [['id', 'Name']]],
  [
    'SELECT u.id, users.city FROM users.csv u, data/users.csv',
    [
      ['id', 'city', 'users'],
      ['id', 'city', 'users'],
    ],
  ],
  ['SELECT "Größe", "or""der", "a b" FROM users.csv', [['Größe', 'or"der', 'a b']]],
  ['SELECT größe, "A B" FROM users.csv', [['Größe', 'a b']]],
  [
    'SELECT count(*) FROM users.csv JOIN orders.csv USING (id, NAME)',
    [
      ['id', 'Name'],
      ['id', 'Name'],
    ],
  ],
  [
    'SELECT max(a.n) FROM users.csv a ASOF JOIN orders.csv b USING (id)',
    [
      ['id', 'n'],
      ['id', 'n'],
    ],
  ],
  ['SELECT count(*) FROM users.csv WHERE id > 0 AND city IS NOT NULL', [['id', 'city']]],
  ['SELECT city, sum(n) FROM users.csv GROUP BY ALL HAVING max(id) > 0', [['id', 'city', 'n']]],
  [
    'SELECT sum(n) OVER (PARTITION BY city ORDER BY id) AS s FROM users.csv ORDER BY s',
    [['id', 'city', 'n']],
  ],
  [
    'SELECT id FROM users.csv WINDOW w AS (ORDER BY city) QUALIFY row_number() OVER w < 3',
    [['id', 'city']],
  ],
  ['SELECT count(*) FILTER (WHERE city > 1) FROM users.csv', [['city']]],
  ['SELECT DISTINCT ON (city) id FROM users.csv ORDER BY city, n', [['id', 'city', 'n']]],
  ['WITH t AS (SELECT id AS k, n FROM users.csv) SELECT k FROM t WHERE n > 0', [['id', 'n']]],
  ['WITH t(k, v) AS (SELECT id, n FROM users.csv) SELECT sum(v) FROM t', [['id', 'n']]],
  ['WITH t AS (SELECT id FROM users.csv) SELECT t FROM t', [['id']]],
  [
    'WITH RECURSIVE t AS (SELECT id FROM users.csv UNION SELECT u.n FROM users.csv u JOIN t ON t.id = u.city) SELECT max(id) FROM t',
    [
      ['id', 'city', 'n'],
      ['id', 'city', 'n'],
    ],
  ],
  [
    'SELECT id FROM users.csv u WHERE EXISTS (SELECT 1 FROM orders.csv o WHERE o.city = u.city)',
    [
      ['id', 'city'],
      ['id', 'city'],
    ],
  ],
  [
    'SELECT id, (SELECT max(n) FROM orders.csv WHERE id = u.id) FROM users.csv u',
    [
      ['id', 'n'],
      ['id', 'n'],
    ],
  ],
  ['SELECT k FROM users.csv u, LATERAL (SELECT u.n + 1 AS k)', [['n']]],
  [
    'SELECT id FROM users.csv UNION SELECT city FROM orders.csv',
    [
      ['id', 'city'],
      ['id', 'city'],
    ],
  ],
  ['SELECT id AS n2 FROM users.csv ORDER BY n2', [['id']]],
  ['SELECT list_transform([id], n -> n + 1) FROM users.csv', [['id', 'n']]],
  ['SELECT CASE WHEN id > 0 THEN city ELSE n END FROM users.csv', [['id', 'city', 'n']]],
  ["SELECT id FROM read_csv('users.csv', header = true)", [['id']]],
];

describe('all of them for', () => {
  test.each(whole)('%s', async (_, sql) => {
    for (const columns of await usedIn(sql)) expect(columns).toEqual(names);
    await expect(answer(sql, true)).resolves.toBeTruthy();
  });
});

describe('those that it names', () => {
  test.each(partial)('%s', async (sql, columns) => {
    const used = await usedIn(sql);
    for (const [at, needed] of columns.entries()) expect(used[at]).toEqual(needed);
    expect(await answer(sql, false)).toEqual(await answer(sql, true));
  });
});
