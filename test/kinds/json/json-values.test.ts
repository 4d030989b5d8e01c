// Uses of JSON values in queries: right, or refused with what is to be written instead.
import { describe, expect, test } from 'vitest';
import { schemaSql } from '../../../src/cli/schema-sql.ts';
import { figuresQuery, topQuery } from '../../../src/console/inspector/profile-query.ts';
import { ask, askRows, sharedEngine } from '../../test-engine.ts';

const engineOver = sharedEngine();

const lines = [
  '{"id":1,"o":{"lo":9,"hi":10,"x":null,"s":"x","b":true,"l":[9,10],"i":{"a b":1}},"p":9}',
  '{"id":2,"o":{"lo":1.5,"hi":2,"s":"y","b":false},"p":10}',
  '{"id":3,"o":null,"p":"n/a"}',
];
async function openFiles() {
  const files = { 'x.ndjson': lines.join('\n'), 'y.csv': 'id,j\n1,"{""a"":1}"\n' };
  return (await engineOver(files)).engine;
}

describe('what would compare JSON as text is refused', () => {
  test.each([
    'SELECT o.lo < o.hi FROM x.ndjson',
    'SELECT [o.lo] < [o.hi] FROM x.ndjson',
    "SELECT {'a': o.lo} > {'a': o.hi} FROM x.ndjson",
    'SELECT id FROM x.ndjson WHERE o.lo = o.hi',
    "SELECT id FROM x.ndjson WHERE o.s = 'x'",
    "SELECT id FROM x.ndjson WHERE 'x' <> o.s",
    'SELECT id FROM x.ndjson WHERE o.lo < 10',
    'SELECT id FROM x.ndjson WHERE o.lo = id',
    'SELECT id FROM x.ndjson WHERE o.lo BETWEEN 1 AND 5',
    'SELECT id FROM x.ndjson WHERE o.lo IN (9, 10)',
    "SELECT id FROM x.ndjson WHERE o.s IN ('x', 'y')",
    'SELECT id FROM x.ndjson WHERE o.l[0] < o.l[1]',
    "SELECT id FROM x.ndjson WHERE (o->'lo') < (o->'hi')",
    "SELECT id FROM x.ndjson WHERE json_extract(o, '$.lo') < p",
    'SELECT id FROM x.ndjson WHERE p IN (SELECT p FROM x.ndjson)',
    'SELECT id FROM x.ndjson WHERE p = ANY (SELECT o.lo FROM x.ndjson)',
    'SELECT id FROM x.ndjson WHERE id IN (SELECT p FROM x.ndjson)',
    'SELECT a.id FROM x.ndjson a JOIN x.ndjson b ON a.p = b.p',
    'SELECT a.id FROM x.ndjson a JOIN x.ndjson b USING (p)',
    'SELECT a.id FROM x.ndjson a NATURAL JOIN x.ndjson b',
    'SELECT a.id FROM x.ndjson a WHERE EXISTS (SELECT 1 FROM x.ndjson b WHERE b.p < a.p)',
    'SELECT (SELECT max(b.p) FROM x.ndjson b WHERE b.id = a.id) FROM x.ndjson a',
    'SELECT CASE p WHEN 9 THEN 1 END FROM x.ndjson',
    'SELECT p FROM x.ndjson WHERE p IS DISTINCT FROM o.lo',
    'SELECT nullif(o.lo, 9) FROM x.ndjson',
    'SELECT id FROM x.ndjson ORDER BY p',
    'SELECT p AS q FROM x.ndjson ORDER BY q LIMIT 1',
    'SELECT p FROM x.ndjson ORDER BY ALL',
    'SELECT DISTINCT ON (id) id FROM x.ndjson ORDER BY id, p',
    'SELECT row_number() OVER (ORDER BY p) FROM x.ndjson',
    'SELECT max(p) OVER (ORDER BY id) FROM x.ndjson',
    'SELECT list(id ORDER BY p) FROM x.ndjson',
    'SELECT list(p ORDER BY p) FROM x.ndjson',
    'SELECT min(p) FROM x.ndjson',
    'SELECT max(p) FROM x.ndjson',
    'SELECT max(p, 2) FROM x.ndjson',
    'SELECT max(o.lo) FROM x.ndjson',
    'SELECT arg_max(id, p) FROM x.ndjson',
    'SELECT min_by(id, o.lo) FROM x.ndjson',
    'SELECT median(p) FROM x.ndjson',
    'SELECT mode(p) FROM x.ndjson',
    'SELECT quantile_disc(p, 0.5) FROM x.ndjson',
    'SELECT histogram(p) FROM x.ndjson',
    'SELECT greatest(o.lo, o.hi) FROM x.ndjson',
    'SELECT least(o.lo, 10) FROM x.ndjson',
    'SELECT list_sort(list(p)) FROM x.ndjson',
    'SELECT list_max(list(p)) FROM x.ndjson',
    'SELECT list_contains(list(p), 9) FROM x.ndjson',
    'SELECT list_filter([p, o.lo], lambda v: v < o.hi) FROM x.ndjson',
    'SELECT count(*) FILTER (o.lo > o.hi) FROM x.ndjson',
    'SELECT id FROM x.ndjson GROUP BY id HAVING max(p) IS NULL',
    'SELECT id FROM x.ndjson QUALIFY lag(p) OVER (ORDER BY id) < any_value(p) OVER ()',
    'SELECT v FROM (SELECT o.lo AS v FROM x.ndjson) ORDER BY v',
    'WITH c(v) AS (SELECT o.lo FROM x.ndjson) SELECT max(v) FROM c',
    'SELECT u FROM (SELECT unnest(CAST(o.l AS JSON[])) AS u FROM x.ndjson) ORDER BY u',
    'SELECT max(value) FROM x.ndjson, json_each(o)',
    'SELECT * FROM x.ndjson a ASOF JOIN x.ndjson b ON a.p >= b.p',
    'SELECT sum(id) OVER (ORDER BY p ROWS 1 PRECEDING) FROM x.ndjson',
    "SELECT ('9'::JSON) < ('10'::JSON)",
    'SELECT max(to_json(id)) FROM y.csv',
    "SELECT (j->'a') < (j->'b') FROM y.csv",
  ])('%s', refused);
});

