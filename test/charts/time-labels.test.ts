// Labels that are instants are written no finer than it takes, and never so that two would look alike.
import { expect, test } from 'vitest';
import { makeChart } from '../../src/charts/make-chart.ts';
import { timeLabels } from '../../src/charts/time-labels.ts';
import { chartData } from './chart-data.ts';

test.each([
  [
    ['2024-02-01T00:00:00', '2024-03-01T00:00:00'],
    ['2024-02', '2024-03'],
  ],
  [
    ['2024-02-01T10:30:00', '2024-02-02T00:00:00'],
    ['2024-02-01 10:30', '2024-02-02 00:00'],
  ],
  [
    ['2024-02-01', 'NULL'],
    ['2024-02-01', 'NULL'],
  ],
  [['2024-02-01 00:00:00.0000001', '2024-02-01 00:00:00.0000002'], undefined],
  [
    ['2024-02-01', '2024-02-01'],
    ['2024-02-01', '2024-02-01'],
  ],
])('%j', (labels, expected) => {
  expect(timeLabels(labels)).toEqual(expected ?? labels);
});

test('bars over a time have them', () => {
  const data = chartData({ month: 'time', n: 'number' }, [
    ['2024-02-01T00:00:00', 1],
    ['2024-03-01T00:00:00', 2],
  ]);
  const { labels } = makeChart(data, { kind: 'bar', x: 0, y: [1], series: [] });
  expect(labels).toEqual(['2024-02', '2024-03']);
});
