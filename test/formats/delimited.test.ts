// Fields parted by other texts, read back by a reader that is not ours.
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { delimitedWriter } from '../../src/formats/delimited.ts';

const rows = [
  ['1,5', ' a ', 'x;y', '||', 'tab\there'],
  ['say "hi"', 'two\nlines', 'a|', '|b', ''],
  [null, 'é', '-', '::', ';'],
];

test.each([';', '|', '\t', '||', '::', ' '])('%j', async (delimiter) => {
  const writer = await delimitedWriter({ delimiter, hasHeader: true });
  const columns = ['a', `b${delimiter}`, 'c', 'd', 'e'].map(
    (name) => ({ name, kind: 'text' }) as const,
  );
  const text = writer.begin(columns) + String(writer.add(rows.map((row) => JSON.stringify(row))));
  const cast = (value: string, { quoting }: { quoting: boolean }) =>
    value === '' && !quoting ? null : value;
  expect(parse(text, { delimiter, cast })).toEqual([columns.map(({ name }) => name), ...rows]);
});

test('without a header there are only rows', async () => {
  const writer = await delimitedWriter({ delimiter: ';', hasHeader: false });
  expect(writer.begin([{ name: 'a', kind: 'text' }])).toBe('');
});
