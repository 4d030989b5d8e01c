// The chart of the page is that of the command line: the same data, the same choice, the same colours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeChart } from '../../src/charts/make-chart.ts';
import { lightTheme } from '../../src/charts/plot/chart-theme.ts';
import { ExactNumber, type Value } from '../../src/client/client.ts';
import { answerChartData } from '../../src/console/chart/answer-chart-data.ts';

const answer = (columns: readonly string[], ...rows: readonly (readonly Value[])[]) => ({
  columns,
  rows,
  stats: { rowsScanned: 0, rowsReturned: rows.length, executionTimeMs: 0 },
});

test('a month, a region and a total are a line for each region', () => {
  const { kind, xTitle, yTitle, series, points } = makeChart(
    answerChartData(
      answer(
        ['month', 'region', 'total'],
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
  const { columns, textAt } = answerChartData(
    answer(['a', 'b', 'c', 'd'], [true, null, [1n, null], 'NULL']),
  );
  expect(columns.map(({ kind }) => kind)).toEqual(['boolean', 'text', 'text', 'text']);
  expect([0, 1, 2, 3].map((column) => textAt(0, column))).toEqual([
    'true',
    null,
    '[1,null]',
    'NULL',
  ]);
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
