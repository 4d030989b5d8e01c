// Writes chart data shortly: columns with their kinds, values of any type.
import type { ChartData } from '../../src/charts/chart-data.ts';
import { asPathqlError, type PathqlError } from '../../src/errors.ts';
import type { ColumnKind } from '../../src/query/layouts.ts';

type Value = string | number | boolean | null;

export function chartData(
  columns: Readonly<Record<string, ColumnKind>>,
  rows: readonly (readonly Value[])[],
): ChartData {
  return {
    columns: Object.entries(columns).map(([name, kind]) => ({ name, kind })),
    rowCount: rows.length,
    textAt: (row, column) => {
      const value = rows[row]?.[column] ?? null;
      return value === null ? null : String(value);
    },
  };
}

export function manyRows(count: number, row: (index: number) => readonly Value[]) {
  return Array.from({ length: count }, (_, index) => row(index));
}

export function dayText(index: number): string {
  return new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
}

export function faultOf(action: () => unknown): PathqlError {
  try {
    action();
  } catch (thrown) {
    return asPathqlError(thrown);
  }
  throw new Error('expected a fault');
}

export const samples = {
  bars: chartData({ region: 'text', 'sum(sales)': 'number' }, [
    ['North', 1200.5],
    ['South', 840],
    ['a very long name of a region that no terminal has room for, not even a wide one', 12],
  ]),
  'bars with series': chartData(
    { region: 'text', quarter: 'text', sales: 'number' },
    manyRows(12, (index) => [`region ${index >> 2}`, `Q${1 + (index % 4)}`, index * 7]),
  ),
  'negative bars': chartData({ city: 'text', change: 'number' }, [
    ['Oslo', -12.4],
    ['Rome', 8.1],
    ['Quito', 0],
  ]),
  'only negative bars': chartData({ city: 'text', change: 'number' }, [
    ['Oslo', -12],
    ['Rome', -0.001],
  ]),
  'many bars': chartData(
    { id: 'text', n: 'number' },
    manyRows(900, (index) => [`id${index}`, index]),
  ),
  'equal bars': chartData({ a: 'text', n: 'number' }, [
    ['x', 0],
    ['y', 0],
  ]),
  'wide letters': chartData({ 都市: 'text', n: 'number' }, [
    ['東京都千代田区丸の内一丁目九番一号', 37],
    ['👩‍👩‍👧‍👦 family', 10],
    ['e\u0301te\u0301', 3],
  ]),
  counts: chartData({ ok: 'boolean' }, [[true], [false], [true], [null]]),
  line: chartData(
    { day: 'time', price: 'number' },
    manyRows(200, (index) => [dayText(index), 100 + 20 * Math.sin(index / 15)]),
  ),
  'lines of series': chartData(
    { day: 'time', city: 'text', temperature: 'number' },
    manyRows(120, (index) => [dayText(index / 3), `city ${index % 3}`, (index * 37) % 23]),
  ),
  'one point': chartData({ day: 'time', n: 'number' }, [['2024-01-01', 5]]),
  'hours of a day': chartData(
    { at: 'time', n: 'number' },
    manyRows(20, (index) => [`2024-01-15T${String(index).padStart(2, '0')}:30:00`, index]),
  ),
  'row numbers': chartData(
    { value: 'number' },
    manyRows(30, (index) => [(index * 7919) % 101]),
  ),
  scatter: chartData(
    { height: 'number', weight: 'number' },
    manyRows(300, (index) => [160 + ((index * 37) % 40), 50 + Math.cos(index) * 8]),
  ),
  extremes: chartData({ x: 'number', y: 'number' }, [
    [-1e300, 1e300],
    [1e300, -1e300],
    [0, 1.7e308],
    [0, 5e-324],
  ]),
} as const satisfies Record<string, ChartData>;
