// Writes bound expressions as Spark SQL: operators by the tables below, functions and casts by their reviewed lists.
import { castSql } from './casts.ts';
import type { Call } from './function-call.ts';
import { functionSql } from './functions.ts';
import { intervalOf } from './intervals.ts';
import { assertKnownFields } from './known-fields.ts';
import { constantSql } from './literals.ts';
import { nodeIn, nodesIn, notOnSpark, numberIn, type PlanNode, textIn } from './plan-node.ts';
import { isWhole, sparkType, typeOf } from './types.ts';

/** What the columns are called that an expression may refer to, by position. */
export type Columns = readonly string[];

export function expressionSql(expression: PlanNode, columns: Columns): string {
  const name = textIn(expression, 'expression_class');
  const write = writers[name];
  if (write === undefined) throw notOnSpark(expressionWords(name));
  assertKnownFields(expression, name);
  return write(expression, columns);
}

export function allSql(expressions: readonly PlanNode[], columns: Columns): string[] {
  return expressions.map((expression) => expressionSql(expression, columns));
}

/** As the expressions of a plan name themselves, in words. */
function expressionWords(expressionClass: string): string {
  const words = expressionClass
    .replace(/^BOUND_/, '')
    .toLowerCase()
    .replaceAll('_', ' ');
  return `An expression of the kind ${words}`;
}

type Write = (expression: PlanNode, columns: Columns) => string;

const writers: Readonly<Record<string, Write>> = {
  BOUND_REF: reference,
  BOUND_CONSTANT: (expression) => constantSql(nodeIn(expression, 'value')),
  BOUND_COMPARISON: comparison,
  BOUND_BETWEEN: between,
  BOUND_CONJUNCTION: conjunction,
  BOUND_OPERATOR: operator,
  BOUND_CASE: caseSql,
  BOUND_CAST: cast,
  BOUND_FUNCTION: call,
};

function reference(expression: PlanNode, columns: Columns): string {
  const column = columns[numberIn(expression, 'index')];
  if (column === undefined) throw new Error('The plan refers to a column that is not there');
  return column;
}

export const comparisons: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHAN: '>',
  COMPARE_GREATERTHANOREQUALTO: '>=',
  COMPARE_NOT_DISTINCT_FROM: '<=>',
};

/** Both sides have one type: DuckDB's binder put casts where they had not. */
export function comparisonSql(type: string, left: string, right: string): string {
  if (type === 'COMPARE_DISTINCT_FROM') return `(NOT (${left} <=> ${right}))`;
  const sign = comparisons[type];
  if (sign === undefined) throw notOnSpark(`The comparison ${type}`);
  return `(${left} ${sign} ${right})`;
}

/** Values of these types compare alike on both engines. */
const comparable =
  /^(?:BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|FLOAT|DOUBLE|VARCHAR|DATE|TIMESTAMP|TIMESTAMP WITH TIME ZONE|NULL|DECIMAL\(.*\))$/;

export function assertComparable(expression: PlanNode): void {
  const type = typeOf(expression);
  if (!comparable.test(type)) throw notOnSpark(`Comparing values of the type ${type}`);
}

function comparison(expression: PlanNode, columns: Columns): string {
  const [left, right] = [nodeIn(expression, 'left'), nodeIn(expression, 'right')];
  for (const side of [left, right]) assertComparable(side);
  const [leftSql, rightSql] = [expressionSql(left, columns), expressionSql(right, columns)];
  return comparisonSql(textIn(expression, 'type'), leftSql, rightSql);
}

function between(expression: PlanNode, columns: Columns): string {
  const input = nodeIn(expression, 'input');
  assertComparable(input);
  const value = expressionSql(input, columns);
  const lower = expressionSql(nodeIn(expression, 'lower'), columns);
  const upper = expressionSql(nodeIn(expression, 'upper'), columns);
  const lowerSign = expression.lower_inclusive === true ? '>=' : '>';
  const upperSign = expression.upper_inclusive === true ? '<=' : '<';
  return `(${value} ${lowerSign} ${lower} AND ${value} ${upperSign} ${upper})`;
}

