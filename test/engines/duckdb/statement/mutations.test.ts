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

/** Every query with every one of its tokens replaced. */
function replaceTokens(kinds: readonly string[], text: string): string[] {
  return queries.flatMap((sql) =>
    scanStatement(sql)
      .tokens.filter(({ kind }) => kinds.includes(kind))
      .map(({ start, end }) => `${sql.slice(0, start)} ${text} ${sql.slice(end)}`),
  );
}

test('a refused function is found in the place of any token of any query', async () => {
  const hostile = replaceTokens(['word', 'number', 'string', 'quoted', 'operator'], 'getenv(1)');
  const results = await outcomes(hostile);
  const passed = hostile.filter((_, index) => !(results[index] instanceof PathqlError));
  const trees = await lab.serializeAll(passed.map((sql) => scanStatement(sql)));
  // The few that remain name a type: `CAST(a AS getenv(1))`, `getenv(1) '2 months'`.
  expect(trees.filter((tree) => tree.includes('"function_name":"getenv"'))).toEqual([]);
  expect(passed.length).toBeLessThan(10);
});

test('a query hidden in the place of any token still has its files found', async () => {
  const hidden = replaceTokens(['word', 'number', 'string'], '(SELECT 1 FROM hidden.csv)');
  const results = await outcomes(hidden);
  const passed = results.flatMap((result) => (result instanceof PathqlError ? [] : [result]));
  expect(passed.length).toBeGreaterThan(100);
  for (const { checked, rendered } of passed) {
    const paths = checked.references.flatMap((reference) => reference.paths);
    expect(paths, rendered).toContain('hidden.csv');
    expect(rendered).not.toMatch(/FROM "hidden\.csv"/);
  }
});
