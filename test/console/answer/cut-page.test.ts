// Long values are cut before they reach the page, and only they; what was cut is known to be, with its length.
import { describe, expect, test } from 'vitest';
import { JsonText } from '../../../src/client/json-text.ts';
import { cutPage, cutValue } from '../../../src/console/answer/cut-page.ts';
import { CutValue } from '../../../src/console/answer/cut-value.ts';
import { readPage, readShownPage, readValue } from '../../../src/console/answer/read-page.ts';

const pageOf = (rows: readonly (readonly unknown[])[]) => ({
  firstRow: 7,
  rowCount: rows.length,
  text: JSON.stringify(rows),
});

test('a page of short rows is handed over as it came', () => {
  const page = pageOf([['x'.repeat(100_000), 1]]);
  expect(cutPage(page)).toBe(page);
  expect(readShownPage(page)).toEqual(readPage(page));
});

test('of a long row only the long values are cut', () => {
  const long = 'ab😀'.repeat(200_000);
  const list = Array.from({ length: 1000 }, () => 'y'.repeat(10));
  const rows = [
    ['a', 1, null, [1, 2]],
    [long, true, '"', list],
  ];
  const { firstRow, rows: shown } = readShownPage(cutPage(pageOf(rows)));
  expect(firstRow).toBe(7);
  expect(shown[0]).toEqual(['a', 1, null, new JsonText('[1,2]')]);
  expect(shown[1]?.slice(1, 3)).toEqual([true, '"']);
  expect(shown[1]?.[0]).toEqual(new CutValue(long.slice(0, 1000), 600_000));
  const json = JSON.stringify(list);
  expect(shown[1]?.[3]).toEqual(new CutValue(json.slice(0, 1000), json.length));
});

describe('a value', () => {
  test.each([
    'short',
    '',
    null,
    false,
    12345678901234567890n,
    new JsonText('{"b":1,"a":2,"b":3}'),
  ])('%s comes as it is', (value) => {
    expect(readValue(cutValue(value, 40))).toEqual(value);
  });

  test('that is longer is cut, never within a character', () => {
    expect(readValue(cutValue('abc😀def', 4))).toEqual(new CutValue('abc', 7));
    expect(readValue(cutValue(10n ** 30n, 4))).toEqual(new CutValue('1000', 31));
  });
});
