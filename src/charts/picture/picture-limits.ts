// How much a picture holds; more could neither be read nor drawn in reasonable time.
import { PathqlError } from '../../errors.ts';
import type { ChartData } from '../chart-data.ts';
import type { ChartPoints } from '../chart-points.ts';

export const maxPictureRows = 50_000;
export const maxPictureBars = 5_000;

export function checkPictureRows({ rows }: ChartData): void {
  if (rows.length > maxPictureRows) throw tooMuch('rows', rows.length, maxPictureRows);
}

export function checkPictureBars({ kind, points }: ChartPoints): void {
  if (kind === 'bar' && points.length > maxPictureBars) {
    throw tooMuch('bars', points.length, maxPictureBars);
  }
}

function tooMuch(what: string, got: number, max: number): PathqlError {
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart of ${got} ${what}: expected at most ${max}. Aggregate with GROUP BY, or add LIMIT ${max} or less.`,
  );
}
