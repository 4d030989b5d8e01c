import { expect, test } from 'vitest';
import { chartPoints } from '../../src/charts/chart-points.ts';
import { readTime } from '../../src/charts/read-value.ts';
import { chartData } from './chart-data.ts';

test('several numbers become series in the order of the columns', () => {
  const { labels, series, points } = chartPoints(
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
  const { labels, points } = chartPoints(
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
  const { labels, skipped, points } = chartPoints(
    chartData({ a: 'text', n: 'number' }, [
      ['x', null],
      ['y', 'nan'],
      ['z', '-inf'],
      [null, 4],
    ]),
  );
  expect({ labels, skipped }).toEqual({ labels: ['NULL'], skipped: 3 });
  expect(points).toHaveLength(1);
});

test('nothing but NULL is refused', () => {
  const data = chartData({ n: 'number' }, [[null], [null]]);
  expect(() => chartPoints(data)).toThrow('expected at least one row with a finite number, got 2');
});

test('texts are counted in the order of first appearance', () => {
  const { labels, points, yTitle } = chartPoints(
    chartData({ a: 'text' }, [['x'], ['y'], [null], ['x']]),
  );
  expect(labels).toEqual(['x', 'y', 'NULL']);
  expect(points.map(({ text }) => text)).toEqual(['2', '1', '1']);
  expect(yTitle).toBe('count');
});

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-02-29 13:14:15.678901', '2024-02-29T13:14:15.678Z'],
  ['2024-02-29T13:14:15Z', '2024-02-29T13:14:15.000Z'],
  ['2024-02-29 13:14:15+02', '2024-02-29T11:14:15.000Z'],
  ['2024-02-29 13:14:15-03:30', '2024-02-29T16:44:15.000Z'],
  ['0044-03-15', '0044-03-15T00:00:00.000Z'],
  ['13:14:15.5', '1970-01-01T13:14:15.500Z'],
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
])('%j is no time to draw', (text) => {
  expect(readTime(text)).toBeUndefined();
});
