// The values of a chart: every number of the chosen columns as one point with its place and series.
import { PathqlError } from '../errors.ts';
import { BarPlaces } from './bar-places.ts';
import type { ChartData, ChartRow } from './chart-data.ts';
import { type ChartChoice, type ChartKind, chooseChart } from './choose-chart.ts';
import { countValues } from './count-values.ts';
import { plainText } from './plain-text.ts';
import { isTimeOfDay, readNumber, readTime } from './read-value.ts';
import { SeriesNames } from './series-names.ts';

export interface ChartPoint {
  /** Bars: index into `labels`. Otherwise a number, or milliseconds since 1970 in UTC. */
  readonly x: number;
  readonly y: number;
  /** The number as the answer has it. */
  readonly text: string;
  /** Index into `series`. */
  readonly series: number;
}

export type ChartAxis = 'label' | 'number' | 'row' | 'time' | 'time-of-day';

export interface ChartPoints {
  readonly kind: ChartKind;
  readonly axis: ChartAxis;
  readonly xTitle: string;
  /** Empty where the names of the series say it. */
  readonly yTitle: string;
  /** What stands at each place of a bar, in the order of the rows. */
  readonly labels: readonly string[];
  /** At least one name, in the order of the rows. */
  readonly series: readonly string[];
  readonly seriesTitle: string;
  /** Never empty. */
  readonly points: readonly ChartPoint[];
  /** How many values are left out: NULL or no finite number. */
  readonly skipped: number;
}

export function chartPoints(answer: ChartData): ChartPoints {
  const choice = chooseChart(answer);
  if (choice.y.length > 0) return pointsOf(answer, choice);
  return pointsOf(countValues(answer, choice.x ?? 0), { ...choice, x: 0, y: [1] });
}

function pointsOf(data: ChartData, choice: ChartChoice): ChartPoints {
  const series = new SeriesNames(data.columns, choice);
  const places = new BarPlaces();
  const points: ChartPoint[] = [];
  const placeOf = placeReader(data, choice, places);
  for (const [index, row] of data.rows.entries()) {
    const place = placeOf(row, index);
    for (const column of choice.y) {
      const text = row[column] ?? null;
      const y = readNumber(text);
      const x = y === undefined ? undefined : place();
      if (text === null || y === undefined || x === undefined) continue;
      points.push({ x, y, text, series: series.indexOf(row, column) });
    }
  }
  const skipped = data.rows.length * choice.y.length - points.length;
  if (points.length === 0) throw noValues(skipped);
  const { labels } = places;
  return { ...titlesOf(data, choice), labels, series: series.names, points, skipped };
}

/** The place is asked for only when something stands there. */
type PlaceOf = (row: ChartRow, index: number) => () => number | undefined;

function placeReader({ columns }: ChartData, choice: ChartChoice, places: BarPlaces): PlaceOf {
  const { kind, x, series } = choice;
  if (x === undefined) return (_row, index) => () => index + 1;
  if (kind === 'bar') {
    return (row) =>
      places.next(
        row[x] ?? null,
        series.map((column) => row[column] ?? null),
      );
  }
  const read = columns[x]?.kind === 'time' ? readTime : readNumber;
  return (row) => () => read(row[x] ?? null);
}

function titlesOf(data: ChartData, choice: ChartChoice) {
  const nameOf = (column: number) => plainText(data.columns[column]?.name ?? '');
  return {
    kind: choice.kind,
    axis: axisOf(data, choice),
    xTitle: choice.x === undefined ? 'row' : nameOf(choice.x),
    yTitle: choice.y.length === 1 ? choice.y.map(nameOf).join('') : '',
    seriesTitle: choice.series.map(nameOf).join(' · '),
  };
}

function axisOf({ columns, rows }: ChartData, { kind, x }: ChartChoice): ChartAxis {
  if (kind === 'bar') return 'label';
  if (x === undefined) return 'row';
  if (columns[x]?.kind === 'number') return 'number';
  return rows.some((row) => isTimeOfDay(row[x] ?? null)) ? 'time-of-day' : 'time';
}

function noValues(skipped: number): PathqlError {
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart: expected at least one row with a finite number, got ${skipped} that are NULL or not finite. Check what the columns hold, or choose another output format.`,
  );
}
