// What is guessed of the first record of a file on a cluster is told with the answer.
import { expect, test } from 'vitest';
import { openSparkTable } from '../../../../src/engines/spark/csv/open-spark-table.ts';
import type { AskCluster } from '../../../../src/engines/spark/files/cluster-listing.ts';

const path = '/data/x.csv';

/** Answers as a cluster does that has one plain file of these lines. */
function clusterWith(lines: readonly string[]): AskCluster {
  const bytes = lines.join('').length;
  const facts = { path: `file://${path}`, lines: lines.length, bytes, longest: 20, first: 0 };
  const none = { blank: 0, ended: 0, returns: 0, nul: 0, undecodable: 0, quoted: 0, odd: 0 };
  const inspected = { ...facts, ...none, headers: 1, firstHeader: 0 };
  let asked = 0;
  return async () => {
    asked += 1;
    return asked === 1 ? lines.map((line) => ({ line: Buffer.from(line) })) : [inspected];
  };
}

async function warningsOf(lines: readonly string[]): Promise<readonly string[]> {
  const size = `${lines.join('\n')}\n`.length;
  const version = { path, key: 'x', size, isSettled: true };
  const table = await openSparkTable(
    {
      ...{ written: ['x.csv'], kind: 'csv', reader: null, options: null, warnings: [] },
      files: [{ shownPath: 'x.csv', version }],
      identity: { version: '', source: '', isSettled: true },
      signal: new AbortController().signal,
    },
    clusterWith(lines),
  );
  return table.warnings;
}

test('a guess', async () => {
  expect(await warningsOf(['model,0.1', 'm1,1.5', 'm2,2.5'])).toEqual([
    "The first record of 'x.csv' (model | 0.1) is read as data, and may hold the names of the columns. The option header of read_csv says which",
  ]);
});

test('no guess', async () => {
  expect(await warningsOf(['id,name', '1,a', '2,b'])).toEqual([]);
});
