// What queries at the same time learn of a column's type.
import { expect, test } from 'vitest';
import { SparkTable } from '../../../../src/engines/spark/csv/spark-table.ts';

test('a type that one query finds is news to each query that was bound before', async () => {
  const table = new SparkTable({
    files: [],
    names: ['n'],
    syntax: { delimiter: ',', width: 1, endsInCr: false, header: 'n', hasQuotes: false },
    types: [{ name: 'BIGINT', scale: 0 }],
    areTexts: false,
    rowCount: 2,
  });
  let asked = 0;
  const isNoNumber = { d0: true };
  const ask = async () => {
    asked += 1;
    return [isNoNumber];
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
