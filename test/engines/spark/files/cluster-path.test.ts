// Where paths lead on a cluster, and which of them are refused.
import { expect, test } from 'vitest';
import { locateOnCluster, textOfPath } from '../../../../src/engines/spark/files/cluster-path.ts';

const locate = (dataDir: string | null, written: string, isForeign = false) =>
  textOfPath(locateOnCluster({ dataDir }, written, isForeign));

test.each([
  [null, '/data/x.csv', '/data/x.csv'],
  [null, '/data/./a/../x.csv', '/data/x.csv'],
  [null, 's3a://bucket/x.csv', 's3a://bucket/x.csv'],
  [null, 'file:///data/x.csv', '/data/x.csv'],
  ['/data', 'x.csv', '/data/x.csv'],
  ['/data/', './a/x.csv', '/data/a/x.csv'],
  ['/data', '/data/x.csv', '/data/x.csv'],
  ['s3a://bucket/sales', 'x.csv', 's3a://bucket/sales/x.csv'],
  ['s3a://bucket', 'x.csv', 's3a://bucket/x.csv'],
  ['s3a://bucket/sales', 's3a://bucket/sales/2024/x.csv', 's3a://bucket/sales/2024/x.csv'],
])('below %s, %s is %s', (dataDir, written, expected) => {
  expect(locate(dataDir, written)).toBe(expected);
});

test.each([
  [null, 'x.csv', 'no working folder'],
  [null, '/proc/self/environ', 'operating system'],
  [null, 'https://example.org/x.csv', 'web addresses'],
  [null, '-', 'standard input'],
  [null, '/data/{a,b}.csv', 'braces'],
  [null, '/data/a\nb.csv', 'control characters'],
  ['/data', '../x.csv', 'outside the data folder'],
  ['/data', '/database/x.csv', 'outside the data folder'],
  ['/data', 's3a://bucket/data/x.csv', 'outside the data folder'],
  ['s3a://bucket/sales', 's3a://other/sales/x.csv', 'outside the data folder'],
  ['s3a://bucket/sales', '../x.csv', 'outside the data folder'],
])('below %s, %s is refused: %s', (dataDir, written, words) => {
  expect(() => locate(dataDir, written)).toThrow(words);
});

test('a web page of another origin reads nothing without a data folder', () => {
  expect(() => locate(null, '/data/x.csv', true)).toThrow('DATA_DIR');
  expect(locate('/data', 'x.csv', true)).toBe('/data/x.csv');
});