function conjunction(expression: PlanNode, columns: Columns): string {
  const sign = expression.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR ';
  return `(${allSql(nodesIn(expression, 'children'), columns).join(sign)})`;
}

const operators: Readonly<Record<string, (operands: readonly string[]) => string>> = {
  OPERATOR_NOT: ([value]) => `(NOT ${value})`,
  OPERATOR_IS_NULL: ([value]) => `(${value} IS NULL)`,
  OPERATOR_IS_NOT_NULL: ([value]) => `(${value} IS NOT NULL)`,
  OPERATOR_COALESCE: (values) => `coalesce(${values.join(', ')})`,
  COMPARE_IN: ([value, ...others]) => `(${value} IN (${others.join(', ')}))`,
  COMPARE_NOT_IN: ([value, ...others]) => `(${value} NOT IN (${others.join(', ')}))`,
};

function operator(expression: PlanNode, columns: Columns): string {
  const type = textIn(expression, 'type');
  const write = operators[type];
  if (write === undefined) throw notOnSpark(`The operator ${type.replace('OPERATOR_', '')}`);
  const children = nodesIn(expression, 'children');
  if (type.startsWith('COMPARE_')) for (const child of children) assertComparable(child);
  const [first] = children;
  if (type.endsWith('_IN') && first !== undefined && /^(?:DOUBLE|FLOAT)$/.test(typeOf(first))) {
    return inSql(allSql(children, columns), type === 'COMPARE_NOT_IN');
  }
  return write(allSql(children, columns));
}

/** A long list of DOUBLEs would be looked up by its bits: 0.0 and -0.0 differ there. */
function inSql([value, ...others]: readonly string[], isNegated: boolean): string {
  const either = others.map((other) => `(${value} = ${other})`).join(' OR ');
  return isNegated ? `(NOT (${either}))` : `(${either})`;
}

function caseSql(expression: PlanNode, columns: Columns): string {
  const branches = nodesIn(expression, 'case_checks').map((check) => {
    const condition = expressionSql(nodeIn(check, 'when_expr'), columns);
    return `WHEN ${condition} THEN ${expressionSql(nodeIn(check, 'then_expr'), columns)}`;
  });
  const rest = expressionSql(nodeIn(expression, 'else_expr'), columns);
  return `(CASE ${branches.join(' ')} ELSE ${rest} END)`;
}

function cast(expression: PlanNode, columns: Columns): string {
  const child = nodeIn(expression, 'child');
  return castSql({
    from: typeOf(child),
    to: typeOf(expression),
    isTry: expression.try_cast === true,
    value: expressionSql(child, columns),
    constant:
      child.expression_class === 'BOUND_CONSTANT' ? nodeIn(child, 'value').value : undefined,
  });
}

function call(expression: PlanNode, columns: Columns): string {
  const type = typeOf(expression);
  const written = functionSql(callOf(expression, columns));
  return type === 'NULL' ? written : `CAST(${written} AS ${sparkType(type)})`;
}

function callOf(expression: PlanNode, columns: Columns): Call {
  const given = nodesIn(expression, 'children').map((child) => {
    const type = typeOf(child);
    const isList = type === 'LIST' && child.expression_class === 'BOUND_FUNCTION';
    return {
      type,
      constant: constantOf(child),
      interval: intervalOf(child),
      list: isList ? callOf(child, columns) : undefined,
      // Spark has no counterpart of these: what takes them writes them by itself.
      sql: isList || type === 'INTERVAL' ? '' : expressionSql(child, columns),
    };
  });
  return { name: textIn(expression, 'name'), type: typeOf(expression), arguments: given };
}

/** The value of a constant, also behind casts of whole numbers that keep it; undefined: it is none. */
export function constantOf(expression: PlanNode): unknown {
  if (expression.expression_class === 'BOUND_CAST') {
    const child = nodeIn(expression, 'child');
    const [from, to] = [typeOf(child), typeOf(expression)];
    const isKept = from === to || (isWhole(from) && (isWhole(to) || to === 'DOUBLE'));
    return isKept ? constantOf(child) : undefined;
  }
  if (expression.expression_class !== 'BOUND_CONSTANT') return undefined;
  const value = nodeIn(expression, 'value');
  return value.is_null === true ? null : value.value;
}
