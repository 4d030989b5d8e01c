// Lists the aggregates that were reviewed, as Spark SQL, for groups and for windows.
import { allSql, assertComparable, type Columns, expressionSql } from './expressions.ts';
import { assertKnownFields } from './known-fields.ts';
import { doubleSql, textLiteral } from './literals.ts';
import { assertNone, isNode, nodesIn, notOnSpark, type PlanNode, textIn } from './plan-node.ts';
import { raise } from './raise.ts';
import { sortKeys } from './sort-keys.ts';
import { decimalOf, isWhole, kindOf, sparkType, typeOf } from './types.ts';

/** `x` is the argument, DISTINCT before it where the query has it; `over` stands behind each aggregate function. */
export interface AggregateParts {
  readonly x: string;
  /** Of the argument. */
  readonly from: string;
  /** FILTER or OVER. */
  readonly over: string;
  readonly isDistinct: boolean;
  readonly isWindow: boolean;
  /** Keys of an ORDER BY in the call. */
  readonly order: string;
  /** Of `string_agg`. */
  readonly separator: string;
}

type WriteAggregate = (parts: AggregateParts) => string | undefined;

const ordered =
  /^(?:BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|DOUBLE|FLOAT|VARCHAR|DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE|DECIMAL)$/;

export const aggregateFunctions: Readonly<Record<string, WriteAggregate>> = {
  count_star: ({ over }) => `count(*)${over}`,
  count: ({ x, over }) => `count(${x === '' ? '*' : x})${over}`,
  count_if: ({ x, from, over }) => (from === 'BOOLEAN' ? `count_if(${x})${over}` : undefined),
  min: ({ x, from, over }) => (ordered.test(kindOf(from)) ? `min(${x})${over}` : undefined),
  max: ({ x, from, over }) => (ordered.test(kindOf(from)) ? `max(${x})${over}` : undefined),
  sum,
  avg: average,
  mean: average,
  bool_and: ({ x, from, over }) => (from === 'BOOLEAN' ? `bool_and(${x})${over}` : undefined),
  bool_or: ({ x, from, over }) => (from === 'BOOLEAN' ? `bool_or(${x})${over}` : undefined),
  first: onlyRow,
  any_value: ({ x, over }) => `any_value(${x}, true)${over}`,
  string_agg: joinedTexts,
  listagg: joinedTexts,
  group_concat: joinedTexts,
  median,
  stddev: (parts) => spread('stddev_samp', parts),
  stddev_samp: (parts) => spread('stddev_samp', parts),
  stddev_pop: (parts) => spread('stddev_pop', parts),
  variance: (parts) => spread('var_samp', parts),
  var_samp: (parts) => spread('var_samp', parts),
  var_pop: (parts) => spread('var_pop', parts),
};

/** Of two arguments. */
const lookUps: Readonly<Record<string, 'max_by' | 'min_by'>> = {
  ...{ arg_max: 'max_by', max_by: 'max_by', arg_min: 'min_by', min_by: 'min_by' },
};

const takesOrder: ReadonlySet<string> = new Set(['string_agg', 'listagg', 'group_concat']);

/** The value in the row of the greatest or least key. Rows without a value, or without a key, do not count. */
function lookUp({ name, x, key, over }: LookUp): string | undefined {
  const write = Object.hasOwn(lookUps, name) ? lookUps[name] : undefined;
  return write && `${write}(${x}, CASE WHEN ${x} IS NULL THEN NULL ELSE ${key} END)${over}`;
}

interface LookUp extends Pick<AggregateParts, 'x' | 'over'> {
  readonly name: string;
  readonly key: string;
}

function joinedTexts(parts: AggregateParts): string | undefined {
  const { x, from, over, order, separator, isDistinct, isWindow } = parts;
  if (from !== 'VARCHAR' || isWindow || (isDistinct && order !== '')) return undefined;
  const within = order === '' ? '' : ` WITHIN GROUP (ORDER BY ${order})`;
  return `listagg(${x}, ${textLiteral(separator)})${within}${over}`;
}

const notFinite = 'An infinite number, or none, in a statistic is not available on Spark';

/** The value, or the middle between the two that lie there, computed as DuckDB does. */
function median({ x, from, over, isDistinct, isWindow }: AggregateParts): string | undefined {
  if (isDistinct || isWindow || !(isWhole(from) || from === 'DOUBLE')) return undefined;
  const at = (direction: string) =>
    `CAST(percentile_disc(0.5) WITHIN GROUP (ORDER BY ${x} ${direction})${over} AS DOUBLE)`;
  const [low, high] = [at('ASC'), at('DESC')];
  return `(CASE WHEN ${low} = ${high} THEN ${low} ELSE ${finite(`${low} * 0.5D + ${high} * 0.5D`)} END)`;
}