describe('what would take JSON for a text, with its quotes, is refused', () => {
  test.each([
    'SELECT upper(o.s) FROM x.ndjson',
    'SELECT length(o.s) FROM x.ndjson',
    "SELECT o.s || '!' FROM x.ndjson",
    "SELECT concat(o.s, '!') FROM x.ndjson",
    "SELECT id FROM x.ndjson WHERE o.s LIKE 'x%'",
    "SELECT id FROM x.ndjson WHERE o.s ILIKE 'x'",
    "SELECT id FROM x.ndjson WHERE starts_with(o.s, 'x')",
    "SELECT id FROM x.ndjson WHERE o.s ^@ 'x'",
    "SELECT id FROM x.ndjson WHERE regexp_matches(o.s, '^x')",
    "SELECT string_agg(o.s, ',') FROM x.ndjson",
    "SELECT printf('%s', o.s) FROM x.ndjson",
    'SELECT md5(o.s) FROM x.ndjson',
    'SELECT hash(o.s) FROM x.ndjson',
    "SELECT CASE WHEN id = 1 THEN p ELSE 'x' END FROM x.ndjson",
    "SELECT coalesce(p, 'z') FROM x.ndjson",
    "SELECT p FROM x.ndjson UNION ALL SELECT '12'",
    'SELECT p FROM x.ndjson UNION ALL SELECT j FROM y.csv',
  ])('%s', refused);
});

