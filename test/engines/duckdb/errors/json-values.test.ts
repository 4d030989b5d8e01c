// Arithmetic, aggregates and times over JSON: the message names the value, and what it tells to write can be run.
import { expect, test } from 'vitest';
import { askRows, sharedEngine } from '../../../test-engine.ts';

const engineOver = sharedEngine();
const files = {
  'j.json':
    '{"f":{"size":10,"a b":{"c":2},"on":"2024-01-31"},"n":[[3,4]],"m":5}\n{"f":{"size":20},"m":"6"}',
};

const values: readonly (readonly [
  written: string,
  value: string,
  cast: string,
  mended: string,
  first: unknown,
])[] = [
  ['sum(f.size)', "f->'size'", "CAST(f->>'size' AS DOUBLE)", 'sum(?)', 30],
  ['sum(DISTINCT f.size)', "f->'size'", "CAST(f->>'size' AS DOUBLE)", 'sum(DISTINCT ?)', 30],
  ["avg(f->'size')", "f->'size'", "CAST(f->>'size' AS DOUBLE)", 'avg(?)', 15],
  ['sum(f.size) OVER ()', "f->'size'", "CAST(f->>'size' AS DOUBLE)", 'sum(?) OVER ()', 30],
  ['sum(m)', 'm', "CAST(m->>'$' AS DOUBLE)", 'sum(?)', 11],
  ['f.size + 1', "f->'size'", "CAST(f->>'size' AS DOUBLE)", '? + 1', 11],
  ['1 - f.size', "f->'size'", "CAST(f->>'size' AS DOUBLE)", '1 - ?', -9],
  ["1 + f->'size'", "f->'size'", "CAST(f->>'size' AS DOUBLE)", '1 + ?', 11],
  ['(f.size) * 1.5', "f->'size'", "CAST(f->>'size' AS DOUBLE)", '? * 1.5', 15],
  ['-m', 'm', "CAST(m->>'$' AS DOUBLE)", '-?', -5],
  ['J.F."a b".c * 2', "J.F->'a b'->'c'", "CAST(J.F->'a b'->>'c' AS DOUBLE)", '? * 2', 4],
  ['2 * n[0][1]', 'n->0->1', 'CAST(n->0->>1 AS DOUBLE)', '2 * ?', 8],
  ['round(f.size, 1)', "f->'size'", "CAST(f->>'size' AS DOUBLE)", 'round(?, 1)', 10],
  [
    "date_diff('day', f.on, DATE '2024-02-01')",
    "f->'on'",
    "CAST(f->>'on' AS TIMESTAMP)",
    "date_diff('day', ?, DATE '2024-02-01')",
    1,
  ],
];

test.each(values)('%s', async (written, value, cast, mended, first) => {
  const { engine } = await engineOver(files);
  const error = await askRows(engine, `SELECT ${written} FROM j.json`).catch(String);
  expect(error).toContain(`${value} is a JSON value, and `);
  expect(error).toContain(cast);
  expect(error).not.toContain('sniff');
  const rows = await askRows(
    engine,
    `SELECT ${mended.replace('?', () => cast)} FROM j.json LIMIT 1`,
  );
  expect(rows).toEqual([[first]]);
});

test('a column of a subquery', async () => {
  const { engine } = await engineOver(files);
  const sql = 'SELECT u.x + 1 FROM (SELECT f.size AS x FROM j.json) u';
  await expect(askRows(engine, sql)).rejects.toThrow("Say what it is: CAST(u.x->>'$' AS DOUBLE)");
});

test.each([
  "json_extract(f, '$.size') + 1",
  'any_value(f) + 1',
  'm::JSON + 1',
])('no path: %s', async (written) => {
  const { engine } = await engineOver(files);
  const asked = askRows(engine, `SELECT ${written} FROM j.json`);
  await expect(asked).rejects.toThrow(
    "A value here is JSON, and + takes none. Say what it is: CAST(value->>'path' AS DOUBLE)",
  );
});