/** DuckDB stops at what is not finite. */
function spread(name: string, { x, from, over, isDistinct }: AggregateParts): string | undefined {
  return from === 'DOUBLE' && !isDistinct ? finite(`${name}(${x})${over}`) : undefined;
}

function finite(value: string): string {
  return `(CASE WHEN ${value} IS NULL THEN NULL WHEN abs(${value}) < ${doubleSql(Number.POSITIVE_INFINITY)} THEN ${value} ELSE ${raise(notFinite)} END)`;
}

const oneRow =
  'More than one row came from a subquery that stands for one value, or was given to first(), and rows have no order on Spark';

/** What DuckDB reads the value of a scalar subquery by: of one row, or of none. */
function onlyRow({ x, over }: AggregateParts): string | undefined {
  if (over !== '') return undefined;
  return `(CASE WHEN count(*) > 1 THEN ${raise(oneRow)} ELSE any_value(${x}) END)`;
}

/** A sum of BIGINTs does not fit BIGINT. */
function sum({ x, from, over }: AggregateParts): string | undefined {
  if (isWhole(from)) return `sum(${asWide(x)})${over}`;
  if (from === 'DOUBLE' || decimalOf(from) !== null) return `sum(${x})${over}`;
  return undefined;
}

function asWide(x: string): string {
  const [, distinct = '', value = x] = /^(DISTINCT )?(.*)$/s.exec(x) ?? [];
  return `${distinct}CAST(${value} AS DECIMAL(38,0))`;
}

/** Spark's own goes through DOUBLE for every value. */
function average({ x, from, over }: AggregateParts): string | undefined {
  if (from === 'DOUBLE') return `avg(${x})${over}`;
  if (!isWhole(from)) return undefined;
  return `try_divide(CAST(sum(${asWide(x)})${over} AS DOUBLE), CAST(count(${x})${over} AS DOUBLE))`;
}

/** Of LOGICAL_AGGREGATE_AND_GROUP_BY. */
export function aggregateSql(aggregate: PlanNode, columns: Columns): string {
  assertKnownFields(aggregate, 'BOUND_AGGREGATE');
  const name = textIn(aggregate, 'name');
  if (!takesOrder.has(name)) assertNone(aggregate, ['order_bys'], `An ORDER BY in ${name}`);
  const { filter } = aggregate;
  const where = isNode(filter) ? ` FILTER (WHERE ${expressionSql(filter, columns)})` : '';
  if (name === 'first' && where !== '') throw notOnSpark('FILTER for first');
  const isDistinct = aggregate.aggregate_type === 'DISTINCT';
  return writtenAggregate({ aggregate, columns, isDistinct, over: where });
}

export interface AggregateCall {
  readonly aggregate: PlanNode;
  readonly columns: Columns;
  readonly isDistinct: boolean;
  readonly over: string;
}

export function writtenAggregate({ aggregate, columns, isDistinct, over }: AggregateCall): string {
  const name = textIn(aggregate, 'name');
  const children = nodesIn(aggregate, 'children');
  const [first] = children;
  const from = first === undefined ? '' : typeOf(first);
  if (isDistinct && first !== undefined) assertComparable(first);
  // What a value is looked up by.
  for (const key of children.slice(1)) assertComparable(key);
  const [argument = '', key, ...others] = allSql(children, columns);
  const { function_data: data, order_bys: orderBys } = aggregate;
  const separator = isNode(data) ? String(data.separator ?? ',') : ',';
  const order = isNode(orderBys) ? sortKeys(nodesIn(orderBys, 'orders'), columns) : '';
  const write = Object.hasOwn(aggregateFunctions, name) ? aggregateFunctions[name] : undefined;
  const x = isDistinct ? `DISTINCT ${argument}` : argument;
  const isWindow = over.startsWith(' OVER');
  const isPair = key !== undefined && others.length === 0 && !isDistinct;
  const ofPair = isPair ? lookUp({ name, x, key, over }) : undefined;
  const parts = { x, from, over, isDistinct, isWindow, order, separator };
  const written = key === undefined ? write?.(parts) : ofPair;
  if (written === undefined)
    throw notOnSpark(`The aggregate ${name}(${children.map(typeOf).join(', ')})`);
  return `CAST(${written} AS ${sparkType(typeOf(aggregate))})`;
}

const orderless: ReadonlySet<string> = new Set([
  ...['count_star', 'count', 'count_if', 'min', 'max', 'bool_and', 'bool_or', 'median', 'first'],
]);

/** Rows have none: another reading may find another value, or other last digits of a sum of DOUBLEs. */
export function dependsOnOrder(aggregate: PlanNode): boolean {
  const name = textIn(aggregate, 'name');
  if (orderless.has(name)) return false;
  const isSum = ['sum', 'avg', 'mean'].includes(name);
  return !isSum || nodesIn(aggregate, 'children').some((child) => typeOf(child) === 'DOUBLE');
}
