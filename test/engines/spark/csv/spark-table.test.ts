// How the types of columns are proven: what queries at the same time learn, and how many columns there may be.
import { expect, test, vi } from 'vitest';
import { SparkTable } from '../../../../src/engines/spark/csv/spark-table.ts';

function wideTable(width: number): SparkTable {
  return new SparkTable({
    files: [],
    names: Array.from({ length: width }, (_, i) => `k${i}`),
    syntax: { delimiter: ',', width, endsInCr: false, header: null, hasQuotes: false },
    types: Array.from({ length: width }, () => ({ name: 'BIGINT', scale: 0 })),
    areTexts: false,
    warnings: [],
    rowCount: 2,
  });
}

test('the types of many columns are proven in one pass', async () => {
  const table = wideTable(5_000);
  const ask = vi.fn(async () => []);
  await table.prove([...Array(5_000).keys()], ask, new AbortController().signal);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('more columns than Spark can plan are refused', () => {
  const positions = [...Array(2_001).keys()];
  expect(() => wideTable(3_000).selectSql(positions, 't0')).toThrow('reads 2001 columns');
});

test('a type that one query finds is news to each query that was bound before', async () => {
  const table = new SparkTable({
    files: [],
    names: ['n'],
    syntax: { delimiter: ',', width: 1, endsInCr: false, header: 'n', hasQuotes: false },
    types: [{ name: 'BIGINT', scale: 0 }],
    areTexts: false,
    warnings: [],
    rowCount: 2,
  });
  let asked = 0;
  // The guess does not hold, and then no type but the last one does.
  const isNoNumber = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10].map((found) => ({ found }));
  const ask = async () => {
    asked += 1;
    return isNoNumber;
  };
  const { signal } = new AbortController();
  const boundAt = table.revision;
  await Promise.all([table.prove([0], ask, signal), table.prove([0], ask, signal)]);
  expect(table.columns[0]?.type.name).toBe('VARCHAR');
  expect(table.revision).not.toBe(boundAt);
  const provenAt = table.revision;
  const asksSoFar = asked;
  await table.prove([0], ask, signal);
  expect([table.revision, asked]).toEqual([provenAt, asksSoFar]);
});
