// Names that Spark would leave out, or read as something else.
import { expect, test } from 'vitest';
import { assertReadableName } from '../../../../src/engines/spark/files/readable-names.ts';

const check = (path: string) => () => assertReadableName({ storage: '', path }, path);

test.each([
  '/a/_x.csv',
  '/a/.x.csv',
  '/a:b/x.csv',
  '/x.csv.lz4',
  '/x.csv.SNAPPY',
  '/x.deflate',
])('%s is refused', (path) => {
  expect(check(path)).toThrow('Give it another name');
});

test.each([
  '/_a/x.csv',
  '/a/x_.csv',
  '/x.csv.gz',
  '/x.csv.zst',
  '/lz4',
  '/x.lz4.csv',
])('%s is read', (path) => {
  expect(check(path)).not.toThrow();
});
