import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderStatement } from '../../../../../src/engines/duckdb/statement/render-statement.ts';
import { type Lab, openLab } from '../duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const names = ['a', 'b', 'A', 'É'];
const name = fc.constantFrom(...names);

/** Queries of nested common table expressions, subqueries and set operations over four names. */
const query = fc.letrec<{ query: string; body: string }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'medium' },
    tie('body'),
    fc
      .tuple(fc.boolean(), name, tie('query'), name, tie('query'), tie('body'))
      .filter(([, first, , second]) => first.toLowerCase() !== second.toLowerCase())
      .map(
        ([isRecursive, first, inner, second, other, body]) =>
          `WITH ${isRecursive ? 'RECURSIVE ' : ''}"${first}" AS (${inner}), "${second}" AS (${other}) ${body}`,
      ),
  ),
  body: fc.oneof(
    { depthSize: 'medium' },
    name.map((table) => `SELECT 1 AS n FROM ${table}`),
    fc.constant('SELECT 1 AS n'),
    fc.tuple(tie('query'), tie('query')).map(([left, right]) => `(${left}) UNION ALL (${right})`),
    fc
      .tuple(name, tie('query'))
      .map(([table, inner]) => `SELECT 1 AS n FROM ${table} x, (${inner}) y`),
    tie('query').map((inner) => `SELECT (${inner} LIMIT 1) AS n`),
    fc
      .tuple(name, name)
      .map(([left, right]) => `SELECT 1 AS n FROM ${left} UNION ALL SELECT n FROM ${right}`),
  ),
})).query;

/** With no table in the database, DuckDB fails on every name that it does not take for a CTE. */
test('whatever we take for a common table expression is one for DuckDB', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (sql) => {
      const checked = await lab.check(sql);
      const rendered = renderStatement(
        checked,
        checked.references.map(() => '(SELECT 1 AS n)'),
      ).sql;
      const words = await lab.connection.prepare(rendered).then(
        () => '',
        (error: Error) => error.message,
      );
      expect(words, rendered).not.toMatch(/Table with name|No files found/);
    }),
    { numRuns: 500, seed: 3 },
  );
});
