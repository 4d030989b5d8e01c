import { expect, test } from 'vitest';
import { asKind, type ChartChoice, chooseChart } from '../../src/charts/choose-chart.ts';
import type { ColumnKind } from '../../src/query/layouts.ts';
import { chartData, faultOf } from './chart-data.ts';

interface Case {
  readonly name: string;
  readonly kinds: readonly ColumnKind[];
  readonly rows?: readonly (readonly (string | number | null)[])[];
  readonly choice: ChartChoice;
}

const cases: readonly Case[] = [
  {
    name: 'time and number',
    kinds: ['time', 'number'],
    choice: { kind: 'line', x: 0, y: [1], series: [] },
  },
  {
    name: 'number before time, several numbers',
    kinds: ['number', 'time', 'number'],
    choice: { kind: 'line', x: 1, y: [0, 2], series: [] },
  },
  {
    name: 'time, text and number',
    kinds: ['time', 'text', 'number'],
    choice: { kind: 'line', x: 0, y: [2], series: [1] },
  },
  {
    name: 'several values of one time are no line',
    kinds: ['time', 'number'],
    rows: [
      ['2024-01-01', 1],
      ['2024-01-01', 2],
    ],
    choice: { kind: 'scatter', x: 0, y: [1], series: [] },
  },
  {
    name: 'one value of each series at a time, and several without a time',
    kinds: ['time', 'text', 'number'],
    rows: [
      ['2024-01-01', 'a', 1],
      ['2024-01-01', 'b', 2],
      [null, 'a', 1],
      [null, 'a', 2],
    ],
    choice: { kind: 'line', x: 0, y: [2], series: [1] },
  },
  {
    name: 'the first of several times',
    kinds: ['time', 'time', 'number'],
    choice: { kind: 'line', x: 0, y: [2], series: [] },
  },
  {
    name: 'text and number',
    kinds: ['text', 'number'],
    choice: { kind: 'bar', x: 0, y: [1], series: [] },
  },
  {
    name: 'number before text',
    kinds: ['number', 'text'],
    choice: { kind: 'bar', x: 1, y: [0], series: [] },
  },
  {
    name: 'boolean and number',
    kinds: ['boolean', 'number'],
    choice: { kind: 'bar', x: 0, y: [1], series: [] },
  },
  {
    name: 'a second text is the series',
    kinds: ['text', 'text', 'number'],
    choice: { kind: 'bar', x: 0, y: [2], series: [1] },
  },
  {
    name: 'text and several numbers',
    kinds: ['text', 'number', 'number'],
    choice: { kind: 'bar', x: 0, y: [1, 2], series: [] },
  },
  {
    name: 'two numbers in no order',
    kinds: ['number', 'number'],
    rows: [
      [2, 1],
      [1, 2],
    ],
    choice: { kind: 'scatter', x: 0, y: [1], series: [] },
  },
  {
    name: 'a number twice',
    kinds: ['number', 'number'],
    rows: [
      [1, 1],
      [1, 2],
    ],
    choice: { kind: 'scatter', x: 0, y: [1], series: [] },
  },
  {
    name: 'strictly increasing numbers, with a NULL between',
    kinds: ['number', 'number', 'number'],
    rows: [
      [9, 1, 1],
      [null, 1, 1],
      [10, 2, 1],
    ],
    choice: { kind: 'line', x: 0, y: [1, 2], series: [] },
  },
  {
    name: 'numbers too large or too small beside the first are not drawn',
    kinds: ['text', 'number', 'number', 'number', 'number'],
    rows: [
      ['a', 200, 100_000, 1, 90],
      ['b', 300, 200_000, 2, 80],
    ],
    choice: { kind: 'bar', x: 0, y: [1, 4], series: [] },
  },
  {
    name: 'of many numbers the first eight',
    kinds: ['time', ...Array.from({ length: 60 }, () => 'number' as const)],
    choice: { kind: 'line', x: 0, y: [1, 2, 3, 4, 5, 6, 7, 8], series: [] },
  },
  {
    name: 'a text with many values is no series, one with few is',
    kinds: ['time', 'text', 'text', 'number'],
    rows: Array.from({ length: 50 }, (_none, at) => [
      `2024-01-${10 + (at >> 1)}`,
      `name ${at}`,
      at % 2,
      at,
    ]),
    choice: { kind: 'line', x: 0, y: [3], series: [2] },
  },
  {
    name: 'series of one point each are no lines',
    kinds: ['time', 'text', 'number'],
    rows: [
      ['2024-01-01', 'a', 1],
      ['2024-01-02', 'b', 2],
    ],
    choice: { kind: 'scatter', x: 0, y: [2], series: [1] },
  },
  { name: 'one number alone', kinds: ['number'], choice: { kind: 'line', y: [0], series: [] } },
  { name: 'one text alone', kinds: ['text'], choice: { kind: 'bar', x: 0, y: [], series: [] } },
];

