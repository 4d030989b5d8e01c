import { expect, test } from 'vitest';
import { makeChart } from '../../src/charts/make-chart.ts';
import { readTime } from '../../src/charts/read-value.ts';
import { chartData, faultOf, manyRows } from './chart-data.ts';

test('several numbers become series in the order of the columns', () => {
  const { labels, series, points } = makeChart(
    chartData({ team: 'text', won: 'number', lost: 'number' }, [
      ['b', 5, 1],
      ['a', 3, 2],
    ]),
  );
  expect(labels).toEqual(['b', 'a']);
  expect(series).toEqual(['won', 'lost']);
  expect(points.map(({ x, y, series }) => [x, y, series])).toEqual([
    [0, 5, 0],
    [0, 1, 1],
    [1, 3, 0],
    [1, 2, 1],
  ]);
});

test('bars of several series share the place of their label; a label that comes again has its own', () => {
  const { labels, points } = makeChart(
    chartData({ a: 'text', b: 'text', n: 'number' }, [
      ['x', 'p', 1],
      ['x', 'q', 2],
      ['x', 'p', 3],
    ]),
  );
  expect(labels).toEqual(['x', 'x']);
  expect(points.map(({ x }) => x)).toEqual([0, 0, 1]);
});

test('NULL, NaN and infinity are skipped and counted, a NULL label is a group', () => {
  const { labels, note, points } = makeChart(
    chartData({ a: 'text', n: 'number' }, [
      ['x', null],
      ['y', 'nan'],
      ['z', '-inf'],
      [null, 4],
    ]),
  );
  expect({ labels, note }).toEqual({
    labels: ['NULL'],
    note: '3 values not drawn: NULL or not finite',
  });
  expect(points).toHaveLength(1);
});

test('nothing but NULL is refused', () => {
  const data = chartData({ n: 'number' }, [[null], [null]]);
  expect(() => makeChart(data)).toThrow('expected at least one row with a finite number, got 2');
});

test('texts are counted in the order of first appearance', () => {
  const { labels, points, yTitle } = makeChart(
    chartData({ a: 'text' }, [['x'], ['y'], [null], ['x']]),
  );
  expect(labels).toEqual(['x', 'y', 'NULL']);
  expect(points.map(({ text }) => text)).toEqual(['2', '1', '1']);
  expect(yTitle).toBe('count');
});

test('counts of a column and a series', () => {
  const data = chartData({ a: 'text', b: 'text', n: 'number' }, [
    ['x', 'p', 1],
    ['x', 'q', 1],
    ['x', 'p', 1],
    ['y', null, 1],
  ]);
  const chart = makeChart(data, { kind: 'bar', x: 0, y: [], series: [1] });
  expect(chart.series).toEqual(['p', 'q', 'NULL']);
  expect(chart.points.map(({ x, y, series }) => [x, y, series])).toEqual([
    [0, 2, 0],
    [0, 1, 1],
    [1, 1, 2],
  ]);
});

test('the rows of each row are not counted', () => {
  const data = chartData({ n: 'number' }, [[1]]);
  const choice = { kind: 'bar', y: [], series: [] } as const;
  expect(() => makeChart(data, choice)).toThrow('choose a column for the x axis');
});

test('the points of a line rise in x; texts on its axis share a place when they are equal', () => {
  const data = chartData({ a: 'text', x: 'number', n: 'number' }, [
    ['p', 3, 1],
    ['q', 1, 2],
    ['p', 2, 3],
  ]);
  const byNumber = makeChart(data, { kind: 'line', x: 1, y: [2], series: [] });
  expect(byNumber.points.map(({ x, y }) => [x, y])).toEqual([
    [1, 2],
    [2, 3],
    [3, 1],
  ]);
  const byText = makeChart(data, { kind: 'scatter', x: 0, y: [2], series: [] });
  expect(byText.labels).toEqual(['p', 'q']);
  expect(byText.points.map(({ x, y }) => [x, y])).toEqual([
    [0, 1],
    [1, 2],
    [0, 3],
  ]);
});

test.each([
  ['rows', { x: 'number', y: 'number' } as const, 50_001, 50_000],
  ['bars', { a: 'text', n: 'number' } as const, 5_001, 5_000],
])('too many %s are refused', (what, columns, count, max) => {
  const data = chartData(
    columns,
    manyRows(count, (index) => [index, index]),
  );
  expect(faultOf(() => makeChart(data))).toMatchObject({
    code: 'usage_invalid',
    message: `Cannot draw a chart of more than ${max} ${what}: aggregate the rows, as in SELECT city, count(*) … GROUP BY city, or add LIMIT ${max}.`,
  });
});

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29 13:14:15.678901', '2024-02-29T13:14:15.678Z'],
  ['2024-02-29T13:14:15Z', '2024-02-29T13:14:15.000Z'],
  ['2024-02-29 13:14:15+02', '2024-02-29T11:14:15.000Z'],
  ['2024-02-29 13:14:15-03:30', '2024-02-29T16:44:15.000Z'],
  ['0044-03-15', '0044-03-15T00:00:00.000Z'],
])('the time %s', (text, expected) => {
  expect(new Date(readTime(text) ?? Number.NaN).toISOString()).toBe(expected);
});

test.each([
  null,
  '',
  'infinity',
  '0044-03-15 (BC)',
  'yesterday',
  '999999-01-01',
  '2024-02-30',
  '13:14:15',
])('%j is no time to draw', (text) => {
  expect(readTime(text)).toBeUndefined();
});
