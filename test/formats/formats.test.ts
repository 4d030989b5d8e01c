import { expect, test } from 'vitest';
import { csvRecord } from '../../src/formats/csv-record.ts';
import { jsonHead, jsonTail } from '../../src/formats/json-document.ts';
import { findOutputFormat } from '../../src/formats/output-formats.ts';

test('head and tail make one JSON document round the rows', () => {
  const columns = ['a', 'with "quotes"', 'line\nbreak', '日本', '\ud800'];
  const stats = { rowsScanned: 5, rowsReturned: 0, executionTimeMs: 0.123456 };
  expect(JSON.parse(jsonHead(columns) + jsonTail(stats))).toEqual({
    columns,
    rows: [],
    stats: { rows_scanned: 5, rows_returned: 0, execution_time_ms: 0.123 },
  });
});

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "hi"'], '"a,b","say ""hi"""'],
  [['two\nlines', 'cr\r'], '"two\nlines","cr\r"'],
  [[''], '""'],
  [[' edge '], '" edge "'],
])('the CSV record of %j', (values, record) => {
  expect(csvRecord(values)).toBe(record);
});

test('formats are found in any letter case; JSON and NDJSON are the same rows', () => {
  expect(findOutputFormat('csv')?.layout).toBe('csv');
  expect(findOutputFormat('Json')?.layout).toBe('json-object');
  expect(findOutputFormat('NDJSON')?.layout).toBe('json-object');
  expect(findOutputFormat('xml')).toBeUndefined();
  expect(findOutputFormat('toString')).toBeUndefined();
});
