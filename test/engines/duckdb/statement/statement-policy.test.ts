// Tests what is refused as DuckDB corrupts its heap by it: least offsets of lag and lead without an order, and VARIANT.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, openLab } from './duckdb-parser.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const least = '-9223372036854775808';

describe.each(['lag', 'lead'])('without an order %s', (name) => {
  test.each([
    least,
    `(${least})`,
    `${least}::BIGINT`,
    '-9223372036854775807 - 1',
    '(1 << 63)',
    '9223372036854775807',
    'n',
    '(SELECT 1)',
    "'1'",
    'NULL',
  ])('refuses the offset %s', async (offset) => {
    for (const over of ['OVER ()', 'OVER w', 'OVER (ROWS UNBOUNDED PRECEDING)']) {
      const window = over === 'OVER w' ? 'WINDOW w AS ()' : '';
      const sql = `SELECT ${name}(n, ${offset}) ${over} FROM x.csv ${window}`;
      await expect(lab.check(sql), sql).rejects.toMatchObject({
        code: 'function_not_available',
        message: expect.stringContaining(`${name} takes a plain number of rows`),
      });
    }
  });

  test.each(['', ', 0', ', 1', ', 1000000', ', 1, 7'])('takes %j', async (rest) => {
    await lab.check(`SELECT ${name}(n${rest}) OVER () FROM x.csv`);
  });

  test('points at the offset', async () => {
    const sql = `SELECT n, ${name}(n, ${least}) OVER () FROM x.csv`;
    const marked = `${' '.repeat(sql.indexOf(least))}^`;
    await expect(lab.check(sql)).rejects.toMatchObject({
      message: expect.stringContaining(`\n${marked}`),
    });
  });
});

test.each([
  'ORDER BY n',
  'PARTITION BY n',
  'PARTITION BY n ORDER BY n',
])('with %s any offset is taken', async (order) => {
  for (const name of ['lag', 'lead']) {
    for (const offset of [least, 'n', '-1']) {
      await lab.check(`SELECT ${name}(n, ${offset}) OVER (${order}) FROM x.csv`);
    }
  }
});

test.each([
  'n::VARIANT',
  'TRY_CAST(n AS "variant")',
  'CAST(NULL AS STRUCT(a INTEGER, b VARIANT[]))',
])('no value becomes a VARIANT, by which a sort overwrites the heap: %s', async (value) => {
  await expect(lab.check(`SELECT DISTINCT ${value} FROM x.csv`)).rejects.toMatchObject({
    code: 'function_not_available',
    message: expect.stringContaining('The type VARIANT is not available'),
  });
});

test('a name that reads like the type is none', async () => {
  await lab.check(`SELECT NULL::STRUCT("id"":""VARIANT" INTEGER), 'VARIANT' FROM x.csv`);
});
