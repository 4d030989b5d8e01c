// The rows of an answer are those of its document, however its bytes are cut, and wherever they are kept.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonText } from '../../../src/client/json-text.ts';
import { AnswerScanner } from '../../../src/console/answer/answer-scanner.ts';
import { readPage } from '../../../src/console/answer/read-page.ts';
import { type KeepBytes, RowPages } from '../../../src/console/answer/row-pages.ts';
import { StoredRows } from '../../../src/console/answer/stored-rows.ts';

const inMemory: KeepBytes = (pieces) => {
  const whole = Buffer.concat(pieces);
  return { read: (start, end) => whole.subarray(start, end) };
};

function scan(document: string, chunkLength: number) {
  const bytes = Buffer.from(document);
  const pages = new RowPages(inMemory);
  const sizes: number[] = [];
  const scanner = new AnswerScanner((page) => {
    sizes.push(page.rowCount);
    pages.add(page);
  });
  for (let at = 0; at < bytes.length; at += chunkLength) {
    scanner.push(bytes.subarray(at, at + chunkLength));
  }
  return { scanner, pages, sizes };
}

function allRows(pages: RowPages): unknown[] {
  const rows = new StoredRows(pages, [], []);
  const read: unknown[] = [];
  while (read.length < pages.rowCount) {
    const page = rows.pageText(read.length);
    if (page === undefined) throw new Error(`no page holds row ${read.length}`);
    read.push(...readPage(page).rows);
  }
  return read;
}

const odd = '"]},{[\\"rows\\":[';
const value = fc.oneof(
  fc.string(),
  fc.constant(odd),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.constant({ 'a]': '\\' })),
);

test('rows are the same for every way the bytes come', () => {
  const property = fc.property(
    fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 40 }),
    fc.integer({ min: 1, max: 50 }),
    (rows, chunkLength) => {
      const columns = ['a', odd, 'ä"rows":['];
      const stats = { rows_scanned: 1, rows_returned: rows.length, execution_time_ms: 0.5 };
      const { scanner, pages } = scan(JSON.stringify({ columns, rows, stats }), chunkLength);
      expect(scanner.isComplete).toBe(true);
      expect(scanner.frame).toEqual({ columns, rows: [], stats });
      expect(pages.rowCount).toBe(rows.length);
      const cells = rows.map((row) =>
        row.map((one) => (Array.isArray(one) ? new JsonText(JSON.stringify(one)) : one)),
      );
      expect(allRows(pages)).toEqual(cells);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('pages end after so many rows or bytes, and are found wherever they are kept', () => {
  const long = 'x'.repeat(200_000);
  const rows = [...Array.from({ length: 1000 }, (_none, n) => [n]), [long], [long], [7]];
  const { pages, sizes } = scan(JSON.stringify({ rows, stats: {} }), 65_536);
  expect(sizes).toEqual([256, 256, 256, 233, 1, 1]);
  expect(pages.pageOf(-1)).toBeUndefined();
  expect(pages.pageOf(pages.rowCount)).toBeUndefined();
  const big = scan(JSON.stringify({ rows: Array.from({ length: 60 }, () => [long]) }), 300_000);
  expect(big.pages.byteCount).toBeGreaterThan(2 * 4 * 1024 * 1024);
  expect(allRows(big.pages)).toEqual(Array.from({ length: 60 }, () => [long]));
});

describe('a document that is not whole', () => {
  const whole = '{"columns":["a"],"rows":[[1],[2]],"stats":{"rows_returned":2}}';

  test.each([10, 27, 30, whole.length - 1])('ends after %i bytes, and is known to', (length) => {
    const { scanner } = scan(whole.slice(0, length), 7);
    expect(scanner.isComplete).toBe(false);
  });

  test('values are read one by one, in any order', () => {
    const { pages } = scan('{"rows":[[1,"a"],[12345678901234567890,null]]}', 5);
    const rows = new StoredRows(pages, ['n', 't'], ['HUGEINT', 'VARCHAR']);
    expect(rows.valueAt(1, 0)).toBe(12345678901234567890n);
    expect(rows.valueAt(0, 1)).toBe('a');
    expect(rows.valueAt(1, 1)).toBeNull();
    expect(rows.valueAt(2, 0)).toBeNull();
  });
});