describe("where JSON's null would pass for a value, it is refused", () => {
  test.each([
    'SELECT id FROM x.ndjson WHERE o.x IS NULL',
    'SELECT id FROM x.ndjson WHERE o.x IS NOT NULL',
    'SELECT coalesce(o.x, 0) FROM x.ndjson',
    'SELECT ifnull(o.x, 0) FROM x.ndjson',
    'SELECT count(o.x) FROM x.ndjson',
    'SELECT count(DISTINCT o.x) FROM x.ndjson',
    'SELECT any_value(o.x) FROM x.ndjson',
    'SELECT o.x, count(*) FROM x.ndjson GROUP BY o.x',
    'SELECT o.x, count(*) FROM x.ndjson GROUP BY ALL',
    'SELECT count(*) FROM x.ndjson GROUP BY ROLLUP (o.x)',
    'SELECT row_number() OVER (PARTITION BY o.x) FROM x.ndjson',
    'SELECT v FROM (SELECT o.x AS v FROM x.ndjson) WHERE v IS NULL',
    'WITH c(v) AS (SELECT o.x FROM x.ndjson) SELECT count(v) FROM c',
    'SELECT key FROM x.ndjson, json_each(o) WHERE value IS NULL',
  ])('%s', refused);
});

describe('what says its type, or compares nothing, is answered', () => {
  test.each<[string, unknown[][]]>([
    [
      'SELECT id FROM x.ndjson WHERE CAST(o.lo AS DOUBLE) < CAST(o.hi AS DOUBLE) ORDER BY id',
      [[1], [2]],
    ],
    ["SELECT id FROM x.ndjson WHERE CAST(o->>'lo' AS DOUBLE) < 2", [[2]]],
    ['SELECT id FROM x.ndjson WHERE o.lo::INT < 5', [[2]]],
    ["SELECT id FROM x.ndjson WHERE o->>'s' = 'x'", [[1]]],
    ["SELECT id FROM x.ndjson WHERE o->>'x' IS NULL ORDER BY id", [[1], [2], [3]]],
    ['SELECT id FROM x.ndjson WHERE o IS NULL AND id < 1e400', [[3]]],
    ['SELECT id FROM x.ndjson WHERE o.b', [[1]]],
    ['SELECT id FROM x.ndjson WHERE o.lo > CAST(1.5 AS DOUBLE)', [[1]]],
    ['SELECT count(o), count(p), count(DISTINCT p) FROM x.ndjson', [[2, 3, 3]]],
    ['SELECT count(*) FROM (SELECT DISTINCT p FROM x.ndjson)', [[3]]],
    ['SELECT count(*) FROM (SELECT p FROM x.ndjson GROUP BY p)', [[3]]],
    ['SELECT p FROM x.ndjson ORDER BY id', [[9], [10], ['n/a']]],
    ["SELECT o.i['a b'], o.l FROM x.ndjson WHERE id = 1", [[1, [9, 10]]]],
    ['SELECT lag(p) OVER (ORDER BY id) FROM x.ndjson ORDER BY id', [[null], [9], [10]]],
    ['SELECT arg_max(p, id), first(p ORDER BY id) FROM x.ndjson', [['n/a', 9]]],
    ['SELECT len(list(p)) FROM x.ndjson', [[3]]],
    [
      'SELECT p FROM x.ndjson WHERE id < 3 UNION ALL SELECT 7 ORDER BY ALL'.replace(
        ' ORDER BY ALL',
        '',
      ),
      [[9], [10], [7]],
    ],
    ['SELECT json_type(o.x), json_array_length(o.l) FROM x.ndjson WHERE id = 1', [['NULL', 2]]],
    [
      'SELECT a.p FROM x.ndjson a WHERE EXISTS (SELECT a.p FROM x.ndjson b WHERE b.id = a.id + 2)',
      [[9]],
    ],
    [
      'SELECT (SELECT a.p FROM y.csv y WHERE y.id = a.id) FROM x.ndjson a ORDER BY id',
      [[9], [null], [null]],
    ],
    ["SELECT j->>'a' FROM y.csv", [['1']]],
    ['SELECT CAST(CAST(j AS JSON).a AS INT) + 1 FROM y.csv', [[2]]],
  ])('%s', async (sql, rows) => {
    expect(await askRows(await openFiles(), sql)).toEqual(rows);
  });

  test('DESCRIBE and SUMMARIZE', async () => {
    const engine = await openFiles();
    expect(await askRows(engine, 'SELECT column_type FROM (DESCRIBE x.ndjson)')).toEqual([
      ['BIGINT'],
      ['JSON'],
      ['JSON'],
    ]);
    expect(await askRows(engine, 'SELECT column_name FROM (SUMMARIZE x.ndjson)')).toHaveLength(3);
  });
});

