// The rows of an answer as points of a chart.
import type { Value } from '../../client/client.ts';
import type { Answer } from '../query-server.ts';
import { cellText } from '../result/cell-text.ts';
import { type ChartChoice, type ColumnKind, columnKinds } from './chart-choices.ts';

export interface Point {
  readonly x: number | Date | string;
  readonly y: number | Date | string;
  readonly colour: string | undefined;
}

export interface ChartData {
  readonly points: readonly Point[];
  readonly xKind: ColumnKind;
  readonly yKind: ColumnKind;
  /** What the chart leaves out or adds up, in words. */
  readonly notes: readonly string[];
}

const mostPoints = 20_000;
const mostBars = 60;

export function chartData(answer: Answer, choice: ChartChoice): ChartData {
  const kinds = columnKinds(answer);
  const xKind = kinds[choice.x] ?? 'text';
  const yKind = kinds[choice.y] ?? 'text';
  const read = { choice, xKind, yKind };
  const all = answer.rows.map((row) => pointOf(row, read)).filter((point) => point !== undefined);
  const notes = [];
  if (all.length < answer.rows.length) {
    notes.push(`${(answer.rows.length - all.length).toLocaleString('en')} rows with NULL left out`);
  }
  const { points, note } = choice.kind === 'bar' ? fewBars(all) : fewPoints(all);
  return { points, xKind, yKind, notes: note === undefined ? notes : [...notes, note] };
}

interface PointReading {
  readonly choice: ChartChoice;
  readonly xKind: ColumnKind;
  readonly yKind: ColumnKind;
}

function pointOf(row: readonly Value[], { choice, xKind, yKind }: PointReading): Point | undefined {
  const x = plotted(row[choice.x] ?? null, choice.kind === 'bar' ? 'text' : xKind);
  const y = choice.kind === 'histogram' ? 0 : plotted(row[choice.y] ?? null, yKind);
  if (x === undefined || y === undefined) return undefined;
  const colour = choice.colour === undefined ? undefined : cellText(row[choice.colour] ?? null);
  return { x, y, colour };
}

function plotted(value: Value, kind: ColumnKind): number | Date | string | undefined {
  if (value === null) return undefined;
  if (kind === 'number') return Number(cellText(value));
  const text = cellText(value);
  // Times without a zone are drawn as they are written.
  return kind === 'time'
    ? new Date(text.includes('T') && !text.endsWith('Z') ? `${text}Z` : text)
    : text;
}

function fewPoints(all: readonly Point[]) {
  if (all.length <= mostPoints) return { points: all, note: undefined };
  const note = `the first ${mostPoints.toLocaleString('en')} of ${all.length.toLocaleString('en')} rows drawn`;
  return { points: all.slice(0, mostPoints), note };
}

function fewBars(all: readonly Point[]) {
  const names = [...new Set(all.map(({ x }) => String(x)))];
  if (names.length > mostBars) {
    const kept = new Set(names.slice(0, mostBars));
    const note = `the first ${mostBars} of ${names.length.toLocaleString('en')} bars drawn`;
    return { points: all.filter(({ x }) => kept.has(String(x))), note };
  }
  const note = names.length < all.length ? 'rows of one bar added up' : undefined;
  return { points: all, note };
}
