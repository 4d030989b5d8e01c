// Keeps a query in the address of the page, with its parameters and how its chart is set: it fills the editor, and runs nothing.
import { type ChartChoice, chartKinds } from '../charts/choose-chart.ts';
import type { ChartSetting } from './chart/chart-setting.ts';
import { type GivenParameters, isGivenParameters } from './drafts/drafts.ts';

export interface LinkedQuery {
  readonly sql: string;
  readonly params?: GivenParameters | undefined;
  /** Present: the answer shows as a chart. */
  readonly chart?: ChartSetting | undefined;
}

export function queryInAddress(): LinkedQuery | undefined {
  const given = new URLSearchParams(location.hash.slice(1));
  const sql = given.get('sql');
  if (sql === null) return undefined;
  const [chart, title] = [given.get('chart'), given.get('title') ?? undefined];
  const params = readJson(given.get('params'));
  return {
    sql,
    params: isGivenParameters(params) ? params : undefined,
    chart: chart === null ? undefined : { choice: readChoice(chart), title },
  };
}

/** The address of this page with the query in it; also what the address bar shows from now on. */
export function linkTo({ sql, params = {}, chart }: LinkedQuery): string {
  const link = new URL(location.href);
  const parts: Readonly<Record<string, string | undefined>> = {
    sql,
    params: Object.keys(params).length === 0 ? undefined : JSON.stringify(params),
    chart: chart && (chart.choice === undefined ? 'auto' : JSON.stringify(chart.choice)),
    title: chart?.title,
  };
  link.hash = Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${encoded(value)}`))
    .join('&');
  history.replaceState(null, '', link);
  return link.href;
}

/** Markdown and letters end an address at a bracket or a quote. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Undefined for what is none: links are written by anyone. */
function readChoice(text: string): ChartChoice | undefined {
  const { kind, x, y, series } = (readJson(text) ?? {}) as Partial<ChartChoice>;
  const known = chartKinds.find((one) => one === kind);
  const isX = x === undefined || isIndex(x);
  if (known === undefined || !isX || !isIndexes(y) || !isIndexes(series)) return undefined;
  return { kind: known, x, y, series };
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
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
