// The chart of the page is that of the command line: the same data, the same choice, the same colours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeChart } from '../../src/charts/make-chart.ts';
import { lightTheme } from '../../src/charts/plot/chart-theme.ts';
import { ExactNumber, type Value } from '../../src/client/client.ts';
import { writeJson } from '../../src/client/write-json.ts';
import { chartDataOf, makeAnswerChart } from '../../src/console/answer/make-answer-chart.ts';
import { RowPages } from '../../src/console/answer/row-pages.ts';
import { StoredRows } from '../../src/console/answer/stored-rows.ts';

function stored(columns: Readonly<Record<string, string>>, ...rows: readonly (readonly Value[])[]) {
  const pages = new RowPages(() => {
    throw new Error('These rows are few');
  });
  const bytes = new TextEncoder().encode(rows.map((row) => writeJson(row)).join(','));
  if (rows.length > 0) pages.add({ bytes, rowCount: rows.length });
  return new StoredRows(pages, Object.keys(columns), Object.values(columns));
}

test('a month, a region and a total are a line for each region', () => {
  const { kind, xTitle, yTitle, series, points } = makeChart(
    chartDataOf(
      stored(
        { month: 'DATE', region: 'VARCHAR', total: 'DECIMAL(9,2)' },
        ['2024-01-01', 'North', 10n],
        ['2024-01-01', 'South', new ExactNumber('20.00')],
        ['2024-02-01', 'North', 15],
        ['2024-02-01', 'South', null],
      ),
    ),
  );
  expect({ kind, xTitle, yTitle, series }).toEqual({
    kind: 'line',
    xTitle: 'month',
    yTitle: 'total',
    series: ['North', 'South'],
  });
  expect(points.map(({ text, series }) => [text, series])).toEqual([
    ['10', 0],
    ['20.00', 1],
    ['15', 0],
  ]);
});

test('values are the texts that CSV has', () => {
  const types = { a: 'BOOLEAN', b: 'VARCHAR', c: 'BIGINT[]', d: 'VARCHAR' };
  const { columns, textAt } = chartDataOf(stored(types, [true, null, [1n, null], 'NULL']));
  expect(columns.map(({ kind }) => kind)).toEqual(['boolean', 'text', 'text', 'text']);
  expect([0, 1, 2, 3].map((column) => textAt(0, column))).toEqual([
    'true',
    null,
    '[1,null]',
    'NULL',
  ]);
});

test('what cannot be drawn is told, with what was chosen', () => {
  const rows = stored({ a: 'VARCHAR', b: 'VARCHAR' }, ['x', 'y']);
  expect(makeAnswerChart(rows, undefined).chart).toMatch(/^Cannot draw a chart: expected/);
  const choice = { kind: 'bar', x: 0, y: [], series: [] } as const;
  expect(makeAnswerChart(rows, choice)).toMatchObject({ choice, chart: { kind: 'bar' } });
});

test('a file has the colours that the page has by day', () => {
  const path = new URL('../../src/console/styles/colours.css', import.meta.url);
  const [day = ''] = readFileSync(path, 'utf8').split('@media');
  const colour = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(day)?.[1];
  expect(lightTheme).toMatchObject({
    paper: colour('surface'),
    ink: colour('ink'),
    softInk: colour('ink-soft'),
    grid: colour('line'),
    zero: colour('line-strong'),
    series: Array.from({ length: 8 }, (_none, index) => colour(`chart-${index + 1}`)),
  });
});
