// Files of kinds that are not read on a cluster are refused before it is asked.
import { expect, test } from 'vitest';
import { openSparkTable } from '../../../../src/engines/spark/csv/open-spark-table.ts';

test.each([
  ['json', 'JSON'],
  ['ndjson', 'JSON lines'],
  ['parquet', 'Parquet'],
  ['log', 'log'],
] as const)('%s', async (kind, name) => {
  const opening = {
    ...{ written: ['x'], files: [], kind, warnings: [], reader: null, options: null },
    identity: { version: '', source: '', isSettled: true },
    signal: new AbortController().signal,
  };
  const ask = () => {
    throw new Error('The cluster was asked');
  };
  await expect(openSparkTable(opening, ask)).rejects.toMatchObject({
    code: 'not_on_spark',
    message: `Reading ${name} files is not available on Spark yet. The embedded engine (ENGINE=duckdb) has it`,
  });
});
