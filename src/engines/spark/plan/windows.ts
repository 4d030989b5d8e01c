// Writes window functions as Spark SQL.
import { dependsOnOrder, writtenAggregate } from './aggregates.ts';
import {
  allSql,
  assertComparable,
  type Columns,
  constantOf,
  expressionSql,
} from './expressions.ts';
import { assertKnownFields } from './known-fields.ts';
import { assertNone, isNode, nodesIn, notOnSpark, type PlanNode, textIn } from './plan-node.ts';
import { sortKeys } from './sort-keys.ts';
import { sparkType, typeOf } from './types.ts';

/** Their frame is always the whole partition, and Spark takes none. */
const ranking: Readonly<Record<string, string>> = {
  WINDOW_ROW_NUMBER: 'row_number()',
  WINDOW_RANK: 'rank()',
  WINDOW_RANK_DENSE: 'dense_rank()',
  WINDOW_PERCENT_RANK: 'percent_rank()',
  WINDOW_CUME_DIST: 'cume_dist()',
};
const neighbours: Readonly<Record<string, string>> = { WINDOW_LAG: 'lag', WINDOW_LEAD: 'lead' };
const ends: Readonly<Record<string, string>> = {
  WINDOW_FIRST_VALUE: 'first_value',
  WINDOW_LAST_VALUE: 'last_value',
};

export function windowSql(window: PlanNode, columns: Columns): string {
  const type = textIn(window, 'type');
  assertNone(window, ['arg_orders', 'filters'], 'A FILTER or ORDER BY in a window function');
  if (window.exclude_clause !== 'NO_OTHER') throw notOnSpark('EXCLUDE in a window');
  if (window.ignore_nulls === true) throw notOnSpark('IGNORE NULLS in a window');
  assertKnownFields(window, 'BOUND_WINDOW');
  const written = `${valueSql(window, type, columns)}`;
  return `CAST(${written} AS ${sparkType(typeOf(window))})`;
}

function valueSql(window: PlanNode, type: string, columns: Columns): string {
  const hasOrder = nodesIn(window, 'orders').length > 0;
  const needsOrder = type !== 'WINDOW_AGGREGATE';
  if (needsOrder && !hasOrder) throw notOnSpark('A window function without ORDER BY in OVER');
  const over = (frame: string) =>
    ` OVER (${[...partsOf(window, columns), frame].join(' ').trim()})`;
  if (type === 'WINDOW_AGGREGATE') {
    const frame = hasOrder ? frameSql(window) : '';
    const isDistinct = window.distinct === true;
    if (isDistinct) throw notOnSpark('DISTINCT in a window function');
    return writtenAggregate({ aggregate: window, columns, isDistinct, over: over(frame) });
  }
  const rank = ranking[type];
  if (rank !== undefined) return `${rank}${over('')}`;
  const neighbour = neighbours[type];
  if (neighbour !== undefined)
    return `${neighbour}(${neighbourArguments(window, columns)})${over('')}`;
  const end = ends[type];
  if (end === undefined) {
    throw notOnSpark(`The window function ${type.replace('WINDOW_', '').toLowerCase()}`);
  }
  return `${end}(${allSql(nodesIn(window, 'children'), columns).join(', ')})${over(frameSql(window))}`;
}

function partsOf(window: PlanNode, columns: Columns): string[] {
  const partitions = nodesIn(window, 'partitions');
  for (const partition of partitions) assertComparable(partition);
  const orders = nodesIn(window, 'orders');
  return [
    ...(partitions.length > 0 ? [`PARTITION BY ${allSql(partitions, columns).join(', ')}`] : []),
    ...(orders.length > 0 ? [`ORDER BY ${sortKeys(orders, columns)}`] : []),
  ];
}

function neighbourArguments(window: PlanNode, columns: Columns): string {
  const { offset_expr: offset, default_expr: otherwise } = window;
  const [value] = allSql(nodesIn(window, 'children'), columns);
  const distance = isNode(offset) ? constantOf(offset) : 1;
  if (typeof distance !== 'number' || distance < 0)
    throw notOnSpark('lag and lead with such an offset');
  const rest = isNode(otherwise) ? `, ${expressionSql(otherwise, columns)}` : '';
  return `${value}, ${distance}${rest}`;
}

const frameUnits: Readonly<Record<string, 'ROWS' | 'RANGE'>> = {
  CURRENT_ROW_ROWS: 'ROWS',
  EXPR_PRECEDING_ROWS: 'ROWS',
  EXPR_FOLLOWING_ROWS: 'ROWS',
  CURRENT_ROW_RANGE: 'RANGE',
};

function frameSql(window: PlanNode): string {
  const [start, end] = [textIn(window, 'start'), textIn(window, 'end')];
  const units = [start, end]
    .filter((bound) => !bound.startsWith('UNBOUNDED'))
    .map((bound) => frameUnits[bound]);
  if (units.includes(undefined) || new Set(units).size > 1)
    throw notOnSpark('Such a frame of a window');
  const bounds = [boundSql(start, window.start_expr), boundSql(end, window.end_expr)];
  return `${units[0] ?? 'ROWS'} BETWEEN ${bounds.join(' AND ')}`;
}

function boundSql(bound: string, distance: unknown): string {
  const words = bound.replace(/_(?:ROWS|RANGE)$/, '').replaceAll('_', ' ');
  if (!words.startsWith('EXPR')) return words;
  const count = isNode(distance) ? constantOf(distance) : undefined;
  if (typeof count !== 'number' || count < 0)
    throw notOnSpark('A frame of a window with such a bound');
  return words.replace('EXPR', String(count));
}

/** Equal rows get their places in any order. */
export function dependsOnPlace(window: PlanNode): boolean {
  const type = textIn(window, 'type');
  if (type === 'WINDOW_AGGREGATE') {
    const hasRows = [window.start, window.end].some((bound) => /_ROWS$/.test(String(bound)));
    return hasRows || dependsOnOrder(window);
  }
  return type === 'WINDOW_ROW_NUMBER' || ranking[type] === undefined;
}
