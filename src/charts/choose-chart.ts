// Chooses the chart that suits an answer, by the kinds of its columns and the order of its values.
import { PathqlError } from '../errors.ts';
import type { AnswerColumn, ColumnKind } from '../query/layouts.ts';
import type { ChartData } from './chart-data.ts';
import { maxChartRows } from './chart-limits.ts';
import { columnsOfLikeSize } from './like-size.ts';
import { readNumber } from './read-value.ts';

export const chartKinds = ['bar', 'line', 'scatter', 'histogram'] as const;
export type ChartKind = (typeof chartKinds)[number];

/** Columns are given by their index. */
export interface ChartChoice {
  readonly kind: ChartKind;
  /** Absent: the number of the row, counted from 1. */
  readonly x?: number | undefined;
  /** None: the rows with the same x are counted. Several: each is a series of its own. A histogram counts anyway. */
  readonly y: readonly number[];
  /** Columns whose values together name the series of a row. */
  readonly series: readonly number[];
}

interface ColumnRoles {
  readonly time: readonly number[];
  /** What is drawn. */
  readonly number: readonly number[];
  /** What names a row: texts and booleans. */
  readonly label: readonly number[];
  /** Numbers that name a row, as user_id does. None when there is no other number. */
  readonly id: readonly number[];
}

interface Rule {
  readonly fits: (roles: ColumnRoles) => boolean;
  readonly choose: (roles: ColumnRoles, data: ChartData) => ChartChoice;
}

/** The first that fits decides. */
const rules: readonly Rule[] = [
  {
    fits: ({ time, number }) => time.length > 0 && number.length > 0,
    choose: ({ time: [x = 0], number, label, id }, data) => {
      const named = label.length > 0 ? label : id.filter((column) => repeats(data, [column]));
      const series = seriesColumns(data, named);
      const isLine = !repeats(data, [x, ...series]) && joinsPoints(data, series);
      return { kind: isLine ? 'line' : 'scatter', x, y: drawnNumbers(data, number), series };
    },
  },
  {
    fits: ({ number, label }) => number.length > 0 && label.length > 0,
    choose: ({ number, label: [x = 0, ...others] }, data) => ({
      kind: 'bar',
      x,
      y: drawnNumbers(data, number),
      series: seriesColumns(data, others),
    }),
  },
  {
    fits: ({ number, id }) => number.length === 1 && id.length > 0,
    choose: ({ number, id: [x = 0] }) => ({ kind: 'bar', x, y: number, series: [] }),
  },
  {
    fits: ({ number }) => number.length > 1,
    choose: ({ number: [x = 0, ...y] }, data) => ({
      kind: isStrictlyIncreasing(data, x) ? 'line' : 'scatter',
      x,
      y: drawnNumbers(data, y),
      series: [],
    }),
  },
  {
    fits: ({ number }) => number.length === 1,
    choose: ({ number }) => ({ kind: 'line', y: number, series: [] }),
  },
  {
    fits: ({ time, label }) => time.length === 0 && label.length === 1,
    choose: ({ label: [x = 0] }) => ({ kind: 'bar', x, y: [], series: [] }),
  },
];

/** Throws a PathqlError when nothing suits. */
export function chooseChart(data: ChartData): ChartChoice {
  if (data.rowCount === 0) {
    throw new PathqlError(
      'usage_invalid',
      'Cannot draw a chart: expected at least one row, got none. Check the WHERE clause.',
    );
  }
  const roles = rolesOf(data.columns);
  const rule = rules.find(({ fits }) => fits(roles));
  if (rule === undefined) throw noFittingColumns(data.columns);
  // Of more rows no chart is drawn but a histogram, which is never the first choice.
  return rule.choose(roles, { ...data, rowCount: Math.min(data.rowCount, maxChartRows) });
}

/** The same columns as a chart of another kind; where x holds labels, a histogram is of what was drawn. */
export function asKind(
  { columns }: Pick<ChartData, 'columns'>,
  choice: ChartChoice,
  kind: ChartKind,
): ChartChoice {
  const { x, y } = choice;
  const xKind = x === undefined ? undefined : columns[x]?.kind;
  const canBin = xKind === 'number' || xKind === 'time';
  return { ...choice, kind, x: kind === 'histogram' && !canBin ? (y[0] ?? x) : x };
}

function rolesOf(columns: readonly AnswerColumn[]): ColumnRoles {
  const indexesOf = (...kinds: ColumnKind[]) =>
    [...columns.keys()].filter((index) => kinds.some((kind) => columns[index]?.kind === kind));
  const numbers = indexesOf('number');
  const amounts = numbers.filter((index) => !isId(columns[index]));
  const hasAmounts = amounts.length > 0;
  return {
    time: indexesOf('time'),
    number: hasAmounts ? amounts : numbers,
    label: indexesOf('text', 'boolean'),
    id: hasAmounts ? numbers.filter((index) => !amounts.includes(index)) : [],
  };
}

function isId(column: AnswerColumn | undefined): boolean {
  return /(?:^|_)id$/i.test(column?.name ?? '');
}

/** Whether any two rows are alike in these columns; without a value in the first one a row is not drawn. */
function repeats({ rowCount, textAt }: ChartData, columns: readonly number[]): boolean {
  const seen = new Set<string>();
  for (let row = 0; row < rowCount; row += 1) {
    const values = columns.map((column) => textAt(row, column));
    if (values[0] === null) continue;
    const key = JSON.stringify(values);
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

/** As many as there are colours, and none that the others would press flat. */
function drawnNumbers(data: ChartData, columns: readonly number[]): readonly number[] {
  return columnsOfLikeSize(data, columns).slice(0, maxNumbers);
}

const maxNumbers = 8;
/** As many as the legend names. */
const maxSeries = 24;

/** Columns that together part the rows into a few series. */
function seriesColumns(data: ChartData, columns: readonly number[]): readonly number[] {
  let chosen: readonly number[] = [];
  for (const column of columns) {
    const tried = chosen.concat(column);
    if (hasFewValues(data, tried)) chosen = tried;
  }
  return chosen;
}

function hasFewValues({ rowCount, textAt }: ChartData, columns: readonly number[]): boolean {
  const seen = new Set<string>();
  for (let row = 0; row < rowCount && seen.size <= maxSeries; row += 1) {
    seen.add(JSON.stringify(columns.map((column) => textAt(row, column))));
  }
  return seen.size <= maxSeries;
}

/** Whether any series has two points: of others a line shows nothing. */
function joinsPoints(data: ChartData, series: readonly number[]): boolean {
  if (series.length === 0 || data.rowCount === 1) return true;
  const seen = new Set<string>();
  for (let row = 0; row < data.rowCount; row += 1) {
    const key = JSON.stringify(series.map((column) => data.textAt(row, column)));
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

/** Of rows without a number in the column nothing is asked. */
function isStrictlyIncreasing({ rowCount, textAt }: ChartData, column: number): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < rowCount; row += 1) {
    const value = readNumber(textAt(row, column));
    if (value === undefined) continue;
    if (value <= last) return false;
    last = value;
  }
  return true;
}

const maxNamedColumns = 8;

function noFittingColumns(columns: readonly AnswerColumn[]): PathqlError {
  const named = columns.slice(0, maxNamedColumns).map(({ name, kind }) => `'${name}' (${kind})`);
  const others = columns.length - named.length;
  const got = others > 0 ? [...named, `${others} more`] : named;
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart: expected at least one number column, or one text column to count, got ${got.join(', ') || 'no column'}. Select a number, for example count(*) with GROUP BY.`,
  );
}
