// Refuses charts of more than can be read or drawn in reasonable time.
import { PathqlError } from '../errors.ts';

export const maxChartRows = 50_000;
export const maxChartBars = 5_000;

export function checkChartRows(rows: number): void {
  if (rows > maxChartRows) throw tooMany('rows', maxChartRows);
}

export function checkChartBars(bars: number): void {
  if (bars > maxChartBars) throw tooMany('bars', maxChartBars);
}

function tooMany(what: string, max: number): PathqlError {
  return new PathqlError(
    'usage_invalid',
    `Cannot draw a chart of more than ${max} ${what}: aggregate the rows, as in SELECT city, count(*) … GROUP BY city, or add LIMIT ${max}.`,
  );
}
