// Which chart suits an answer, told from the kinds of its columns and the order of its values.
import { PathqlError } from '../errors.ts';
import type { ChartColumn, ChartColumnKind, ChartData } from './chart-data.ts';
import { readNumber } from './read-value.ts';

export type ChartKind = 'bar' | 'line' | 'scatter';

/** Columns are given by their index. */
export interface ChartChoice {
  readonly kind: ChartKind;
  /** Absent: the number of the row, counted from 1. */
  readonly x?: number;
  /** None: the rows with the same x are counted. Several: each is a series of its own. */
  readonly y: readonly number[];
  /** Columns whose values together name the series of a row. */
  readonly series: readonly number[];
}

type ColumnsByKind = Readonly<Record<ChartColumnKind | 'label', readonly number[]>>;

interface Rule {
  readonly fits: (columns: ColumnsByKind) => boolean;
  readonly choose: (columns: ColumnsByKind, data: ChartData) => ChartChoice;
}

/** The first that fits decides. */
const rules: readonly Rule[] = [
  {
    fits: ({ time, number }) => time.length === 1 && number.length > 0,
    choose: ({ time: [x = 0], number, label }) => ({ kind: 'line', x, y: number, series: label }),
  },
  {
    fits: ({ time, number, label }) => time.length === 0 && number.length > 0 && label.length > 0,
    choose: ({ number, label: [x = 0, ...series] }) => ({ kind: 'bar', x, y: number, series }),
  },
  {
    fits: ({ time, number }) => time.length === 0 && number.length > 1,
    choose: ({ number: [x = 0, ...y] }, data) => ({
      kind: isStrictlyIncreasing(data, x) ? 'line' : 'scatter',
      x,
      y,
      series: [],
    }),
  },
  {
    fits: ({ time, number }) => time.length === 0 && number.length === 1,
    choose: ({ number }) => ({ kind: 'line', y: number, series: [] }),
  },
  {
    fits: ({ time, label }) => time.length === 0 && label.length === 1,
    choose: ({ label: [x = 0] }) => ({ kind: 'bar', x, y: [], series: [] }),
  },
];

export function chooseChart(data: ChartData): ChartChoice {
  if (data.rows.length === 0) {
    throw new PathqlError(
      'usage_invalid',
      'Cannot draw a chart: expected at least one row, got none. Check the WHERE clause, or choose another output format.',
    );
  }
  const columns = columnsByKind(data.columns);
  const rule = rules.find(({ fits }) => fits(columns));
  if (rule === undefined) throw noFittingColumns(data.columns);
  return rule.choose(columns, data);
}

function columnsByKind(columns: readonly ChartColumn[]): ColumnsByKind {
  const indexesOf = (...kinds: ChartColumnKind[]) =>
    [...columns.keys()].filter((index) => kinds.some((kind) => columns[index]?.kind === kind));
  return {
    number: indexesOf('number'),
    time: indexesOf('time'),
    boolean: indexesOf('boolean'),
    text: indexesOf('text'),
    label: indexesOf('text', 'boolean'),
  };
}

/** Of rows without a number in the column nothing is asked. */
function isStrictlyIncreasing({ rows }: ChartData, column: number): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const row of rows) {
    const value = readNumber(row[column] ?? null);
    if (value === undefined) continue;
    if (value <= last) return false;
    last = value;
  }
  return true;
}

const maxNamedColumns = 8;

function noFittingColumns(columns: readonly ChartColumn[]): PathqlError {
  const named = columns.slice(0, maxNamedColumns).map(({ name, kind }) => `'${name}' (${kind})`);
  const others = columns.length - named.length;
  const got = others > 0 ? [...named, `${others} more`] : named;
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart: expected number columns with at most one time column, or one text column to count, got ${got.join(', ') || 'no column'}. Select a number, for example count(*) with GROUP BY, or choose another output format.`,
  );
}