test.each(cases)('$name', ({ kinds, rows, choice }) => {
  expect(chooseChart(dataOf(kinds, rows))).toEqual(choice);
});

interface NamedCase {
  readonly columns: Readonly<Record<string, ColumnKind>>;
  readonly rows: readonly (readonly (string | number)[])[];
  readonly choice: ChartChoice;
}

test.each<NamedCase>([
  {
    columns: { id: 'number', name: 'text', age: 'number', city: 'text' },
    rows: [[1, 'Ada', 36, 'London']],
    choice: { kind: 'bar', x: 1, y: [2], series: [3] },
  },
  {
    columns: { user_id: 'number', total: 'number' },
    rows: [[1, 2]],
    choice: { kind: 'bar', x: 0, y: [1], series: [] },
  },
  {
    columns: { ID: 'number', height: 'number', weight: 'number' },
    rows: [
      [1, 180, 70],
      [2, 170, 70],
    ],
    choice: { kind: 'scatter', x: 1, y: [2], series: [] },
  },
  {
    columns: { month: 'time', shop_id: 'number', total: 'number' },
    rows: [
      ['2024-01-01', 1, 10],
      ['2024-01-01', 2, 20],
      ['2024-02-01', 1, 10],
    ],
    choice: { kind: 'line', x: 0, y: [2], series: [1] },
  },
  {
    columns: { at: 'time', order_id: 'number', total: 'number' },
    rows: [
      ['2024-01-01', 1, 10],
      ['2024-01-01', 2, 20],
    ],
    choice: { kind: 'scatter', x: 0, y: [2], series: [] },
  },
  { columns: { id: 'number' }, rows: [[1]], choice: { kind: 'line', y: [0], series: [] } },
  {
    columns: { paid: 'number', n: 'number' },
    rows: [[1, 2]],
    choice: { kind: 'line', x: 0, y: [1], series: [] },
  },
])('a number that names rows is no amount: $columns', ({ columns, rows, choice }) => {
  expect(chooseChart(chartData(columns, rows))).toEqual(choice);
});

test('a histogram is of x when that can be counted, else of what was drawn', () => {
  const data = chartData({ city: 'text', age: 'number', day: 'time' }, []);
  const asHistogram = (x: number | undefined) =>
    asKind(data, { kind: 'bar', x, y: [1], series: [] }, 'histogram');
  expect([0, 1, 2, undefined].map((x) => asHistogram(x).x)).toEqual([1, 1, 2, 1]);
  expect(asKind(data, asHistogram(0), 'line')).toMatchObject({ kind: 'line', x: 1, y: [1] });
});

const refusals: readonly (readonly [ColumnKind[], string])[] = [
  [['time'], "'c0' (time)"],
  [['text', 'text'], "'c0' (text), 'c1' (text)"],
  [['time', 'text'], "'c0' (time), 'c1' (text)"],
  [[], 'no column'],
];

test.each(refusals)('columns %j are refused', (kinds, got) => {
  const { code, message } = faultOf(() => chooseChart(dataOf(kinds)));
  expect(code).toBe('usage_invalid');
  expect(message).toContain(`got ${got}. Select a number`);
});

test('no rows are refused', () => {
  const { code, message } = faultOf(() => chooseChart(chartData({ a: 'text', n: 'number' }, [])));
  expect(code).toBe('usage_invalid');
  expect(message).toContain('expected at least one row, got none');
});

function dataOf(kinds: readonly ColumnKind[], rows: Case['rows'] = [kinds.map(() => '1')]) {
  return chartData(Object.fromEntries(kinds.map((kind, index) => [`c${index}`, kind])), rows);
}
