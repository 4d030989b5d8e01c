// When a screen gets a table, and when a line for each value.
import { expect, test } from 'vitest';
import { screenWriter } from '../../../src/formats/table/screen-writer.ts';
import { tableWriter } from '../../../src/formats/table/table-writer.ts';
import { verticalWriter } from '../../../src/formats/table/vertical-writer.ts';

const stats = { rowsScanned: 0, rowsReturned: 2, executionTimeMs: 7 };

function written(columnCount: number, { width, rows = 2 }: { width: number; rows?: number }) {
  const target = { width, height: 24, hasColour: false, extension: '' };
  const writer = screenWriter(target);
  const names = Array.from({ length: columnCount }, (_, i) => `column ${i}`);
  const parts = [writer.begin(names.map((name) => ({ name, kind: 'text' })))];
  const row = JSON.stringify(names.map((_, i) => (i === 1 ? null : 'a longer value')));
  for (let i = 0; i < rows; i++) parts.push(writer.add([row]));
  return [...parts, writer.end(stats)].join('').split('\n');
}

test('a table where it can be read', () => {
  const [names, rule, first] = written(4, { width: 80 });
  expect(names).toMatch(/^column 0 +column 1 +column 2 +column 3$/);
  expect(rule).toMatch(/^─+ {2}─+ {2}─+ {2}─+$/);
  expect(first).toMatch(/^a longer value +NULL +a longer value/);
});

test.each([
  [40, 8],
  [80, 100],
])('in %i columns, %i of a result are lines', (width, count) => {
  const lines = written(count, { width });
  expect(lines[0]).toMatch(/^── row 1 ─+$/);
  expect(lines.slice(1, 3).map((line) => line.replace(/ +/g, ' '))).toEqual([
    'column 0 a longer value',
    'column 1 NULL',
  ]);
  expect(lines[count + 1]).toMatch(/^── row 2 ─+$/);
  expect(lines.at(-2)).toBe('(2 rows, 7 ms)');
});

test('rows behind the first ones are written the same way', () => {
  const lines = written(30, { width: 80, rows: 1_500 });
  expect(lines.filter((line) => line.startsWith('── row '))).toHaveLength(1_500);
  expect(lines).toContain(`── row 1,500 ${'─'.repeat(27)}`);
});

test('names of other scripts are aligned, and nothing steers the terminal', () => {
  const writer = verticalWriter({ width: null, height: 24, hasColour: false, extension: '' });
  writer.begin([
    { name: '名前', kind: 'text' },
    { name: 'id', kind: 'number' },
  ]);
  expect(writer.add(['["a\\nb\\u001b[2J","1"]'])).toContain('名前  a↵b\uFFFD[2J\nid    1\n');
});

test('no row is filled up to the width of one very long value, which is whole', () => {
  const target = { width: null, height: 24, hasColour: false, extension: '' };
  const writer = tableWriter(target);
  const columns = ['a', 'b'].map((name) => ({ name, kind: 'text' as const }));
  const long = 'ä'.repeat(5_000);
  const text = [
    writer.begin(columns),
    writer.add([JSON.stringify([long, 'x']), JSON.stringify(['y', 'z'])]),
    writer.end(stats),
  ].join('');
  const [, , first = '', second = ''] = text.split('\n');
  expect(first).toBe(`${long}  x`);
  expect(second).toBe(`${'y'.padEnd(1_000)}  z`);
});
