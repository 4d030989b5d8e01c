// Keeps a query in the address of the page, and how its chart is set: it fills the editor, and runs nothing.
import { type ChartChoice, chartKinds } from '../charts/choose-chart.ts';

export interface LinkedQuery {
  readonly sql: string;
  /** Present: the answer shows as a chart; `auto`: as it suits. */
  readonly chart?: ChartChoice | 'auto' | undefined;
}

export function queryInAddress(): LinkedQuery | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const sql = given.get('sql');
  if (sql === null) return undefined;
  const chart = given.get('chart');
  return { sql, chart: chart === null ? undefined : (readChoice(chart) ?? 'auto') };
}

/** The address of this page with the query in it; also what the address bar shows from now on. */
export function linkTo({ sql, chart }: LinkedQuery): string {
  const link = new URL(location.href);
  const setting = chart === undefined || chart === 'auto' ? chart : JSON.stringify(chart);
  const chartPart = setting === undefined ? '' : `&chart=${encodeURIComponent(setting)}`;
  link.hash = `sql=${encodeURIComponent(sql)}${chartPart}`;
  history.replaceState(null, '', link);
  return link.href;
}

/** Undefined for what is none: links are written by anyone. */
function readChoice(text: string): ChartChoice | undefined {
  try {
    const { kind, x, y, series } = JSON.parse(text) as Partial<ChartChoice>;
    const known = chartKinds.find((one) => one === kind);
    const isX = x === undefined || isIndex(x);
    if (known === undefined || !isX || !isIndexes(y) || !isIndexes(series)) return undefined;
    return { kind: known, x, y, series };
  } catch {
    return undefined;
  }
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isIndexes(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isIndex);
}
