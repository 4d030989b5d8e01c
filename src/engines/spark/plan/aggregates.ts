// Lists the aggregates that were reviewed, as Spark SQL, for groups and for windows.
import { allSql, assertComparable, type Columns, expressionSql } from './expressions.ts';
import { assertNone, isNode, nodesIn, notOnSpark, type PlanNode, textIn } from './plan-node.ts';
import { raise } from './raise.ts';
import { decimalOf, isWhole, kindOf, sparkType, typeOf } from './types.ts';

/** `x` is the argument, DISTINCT before it where the query has it; `over` stands behind each aggregate function. */
export interface AggregateParts {
  readonly x: string;
  /** Of the argument. */
  readonly from: string;
  readonly over: string;
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
};

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
  const name = textIn(aggregate, 'name');
  assertNone(aggregate, ['order_bys'], `An ORDER BY in ${name}`);
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
  const list = allSql(children, columns).join(', ');
  const write = Object.hasOwn(aggregateFunctions, name) ? aggregateFunctions[name] : undefined;
  const x = isDistinct ? `DISTINCT ${list}` : list;
  const written = children.length > 1 ? undefined : write?.({ x, from, over });
  if (written === undefined)
    throw notOnSpark(`The aggregate ${name}(${children.map(typeOf).join(', ')})`);
  return `CAST(${written} AS ${sparkType(typeOf(aggregate))})`;
}

/** The last digits depend on the order then, and rows have none. */
export function addsDoubles(aggregate: PlanNode): boolean {
  const isSum = ['sum', 'avg', 'mean'].includes(textIn(aggregate, 'name'));
  return isSum && nodesIn(aggregate, 'children').some((child) => typeOf(child) === 'DOUBLE');
}
