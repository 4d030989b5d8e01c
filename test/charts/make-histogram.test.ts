import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberEdges, timeEdges } from '../../src/charts/bin-edges.ts';
import type { ChartData } from '../../src/charts/chart-data.ts';
import { makeChart } from '../../src/charts/make-chart.ts';
import { valueRange } from '../../src/charts/value-range.ts';
import { chartData, manyRows } from './chart-data.ts';

const histogram = (data: ChartData, x: number | undefined = 0, series: readonly number[] = []) =>
  makeChart(data, { kind: 'histogram', x, y: [], series });

test('whole numbers fall from one edge up to the next', () => {
  const { edges, labels, points } = histogram(
    chartData({ age: 'number' }, [[1], [2], [2], [3], [5]]),
  );
  expect(edges).toEqual([1, 2, 3, 4, 5, 6]);
  expect(labels[0]).toBe('1 – 2');
  expect(points.map(({ x, y }) => [x, y])).toEqual([
    [0, 1],
    [1, 2],
    [2, 1],
    [4, 1],
  ]);
});

test('of other numbers the last bin holds its end, too', () => {
  const { edges, points } = histogram(chartData({ v: 'number' }, [[0], [0.3], [2.4]]));
  expect(edges).toHaveLength(25);
  expect(points.map(({ x }) => [edges[x], edges[x + 1]])).toEqual([
    [0, 0.1],
    [0.3, 0.4],
    [2.3, 2.4],
  ]);
});

test('times fall into months, and NULL is left out', () => {
  const { axis, labels, points, note } = histogram(
    chartData({ at: 'time' }, [['2024-01-31'], ['2024-02-01T00:00:00'], [null], ['2025-06-30']]),
  );
  expect(axis).toBe('time');
  expect(points.map(({ x }) => labels[x])).toEqual([
    '2024-01 – 2024-02',
    '2024-02 – 2024-03',
    '2025-06 – 2025-07',
  ]);
  expect(note).toBe('1 value not drawn: NULL or not finite');
});

test('each series is counted by itself', () => {
  const data = chartData({ v: 'number', k: 'text' }, [
    [1, 'a'],
    [1, 'b'],
    [1, 'a'],
  ]);
  const { series, points } = histogram(data, 0, [1]);
  expect(series).toEqual(['a', 'b']);
  expect(points.map(({ y, series }) => [y, series])).toEqual([
    [2, 0],
    [1, 1],
  ]);
});

test('more rows than other charts have room for', () => {
  const data = chartData(
    { v: 'number' },
    manyRows(300_000, (index) => [index % 100]),
  );
  const { points } = histogram(data);
  expect(points.reduce((sum, { y }) => sum + y, 0)).toBe(300_000);
});

test.each([
  ['texts', 0, "got 'a' (text)"],
  ['row numbers', undefined, 'got the number of the row'],
])('%s are refused', (_name, x, got) => {
  const data = chartData({ a: 'text' }, [['x']]);
  expect(() => makeChart(data, { kind: 'histogram', x, y: [], series: [] })).toThrow(got);
});

test('the edges enclose whatever values there are, and rise', () => {
  const numbers = fc.double({ noNaN: true, min: -1e300, max: 1e300 });
  const times = fc.integer({ min: -60_000_000_000_000, max: 250_000_000_000_000 });
  const check = (edges: readonly number[], { min, max }: { min: number; max: number }) => {
    expect(edges.length).toBeGreaterThan(1);
    expect(edges.length).toBeLessThan(40);
    expect(edges[0]).toBeLessThanOrEqual(min);
    expect(edges.at(-1)).toBeGreaterThanOrEqual(max);
    expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b));
  };
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1 }), (values) => {
      const range = valueRange(values);
      check(numberEdges(range, values.every(Number.isInteger)), range);
    }),
  );
  fc.assert(
    fc.property(fc.array(times, { minLength: 1 }), (values) => {
      const range = valueRange(values);
      check(timeEdges(range), range);
    }),
  );
});
