import { afterAll, beforeAll, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { checkStatement } from '../../src/sql/check-statement.ts';
import { scanStatement } from '../../src/sql/scan-statement.ts';
import { type Lab, openLab } from './duckdb-parser.ts';
import { queries } from './queries.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** The outcome of the gate: a checked statement, or the error that refused it. Anything else fails the test. */
async function outcome(sql: string) {
  try {
    const scanned = scanStatement(sql);
    const checked = checkStatement(scanned, await lab.serialize(scanned));
    return {
      checked,
      rendered: checked.render(checked.references.map((_, i) => `"v"."t${i}"`)).sql,
    };
  } catch (error) {
    if (error instanceof PathqlError) return error;
    throw new Error(`${(error as Error).stack}\nfor ${JSON.stringify(sql)}`, { cause: error });
  }
}

function randomizer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const insertions = [
  ...'()[]{},;\'"`$?-*/\\.:#\0é😀 \n'.split(''),
  ...' SELECT ; FROM ; WHERE ; JOIN ; UNION ALL ; OFFSET 1 ; LIMIT 1 ; AS ;-- ;/*;*/;$1;getenv(1);::;->;FROM x.csv;'.split(
    ';',
  ),
  'INSERT INTO x ',
  '; DROP TABLE x',
  '\ud800',
];

function mutate(sql: string, random: (below: number) => number): string {
  const at = random(sql.length + 1);
  const other = random(sql.length + 1);
  const [start, end] = at < other ? [at, other] : [other, at];
  const kinds = [
    () => sql.slice(0, at) + (insertions[random(insertions.length)] ?? '') + sql.slice(at),
    () => sql.slice(0, at) + sql.slice(at + 1),
    () => sql.slice(0, start) + sql.slice(Math.min(end, start + 12)),
    () => sql.slice(0, at),
    () => sql.slice(0, end) + sql.slice(start, Math.min(end, start + 20)) + sql.slice(end),
    () => sql.slice(0, at) + sql.charAt(at + 1) + sql.charAt(at) + sql.slice(at + 2),
    () => sql.slice(0, at) + (queries[random(queries.length)] ?? '').slice(random(30)),
  ];
  return kinds[random(kinds.length)]?.() ?? sql;
}

const allowedTypes = ['parse_error', 'execution_error', 'invalid_input'];

test('100,000 mutations: refused with an error of ours, or one query over files', async () => {
  const random = randomizer(20_240_115);
  let passed = 0;
  for (let run = 0; run < 100_000; run += 1) {
    let sql = queries[random(queries.length)] ?? '';
    for (let times = random(3); times >= 0; times -= 1) sql = mutate(sql, random);
    const result = await outcome(sql);
    if (result instanceof PathqlError) {
      expect(allowedTypes, sql).toContain(result.type);
    } else {
      passed += 1;
      if (passed % 20 === 0) await expectOneQuery(sql, result.rendered);
    }
  }
  expect(passed).toBeGreaterThan(1_000);
}, 180_000);

/** What passes is one SELECT for the parser too, and still is after rendering. */
async function expectOneQuery(sql: string, rendered: string): Promise<void> {
  const statement = await lab.connection.extractStatements(rendered);
  expect(statement.count, sql).toBe(1);
  const answer = await lab.connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [
    rendered,
  ]);
  expect(String(answer.getRows()[0]?.[0]), sql).toMatch(/^\{"error":false/);
}

test('a refused function is found in the place of any token of any query', async () => {
  for (const sql of queries) {
    for (const token of scanStatement(sql).tokens) {
      if (!['word', 'number', 'string', 'quoted'].includes(token.kind)) continue;
      const hostile = `${sql.slice(0, token.start)} getenv('HOME') ${sql.slice(token.end)}`;
      const result = await outcome(hostile);
      expect(result, hostile).toBeInstanceOf(PathqlError);
    }
  }
});

test('a query hidden in the place of any token still has its files found', async () => {
  for (const sql of queries) {
    const before = await outcome(sql);
    if (before instanceof PathqlError) throw before;
    for (const token of scanStatement(sql).tokens) {
      if (!['word', 'number', 'string'].includes(token.kind)) continue;
      const hidden = `${sql.slice(0, token.start)} (SELECT 1 FROM hidden.csv) ${sql.slice(token.end)}`;
      const result = await outcome(hidden);
      if (result instanceof PathqlError) continue;
      const paths = result.checked.references.flatMap((reference) => reference.paths);
      expect(paths, hidden).toContain('hidden.csv');
      expect(result.rendered, hidden).not.toContain('hidden.csv"');
    }
  }
});
