// Checks random mutations of queries.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkStatement,
  type DuckDbStatement,
} from '../../../../src/engines/duckdb/statement/check-statement.ts';
import { renderStatement } from '../../../../src/engines/duckdb/statement/render-statement.ts';
import { PathqlError } from '../../../../src/errors.ts';
import { scanStatement } from '../../../../src/sql/scan-statement.ts';
import { queries } from '../../../sql/queries.ts';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

interface Passed {
  readonly checked: DuckDbStatement;
  readonly rendered: string;
}

/** The outcome of the check: a checked statement, or the error that refused it. Anything else fails the test. */
function attempt<T>(sql: string, step: () => T): T | PathqlError {
  try {
    return step();
  } catch (error) {
    if (error instanceof PathqlError) return error;
    throw new Error(`${(error as Error).stack}\nfor ${JSON.stringify(sql)}`, { cause: error });
  }
}

async function outcomes(statements: readonly string[]): Promise<(Passed | PathqlError)[]> {
  const scanned = statements.map((sql) => attempt(sql, () => scanStatement(sql)));
  const readable = scanned.flatMap((result) => (result instanceof PathqlError ? [] : [result]));
  const trees = await lab.serializeAll(readable);
  const treeOf = new Map(readable.map((statement, index) => [statement, trees[index] ?? '']));
  return scanned.map((statement) => {
    if (statement instanceof PathqlError) return statement;
    return attempt(statement.sql, () => {
      const checked = checkStatement(statement, treeOf.get(statement) ?? '');
      const relations = checked.references.map((_, index) => `"v"."t${index}"`);
      return { checked, rendered: renderStatement(checked, relations).sql };
    });
  });
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
  for (let batch = 0; batch < 200; batch += 1) {
    const statements = Array.from({ length: 500 }, () => mutateSome(random));
    for (const [index, result] of (await outcomes(statements)).entries()) {
      const sql = statements[index] ?? '';
      if (result instanceof PathqlError) {
        if (!allowedTypes.includes(result.type)) throw new Error(`${result.type} for ${sql}`);
      } else {
        passed += 1;
        if (passed % 20 === 0) await expectOneQuery(sql, result.rendered);
      }
    }
  }
  expect(passed).toBeGreaterThan(1_000);
});

function mutateSome(random: (below: number) => number): string {
  let sql = queries[random(queries.length)] ?? '';
  for (let times = random(3); times >= 0; times -= 1) sql = mutate(sql, random);
  return sql;
}

/** What passes is one SELECT for the parser too, and still is after rendering. */
async function expectOneQuery(sql: string, rendered: string): Promise<void> {
  const statement = await lab.connection.extractStatements(rendered);
  expect(statement.count, sql).toBe(1);
  const answer = await lab.connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [
    rendered,
  ]);
  expect(String(answer.getRows()[0]?.[0]), sql).toMatch(/^\{"error":false/);
}
