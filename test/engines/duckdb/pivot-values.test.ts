// A PIVOT without IN finds its values in the files.
import { describe, expect, test } from 'vitest';
import { ask, askRows, testEngine } from '../../test-engine.ts';

const files = {
  'sales.csv': 'city,year,amount\nOslo,2024,3\nRome,2023,4\nOslo,2023,5\n,2024,6\n',
  'regions.csv': 'town,region\nOslo,north\nRome,south\n',
  'none.csv': 'a,b\n',
  'odd.csv': `k,v\n"it's",1\n"a ""b""",2\n"x\ny",3\nA,4\na,5\n🙂,6\n`,
  'texts.json': '[{"k":"","v":1},{"k":"x","v":2}]',
  'mixed.json': '[{"k":{"x":1},"v":1},{"k":"x","v":2}]',
};

const north = 'SELECT * FROM sales.csv JOIN regions.csv ON city = town';

/** Each beside the same with its values named. */
const alike: readonly (readonly [sql: string, named: string])[] = [
  ['PIVOT sales.csv ON city', "PIVOT sales.csv ON city IN ('Oslo', 'Rome')"],
  [
    'PIVOT sales.csv ON city USING sum(amount) GROUP BY year',
    "PIVOT sales.csv ON city IN ('Oslo', 'Rome') USING sum(amount) GROUP BY year",
  ],
  [
    'PIVOT sales.csv ON year USING sum(amount) AS s, count(*) AS n GROUP BY city',
    'PIVOT sales.csv ON year IN (2023, 2024) USING sum(amount) AS s, count(*) AS n GROUP BY city',
  ],
  [
    'PIVOT sales.csv ON city, year > 2023 USING sum(amount)',
    "PIVOT sales.csv ON city IN ('Oslo', 'Rome'), year > 2023 IN (false, true) USING sum(amount)",
  ],
  [
    "PIVOT sales.csv ON city IN ('Rome'), year USING sum(amount)",
    "PIVOT sales.csv ON city IN ('Rome'), year IN (2023, 2024) USING sum(amount)",
  ],
  [
    'PIVOT sales.csv JOIN regions.csv ON city = town ON region USING sum(amount) GROUP BY year',
    "PIVOT sales.csv JOIN regions.csv ON city = town ON region IN ('north', 'south') USING sum(amount) GROUP BY year",
  ],
  [
    `WITH n AS (${north}), p AS (PIVOT n ON region USING sum(amount) GROUP BY year) SELECT * FROM p`,
    `WITH n AS (${north}), p AS (PIVOT n ON region IN ('north', 'south') USING sum(amount) GROUP BY year) SELECT * FROM p`,
  ],
  [
    'WITH a AS (FROM sales.csv) SELECT * FROM (WITH b AS (FROM a WHERE year = 2023) PIVOT b ON city USING sum(amount) GROUP BY year)',
    "WITH a AS (FROM sales.csv) SELECT * FROM (WITH b AS (FROM a WHERE year = 2023) PIVOT b ON city IN ('Oslo', 'Rome') USING sum(amount) GROUP BY year)",
  ],
  [
    'PIVOT (PIVOT sales.csv ON city USING sum(amount) GROUP BY year) ON year USING sum("Oslo")',
    `PIVOT (PIVOT sales.csv ON city IN ('Oslo', 'Rome') USING sum(amount) GROUP BY year) ON year IN (2023, 2024) USING sum("Oslo")`,
  ],
  [
    'DESCRIBE PIVOT sales.csv ON city -- each\n/* of them */ USING sum(amount) GROUP BY year',
    "DESCRIBE PIVOT sales.csv ON city IN ('Oslo', 'Rome') USING sum(amount) GROUP BY year",
  ],
  [
    'SUMMARIZE PIVOT sales.csv ON city USING sum(amount) GROUP BY year',
    "SUMMARIZE PIVOT sales.csv ON city IN ('Oslo', 'Rome') USING sum(amount) GROUP BY year",
  ],
  [
    "FROM sales.csv PIVOT (sum(amount) FOR city IN ('Oslo')) JOIN regions.csv ON true",
    "FROM sales.csv PIVOT (sum(amount) FOR city IN ('Oslo')) JOIN regions.csv ON true",
  ],
];

