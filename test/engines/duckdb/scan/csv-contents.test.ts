import { expect, test } from 'vitest';
import { cachedScan } from '../../../../src/engines/duckdb/scan/cached-scan.ts';
import { columnOf } from '../../../../src/engines/duckdb/scan/csv-contents.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();

const comparisons = [
  'v < 2.5',
  "v = 'x'",
  "v > DATE '2024-01-01'",
  "v > TIMESTAMP '2024-01-01'",
  'v = id',
  'NOT v',
  'v IN (1, 2)',
  "v LIKE 'x%'",
  "lower(v) = 'x'",
  'v + 1 > 0',
  'length(v) > 0',
  "coalesce(v, 'x') <> 'x'",
  'round(v, 2) > 0',
];

test.each([
  'id,v\n1,\n2,""\n',
  'id,v\n',
])('a column without any value compares with anything: %j', async (content) => {
  const table = await lab.open(lab.write('no-values.csv', content));
  await lab.query(table, (scan) => `CREATE OR REPLACE TABLE cached AS ${scan}`);
  const columns = await table.columns.types('all', new AbortController().signal);
  const cached = cachedScan(columns.map(columnOf), 'cached');
  const ways = [
    (sql: (scan: string) => string) => lab.query(table, sql),
    (sql: (scan: string) => string) => lab.run(sql(cached)),
  ];
  for (const query of ways) {
    for (const comparison of comparisons) {
      expect(
        await query((scan) => `SELECT count(*) FROM (${scan}) WHERE ${comparison}`),
        comparison,
      ).toEqual([[0n]]);
    }
    const sums = 'count(*), count(v), sum(v), avg(v), max(v), string_agg(v)';
    expect(await query((scan) => `SELECT ${sums} FROM (${scan})`)).toEqual([
      [BigInt(table.rowCount), 0n, null, null, null, null],
    ]);
  }
});

test('the way out that a message names does work', async () => {
  const file = lab.write('way-out.csv', 'a;b\n1;5" disk\n2;"x" y\n3\n4;5;6\n');
  await expect(lab.read(file)).rejects.toThrow(
    /line 3: .*3 records, .* leaves out 1 record, at line 5: .*strict_mode=false, null_padding=true, ignore_errors=true\)/,
  );
  await expect(lab.read(file, { quote: '' })).rejects.toThrow(
    /line 4: .*quote='', null_padding=true, ignore_errors=/,
  );
  await expect(lab.read(file, { quote: '', null_padding: true })).rejects.toThrow(
    /line 5: .*leaves out 1 record, at line 5: .*quote='', null_padding=true, ignore_errors=true\)/,
  );
  for (const option of [{ quote: '' }, { strict_mode: false }]) {
    const { rows } = await lab.read(file, { ...option, null_padding: true, ignore_errors: true });
    expect(rows).toEqual([
      ['1', '5" disk'],
      ['2', '"x" y'],
      ['3', null],
    ]);
  }
});
