// Writes joins as steps of a Spark query, those among them by which DuckDB resolves subqueries.
import { assertComparable, comparisonSql, expressionSql } from './expressions.ts';
import { nodeIn, nodesIn, notOnSpark, type PlanNode, textIn } from './plan-node.ts';
import { assertStable, columnsOf, type Step, type StepWriter } from './query-step.ts';
import { raise } from './raise.ts';

export const joinOperators = {
  LOGICAL_CROSS_PRODUCT: crossProduct,
  LOGICAL_COMPARISON_JOIN: comparisonJoin,
  LOGICAL_ANY_JOIN: anyJoin,
  LOGICAL_DELIM_JOIN: correlatedJoin,
} as const;

interface Sides {
  readonly left: Step;
  readonly right: Step;
}

interface JoinCondition {
  readonly sql: string;
  /** Whether it is never NULL. */
  readonly isSure: boolean;
  /** Of the right side alone. */
  readonly rightSql: string;
}

function crossProduct(node: PlanNode, writer: StepWriter): Step {
  return plainJoin(bothSides(node, writer), { kind: 'CROSS', condition: null }, writer);
}

function comparisonJoin(node: PlanNode, writer: StepWriter): Step {
  return conditionJoin(node, bothSides(node, writer), writer);
}

function anyJoin(node: PlanNode, writer: StepWriter): Step {
  const sides = bothSides(node, writer);
  const condition = expressionSql(nodeIn(node, 'condition'), bothColumns(sides));
  return plainJoin(sides, { kind: textIn(node, 'join_type'), condition }, writer);
}

/** The inner side reads the distinct values of the outer rows that it depends on. */
function correlatedJoin(node: PlanNode, writer: StepWriter): Step {
  if (node.delim_flipped === true) throw notOnSpark('Such a subquery');
  const [outer, inner] = nodesIn(node, 'children') as [PlanNode, PlanNode];
  const left = writer.step(outer);
  assertStable(left);
  const values = nodesIn(node, 'duplicate_eliminated_columns').map((value) => {
    assertComparable(value);
    return expressionSql(value, columnsOf(left));
  });
  const sql = `SELECT DISTINCT ${values.join(', ')} FROM ${left.name}`;
  const distinct = writer.add(sql, values.length, { inputs: [left] });
  const right = writer.within(distinct, () => writer.step(inner));
  return conditionJoin(node, { left, right }, writer);
}

function bothSides(node: PlanNode, writer: StepWriter): Sides {
  const [left, right] = nodesIn(node, 'children');
  if (left === undefined || right === undefined) throw new Error('Expected two sides of a join');
  return { left: writer.step(left), right: writer.step(right) };
}

function bothColumns({ left, right }: Sides): string[] {
  return [...columnsOf(left, 'l'), ...columnsOf(right, 'r')];
}

function conditionsOf(node: PlanNode, { left, right }: Sides): JoinCondition[] {
  return nodesIn(node, 'conditions').map((condition) => {
    const type = textIn(condition, 'comparison');
    const [one, other] = [nodeIn(condition, 'left'), nodeIn(condition, 'right')];
    for (const side of [one, other]) assertComparable(side);
    const leftSql = expressionSql(one, columnsOf(left, 'l'));
    const rightSql = expressionSql(other, columnsOf(right, 'r'));
    const isSure = /_DISTINCT_FROM$/.test(type);
    return { sql: comparisonSql(type, leftSql, rightSql), isSure, rightSql };
  });
}

function conditionJoin(node: PlanNode, sides: Sides, writer: StepWriter): Step {
  const conditions = conditionsOf(node, sides);
  const kind = textIn(node, 'join_type');
  if (kind === 'MARK') return markJoin(sides, conditions, writer);
  if (kind === 'SINGLE') return singleJoin(sides, conditions, writer);
  const condition = allOf(conditions);
  return plainJoin(sides, { kind, condition }, writer);
}

const kinds: Readonly<Record<string, string>> = {
  CROSS: 'CROSS JOIN',
  INNER: 'INNER JOIN',
  LEFT: 'LEFT OUTER JOIN',
  RIGHT: 'RIGHT OUTER JOIN',
  FULL: 'FULL OUTER JOIN',
  OUTER: 'FULL OUTER JOIN',
  SEMI: 'LEFT SEMI JOIN',
  ANTI: 'LEFT ANTI JOIN',
};

interface PlainJoin {
  readonly kind: string;
  readonly condition: string | null;
}

function plainJoin(sides: Sides, { kind, condition }: PlainJoin, writer: StepWriter): Step {
  const { left, right } = sides;
  const words = kinds[kind];
  if (words === undefined) throw notOnSpark(`A join of the kind ${kind}`);
  const isHalf = kind === 'SEMI' || kind === 'ANTI';
  const columns = isHalf ? columnsOf(left, 'l') : bothColumns(sides);
  const on = condition === null ? '' : ` ON ${condition}`;
  const sql = `SELECT ${columns.join(', ')} FROM ${left.name} l ${words} ${right.name} r${on}`;
  return writer.add(sql, columns.length, { inputs: [left, right] });
}

/**
 * Whether a row of the right side fits, as a last column: NULL where none does and one might, had it no NULL. Spark's IN
 * in a list of columns says false then.
 */
function markJoin(sides: Sides, conditions: readonly JoinCondition[], writer: StepWriter): Step {
  const { left, right } = sides;
  const all = allOf(conditions);
  const exists = (where: string) => `EXISTS (SELECT 1 FROM ${right.name} r WHERE ${where})`;
  const sure = conditions.filter(({ isSure }) => isSure).map(({ sql }) => sql);
  const [unsure, ...others] = conditions.filter(({ isSure }) => !isSure);
  // DuckDB has NULL for rows of which another value differs, where SQL has false.
  if (others.length > 0) throw notOnSpark('IN of rows with several values');
  if (unsure !== undefined) assertStable(right);
  const mightFit = [...sure, `(${unsure?.sql}) IS NULL`].join(' AND ');
  const mark =
    unsure === undefined
      ? exists(all)
      : `CASE WHEN ${exists(all)} THEN true WHEN ${exists(mightFit)} THEN NULL ELSE false END`;
  const sql = `SELECT ${[...columnsOf(left, 'l'), mark].join(', ')} FROM ${left.name} l`;
  return writer.add(sql, left.width + 1, { inputs: [left, right, right] });
}

function allOf(conditions: readonly JoinCondition[]): string {
  return conditions.length === 0 ? 'true' : conditions.map(({ sql }) => sql).join(' AND ');
}

/** At most one row of the right side may fit. */
function singleJoin(sides: Sides, conditions: readonly JoinCondition[], writer: StepWriter): Step {
  const { left, right } = sides;
  const keys = conditions.map(({ rightSql }) => rightSql).join(', ');
  const over = conditions.length === 0 ? '' : `PARTITION BY ${keys}`;
  const counted = `(SELECT r.*, count(*) OVER (${over}) AS fitting FROM ${right.name} r)`;
  const words = 'More than one row came from a subquery that stands for one value';
  const values = columnsOf(right, 'r').map((column) => {
    return `CASE WHEN r.fitting > 1 THEN ${raise(words)} ELSE ${column} END`;
  });
  const condition = allOf(conditions);
  const columns = [...columnsOf(left, 'l'), ...values];
  const sql = `SELECT ${columns.join(', ')} FROM ${left.name} l LEFT OUTER JOIN ${counted} r ON ${condition}`;
  return writer.add(sql, columns.length, { inputs: [left, right] });
}
