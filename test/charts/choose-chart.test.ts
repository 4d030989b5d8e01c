import { expect, test } from 'vitest';
import type { ChartColumnKind } from '../../src/charts/chart-data.ts';
import { type ChartChoice, chooseChart } from '../../src/charts/choose-chart.ts';
import { asPathqlError } from '../../src/errors.ts';
import { chartData } from './chart-data.ts';

interface Case {
  readonly name: string;
  readonly kinds: readonly ChartColumnKind[];
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
  { name: 'one number alone', kinds: ['number'], choice: { kind: 'line', y: [0], series: [] } },
  { name: 'one text alone', kinds: ['text'], choice: { kind: 'bar', x: 0, y: [], series: [] } },
];

test.each(cases)('$name', ({ kinds, rows, choice }) => {
  expect(chooseChart(dataOf(kinds, rows))).toEqual(choice);
});

const refusals: readonly (readonly [ChartColumnKind[], string])[] = [
  [['time'], "'c0' (time)"],
  [['text', 'text'], "'c0' (text), 'c1' (text)"],
  [['time', 'time', 'number'], "'c0' (time), 'c1' (time), 'c2' (number)"],
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

function dataOf(kinds: readonly ChartColumnKind[], rows: Case['rows'] = [kinds.map(() => '1')]) {
  return chartData(Object.fromEntries(kinds.map((kind, index) => [`c${index}`, kind])), rows);
}

function faultOf(action: () => unknown) {
  try {
    action();
  } catch (thrown) {
    return asPathqlError(thrown);
  }
  throw new Error('expected a fault');
}
