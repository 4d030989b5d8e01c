// Makes the chart of an answer that page, image and terminal draw.
import { PathqlError } from '../errors.ts';
import type { Chart, ChartAxis, ChartPoint } from './chart.ts';
import type { ChartData } from './chart-data.ts';
import { checkChartBars, checkChartRows } from './chart-limits.ts';
import { type ChartChoice, chooseChart } from './choose-chart.ts';
import { countValues } from './count-values.ts';
import { LabelPlaces } from './label-places.ts';
import { leftOutNote, nothingLeft } from './left-out.ts';
import { makeHistogram } from './make-histogram.ts';
import { plainText } from './plain-text.ts';
import { readNumber, readTime } from './read-value.ts';
import { SeriesNames } from './series-names.ts';
import { timeLabels } from './time-labels.ts';

/** Throws a PathqlError for what cannot be drawn. */
export function makeChart(data: ChartData, choice: ChartChoice = chooseChart(data)): Chart {
  if (choice.kind === 'histogram') return makeHistogram(data, choice);
  checkChartRows(data.rowCount);
  const chart = choice.y.length > 0 ? pointChart(data, choice) : countChart(data, choice);
  if (chart.kind === 'bar') checkChartBars(chart.points.length);
  return chart;
}

function countChart(data: ChartData, choice: ChartChoice): Chart {
  const { x, series } = choice;
  if (x === undefined) {
    const message = 'Cannot count the rows of each row: choose a column for the x axis.';
    throw new PathqlError('usage_invalid', message);
  }
  const counts = countValues(data, [x, ...series]);
  return pointChart(counts, { ...choice, y: [data.columns.length] });
}

function pointChart(data: ChartData, choice: ChartChoice): Chart {
  const { rowCount, textAt } = data;
  const series = new SeriesNames(data, choice);
  const places = new LabelPlaces();
  const placeOf = placeReader(data, choice, places);
  const points: ChartPoint[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const place = placeOf(row);
    for (const column of choice.y) {
      const text = textAt(row, column);
      const y = readNumber(text);
      const x = y === undefined ? undefined : place();
      if (text === null || y === undefined || x === undefined) continue;
      points.push({ x, y, text, series: series.indexOf(row, column) });
    }
  }
  const leftOut = rowCount * choice.y.length - points.length;
  if (points.length === 0) throw nothingLeft(leftOut);
  if (choice.kind === 'line') points.sort((a, b) => a.x - b.x);
  return {
    ...titlesOf(data, choice),
    labels: hasTimes(data, choice) ? timeLabels(places.labels) : places.labels,
    edges: [],
    series: series.names,
    points,
    note: leftOutNote(leftOut),
  };
}

function hasTimes({ columns }: ChartData, { x }: ChartChoice): boolean {
  return x !== undefined && columns[x]?.kind === 'time';
}

/** The place is asked for only when something stands there. */
type PlaceOf = (row: number) => () => number | undefined;

function placeReader(data: ChartData, choice: ChartChoice, places: LabelPlaces): PlaceOf {
  const { kind, x, series } = choice;
  const { textAt } = data;
  if (x === undefined) return (row) => () => row + 1;
  const axis = axisOf(data, choice);
  if (kind === 'bar') {
    const seriesOf = (row: number) => series.map((column) => textAt(row, column));
    return (row) => places.nextBar(textAt(row, x), seriesOf(row));
  }
  if (axis === 'label') return (row) => places.ofPoint(textAt(row, x));
  const read = axis === 'time' ? readTime : readNumber;
  return (row) => () => read(textAt(row, x));
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

function axisOf({ columns }: ChartData, { kind, x }: ChartChoice): ChartAxis {
  if (kind === 'bar') return 'label';
  if (x === undefined) return 'row';
  const column = columns[x]?.kind;
  return column === 'number' || column === 'time' ? column : 'label';
}