test('what the command and the console tell of a column of JSON', async () => {
  const engine = await openFiles();
  const { signal } = new AbortController();
  const schema = await schemaSql({ engine, signal }, 'x.ndjson');
  const [, , facts = []] = await askRows(engine, schema);
  expect(facts.slice(0, 6)).toEqual(['p', 'JSON', 0, null, null, 3]);
  const profiled = { name: 'p', kind: 'text', type: 'JSON' } as const;
  const figures = figuresQuery('SELECT o.lo AS p FROM x.ndjson', profiled);
  expect(await askRows(engine, figures)).toEqual([[3, 2, 2, null, null, 0, null, null]]);
  const top = topQuery('SELECT * FROM x.ndjson', profiled);
  expect(await askRows(engine, top)).toHaveLength(3);
});

describe('the error says what is to be written', () => {
  test.each([
    [
      'SELECT o.lo < o.hi FROM x.ndjson',
      "o->'lo' is a JSON value: comparing it",
      "CAST(o->>'lo' AS DOUBLE) for a number, o->>'lo' for a text",
    ],
    [
      'SELECT o.i."a b" IS NULL FROM x.ndjson',
      "o->'i'->'a b' is a JSON value: null in JSON is not NULL",
      "o->'i'->>'a b' for a text",
    ],
    [
      'SELECT max(p) FROM x.ndjson',
      'p is a JSON value: max compares texts',
      "CAST(p->>'$' AS DOUBLE) for a number, p->>'$' for a text",
    ],
    [
      'SELECT o.lo < 10 FROM x.ndjson',
      "o->'lo' is a JSON value: it becomes INTEGER, and may be rounded",
      "CAST(o->>'lo' AS DOUBLE)",
    ],
    [
      'SELECT len(o.l) FROM x.ndjson',
      "o->'l' is a JSON value: it is taken for its JSON text",
      "o->>'l' for a text; json_array_length(o->'l') counts the values of a list",
    ],
    [
      'SELECT length(p) FROM x.ndjson',
      'p is a JSON value: it is taken for its JSON text',
      "p->>'$' for a text; json_array_length(p) counts the values of a list",
    ],
    ['SELECT o.l[1] < o.l[0] FROM x.ndjson', "o->'l'->1 is a JSON value", "o->'l'->>1"],
  ])('%s', async (sql, words, advice) => {
    const refusal = ask(await openFiles(), sql);
    await expect(refusal).rejects.toMatchObject({
      type: 'execution_error',
      message: expect.stringContaining(words),
    });
    await expect(refusal).rejects.toThrow(advice);
  });
});

async function refused(sql: string): Promise<void> {
  await expect(ask(await openFiles(), sql)).rejects.toMatchObject({
    code: 'execution_failed',
    message: expect.stringMatching(/JSON.*\. Say what it is: CAST\(/),
  });
}

test('types nested too deep to be looked through are refused', async () => {
  const { engine } = await engineOver();
  const type = `${'['.repeat(3_000)}"INT"${']'.repeat(3_000)}`;
  await expect(askRows(engine, `SELECT from_json('[]', '${type}')`)).rejects.toMatchObject({
    code: 'sql_too_complex',
  });
});