test.each(alike)('%s', async (sql, named) => {
  const { engine } = await testEngine(files);
  const answers = await Promise.all([ask(engine, sql), ask(engine, named)]);
  const [found, expected] = answers.map(({ columns, text, rowsScanned }) => ({
    columns,
    // Groups are in any order.
    rows: (JSON.parse(`[${text}]`) as unknown[]).map((row) => JSON.stringify(row)).sort(),
    rowsScanned,
  }));
  expect(found).toEqual(expected);
});

test('texts of any characters become names', async () => {
  const { engine } = await testEngine(files);
  const { columns } = await ask(engine, 'PIVOT odd.csv ON k USING sum(v)');
  expect(columns).toEqual(['A', 'a_1', 'a "b"', "it's", 'x\ny', '🙂']);
  const { columns: empty } = await ask(engine, 'PIVOT texts.json ON k USING sum(v)');
  expect(empty).toEqual(["''", 'x']);
});

test('values stand in the order of their type, and each has its own rows', async () => {
  const { engine } = await testEngine(files);
  const { columns, text } = await ask(
    engine,
    'PIVOT (SELECT range % 300 AS k, range AS v FROM range(3000)) ON k USING count(*), min(v) AS first',
  );
  const names = Array.from({ length: 300 }, (_, k) => [`${k}_count_star()`, `${k}_first`]);
  expect(columns).toEqual(names.flat());
  expect(JSON.parse(text)).toEqual(Array.from({ length: 300 }, (_, k) => [10, k]).flat());
});

test('rows with NULL make no column, and a warning says so', async () => {
  const { engine } = await testEngine(files);
  const { warnings } = await ask(engine, 'PIVOT sales.csv ON city USING count(*) GROUP BY year');
  expect(warnings).toEqual([
    "PIVOT makes no column of NULL, and city has rows with NULL. coalesce(CAST(city AS VARCHAR), 'none') after ON gives them a column",
  ]);
  const advised = await ask(
    engine,
    "PIVOT sales.csv ON coalesce(CAST(city AS VARCHAR), 'none') USING count(*) GROUP BY year",
  );
  expect(advised.columns).toEqual(['year', 'Oslo', 'Rome', 'none']);
  expect(advised.warnings).toEqual([]);
});

test('a mention counts once in the rows that were read', async () => {
  const { engine } = await testEngine(files);
  const { rowsScanned } = await ask(engine, 'PIVOT sales.csv ON city USING count(*)');
  expect(rowsScanned).toBe(4);
});

test('parameters have their values first', async () => {
  const { engine } = await testEngine(files);
  const sql = 'PIVOT sales.csv ON year > ? USING sum(amount) GROUP BY city ORDER BY city';
  const answer = await ask(engine, sql, { parameters: [{ digits: '2023' }] as never });
  expect(answer.columns).toEqual(['city', 'false', 'true']);
});

describe('refused', () => {
  const refused: readonly (readonly [sql: string, words: RegExp, column: number | null])[] = [
    ['PIVOT sales.csv ON nix USING sum(amount)', /^Column "nix" does not exist/, 20],
    ['PIVOT sales.csv ON city USING sum(nix)', /^Column "nix" does not exist/, 35],
    ['PIVOT sales.csv ON getenv(city) USING sum(amount)', /^The function getenv/, 20],
    ['PIVOT missing.csv ON city USING sum(amount)', /missing\.csv/, null],
    ['PIVOT none.csv ON a USING count(*)', /^PIVOT finds no value/, 19],
    ['PIVOT range(10001) t ON range USING count(*)', /^PIVOT finds more than 10,000/, 25],
    ["PIVOT (SELECT repeat('x', 1000001) AS k) ON k USING count(*)", /^PIVOT finds values of/, 45],
    ['PIVOT (SELECT random() AS r) ON r USING count(*)', /^PIVOT found the value '0\./, null],
    ['PIVOT mixed.json ON k USING sum(v)', /^k is a JSON value/, null],
    ['PIVOT sales.csv ON city IN (SELECT town FROM regions.csv)', /a list of values after IN/, 1],
  ];

  test.each(refused)('%s', async (sql, words, column) => {
    const { engine } = await testEngine(files);
    const error = await askRows(engine, sql).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ message: expect.stringMatching(words) });
    if (column !== null) expect(String(error)).toContain(`at line 1, column ${column}\n`);
  });
});
