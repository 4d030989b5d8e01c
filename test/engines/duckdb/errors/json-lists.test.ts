// Functions of lists over JSON: what they are told to write can be run.
import { expect, test } from 'vitest';
import { askRows, testEngine } from '../../../test-engine.ts';

const files = {
  'api.json':
    '{"results":[{"id":1,"tags":["a","b"]},{"id":2,"tags":["c"]}],"n":[1,2,3],"t":["x","y"],"o":{"n":[4]}}',
};

const calls: readonly (readonly [
  written: string,
  column: string,
  advised: string,
  rows: unknown,
])[] = [
  [
    'unnest(results)',
    'results',
    "unnest(json_extract(results, '$[*]'))",
    [[{ id: 1, tags: ['a', 'b'] }], [{ id: 2, tags: ['c'] }]],
  ],
  [
    'UNNEST(api.results)',
    'api.results',
    "UNNEST(json_extract(api.results, '$[*]'))",
    [[{ id: 1, tags: ['a', 'b'] }], [{ id: 2, tags: ['c'] }]],
  ],
  ['unnest(o.n)', 'o.n', "unnest(json_extract(o.n, '$[*]'))", [[4]]],
  ["unnest(o->'n')", "o->'n'", "unnest(json_extract(o->'n', '$[*]'))", [[4]]],
  ['list_sum(n)', 'n', 'CAST(n AS DOUBLE[])', [[6]]],
  ['list_contains(n, 2)', 'n', 'CAST(n AS DOUBLE[])', [[true]]],
  ["list_contains(t, 'x')", 't', 'CAST(t AS VARCHAR[])', [[true]]],
  ['list_reverse(n)', 'n', 'CAST(n AS DOUBLE[])', [[[3, 2, 1]]]],
  ['list_transform(n, x -> x)', 'n', 'CAST(n AS DOUBLE[])', [[[1, 2, 3]]]],
  ['list_sum(list_transform(n, x -> x * 2))', 'n', 'CAST(n AS DOUBLE[])', [[12]]],
  ['2 = ANY(n)', 'n', 'CAST(n AS DOUBLE[])', [[true]]],
  ["'x' = some(t)", 't', 'CAST(t AS VARCHAR[])', [[true]]],
  ['2 > ALL(n)', 'n', 'CAST(n AS DOUBLE[])', [[false]]],
  ['[x FOR x IN n]', 'n', 'CAST(n AS DOUBLE[])', [[[1, 2, 3]]]],
  ['[x + 1 for x in n if x > 1]', 'n', 'CAST(n AS DOUBLE[])', [[[3, 4]]]],
  ['cardinality(n)', 'n', 'json_array_length(n)', [[3]]],
  ['array_length(n)', 'n', 'json_array_length(n)', [[3]]],
];

test.each(calls)('%s', async (written, column, advised, rows) => {
  const { engine } = await testEngine(files);
  const error = await askRows(engine, `SELECT ${written} FROM api.json`).catch((e: Error) => e);
  expect(String(error)).toContain(`${column} of 'api.json' is JSON`);
  expect(String(error)).toContain(advised);
  const isWhole =
    advised.includes('unnest') || advised.includes('UNNEST') || advised.includes('length');
  const mended = isWhole ? advised : written.replace(column === 'n' ? /\bn\b/ : /\bt\b/, advised);
  expect(await askRows(engine, `SELECT ${mended} FROM api.json`)).toEqual(rows);
});

test('in FROM', async () => {
  const { engine } = await testEngine(files);
  const error = await askRows(engine, 'SELECT r FROM api.json, unnest(results) AS u(r)').catch(
    (e: Error) => e,
  );
  expect(String(error)).toContain("Write unnest(json_extract(results, '$[*]'))");
  const sql = `SELECT r->>'id' FROM api.json, unnest(json_extract(results, '$[*]')) AS u(r) ORDER BY 1`;
  expect(await askRows(engine, sql)).toEqual([['1'], ['2']]);
});
