import { expect, test } from 'vitest';
import { explainText } from '../../../src/cli/output/explain-text.ts';

test.each([
  ['x.csv', true],
  ['data.dat', true],
  ['x.log', false],
  ['x.json', false],
])('pathql sniff is proposed for %s, which is read from a copy: %s', (path, isProposed) => {
  const text = explainText({
    ...{
      written: [path],
      kind: 'csv' as const,
      files: [{ path, bytes: 5 }],
      columns: [],
      rowCount: 1,
      warnings: [],
    },
    ...{ dialects: [], isCached: false, isPart: false, isRewritten: true },
  });
  expect(text).toContain('from a clean copy');
  expect(text.includes('pathql sniff')).toBe(isProposed);
});
