// Writes the operators of a plan as steps of a Spark query.
import { aggregateSql, dependsOnOrder } from './aggregates.ts';
import { allSql, assertComparable } from './expressions.ts';
import { joinOperators } from './joins.ts';
import { constantSql } from './literals.ts';
import {
  assertNone,
  isNode,
  nodeIn,
  nodesIn,
  notOnSpark,
  numberIn,
  type PlanNode,
  textIn,
} from './plan-node.ts';
import { columnsOf, type Step, type StepWriter, type WriteOperator } from './query-step.ts';
import { sortKeys } from './sort-keys.ts';
import { dependsOnPlace, windowSql } from './windows.ts';

export const operators: Readonly<Record<string, WriteOperator>> = {
  LOGICAL_GET: scan,
  LOGICAL_DUMMY_SCAN: (_, writer) => writer.add('SELECT 0', 1, { inputs: [] }),
  LOGICAL_EXPRESSION_GET: values,
  LOGICAL_CHUNK_GET: constants,
  LOGICAL_PROJECTION: projection,
  LOGICAL_FILTER: filter,
  LOGICAL_AGGREGATE_AND_GROUP_BY: aggregate,
  LOGICAL_WINDOW: window,
  LOGICAL_ORDER_BY: orderBy,
  LOGICAL_LIMIT: limit,
  LOGICAL_DISTINCT: distinct,
  LOGICAL_UNION: (node, writer) => setOperation(node, writer, 'UNION'),
  LOGICAL_EXCEPT: (node, writer) => setOperation(node, writer, 'EXCEPT'),
  LOGICAL_INTERSECT: (node, writer) => setOperation(node, writer, 'INTERSECT'),
  LOGICAL_MATERIALIZED_CTE: commonTable,
  LOGICAL_CTE_REF: (node, writer) => writer.defined(numberIn(node, 'cte_index')),
  LOGICAL_DELIM_GET: (_, writer) => writer.outerValues(),
  ...joinOperators,
};

function onlyInput(node: PlanNode, writer: StepWriter): Step {
  const [child, ...others] = nodesIn(node, 'children');
  if (child === undefined || others.length > 0) throw new Error('Expected one input in the plan');
  return writer.step(child);
}

/** Beyond all columns: the number of the row, of which only the count is asked. */
function isRowNumber(index: unknown): boolean {
  return typeof index === 'bigint' || (typeof index === 'number' && index > 2 ** 32);
}

function scan(node: PlanNode, writer: StepWriter): Step {
  assertNone(node, ['projection_ids'], 'Such a scan');
  const { function_data: data } = node;
  const name = isNode(data) && node.name === 'seq_scan' ? data.table : node.name;
  const indexes = nodesIn(node, 'column_indexes').map(({ index }) => index ?? 0);
  const columns = indexes.filter((index) => !isRowNumber(index)).map(Number);
  if (columns.length < indexes.length && columns.length > 0)
    throw notOnSpark('The number of a row');
  return writer.scan(name, columns);
}

function values(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const rows = node.expressions as readonly (readonly PlanNode[])[];
  const selects = rows.map((row) => {
    return `SELECT ${allSql(row, columnsOf(input)).join(', ')} FROM ${input.name}`;
  });
  return writer.add(selects.join(' UNION ALL '), rows[0]?.length ?? 0, { inputs: [input] });
}

/** Column by column. */
function constants(node: PlanNode, writer: StepWriter): Step {
  const columns = nodeIn(node, 'collection').values as readonly (readonly PlanNode[])[];
  const count = columns[0]?.length ?? 0;
  if (count === 0) throw notOnSpark('A list without values');
  const rows = Array.from({ length: count }, (_, row) => {
    return `SELECT ${columns.map((column) => constantSql(column[row] as PlanNode)).join(', ')}`;
  });
  return writer.add(rows.join(' UNION ALL '), columns.length, { inputs: [] });
}

function projection(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const list = allSql(nodesIn(node, 'expressions'), columnsOf(input));
  return writer.add(`SELECT ${list.join(', ')} FROM ${input.name}`, list.length, {
    inputs: [input],
  });
}

function filter(node: PlanNode, writer: StepWriter): Step {
  assertNone(node, ['projection_map'], 'Such a filter');
  const input = onlyInput(node, writer);
  const conditions = allSql(nodesIn(node, 'expressions'), columnsOf(input)).join(' AND ');
  const sql = `SELECT * FROM ${input.name} WHERE ${conditions}`;
  return writer.add(sql, input.width, { inputs: [input] });
}

function aggregate(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const columns = columnsOf(input);
  const groupNodes = nodesIn(node, 'groups');
  for (const group of groupNodes) assertComparable(group);
  const groups = allSql(groupNodes, columns);
  const callNodes = nodesIn(node, 'expressions');
  const calls = callNodes.map((call) => aggregateSql(call, columns));
  const from = { inputs: [input], isStable: !callNodes.some(dependsOnOrder) };
  const sets = (node.grouping_sets ?? []) as readonly (readonly number[])[];
  const functions = (node.grouping_functions ?? []) as readonly (readonly number[])[];
  if (groups.length === 0) {
    if (functions.length > 0 || sets.length > 1) throw notOnSpark('Such a GROUP BY');
    return writer.add(`SELECT ${calls.join(', ')} FROM ${input.name}`, calls.length, from);
  }
  // A group may be a constant or an expression: it gets a name first, which GROUP BY then means.
  const keys = groups.map((_, index) => `g${index}`);
  const named = groups.map((group, index) => `${group} AS g${index}`);
  const inner = `(SELECT *, ${named.join(', ')} FROM ${input.name})`;
  const isPlain = sets.length === 0 || (sets.length === 1 && sets[0]?.length === groups.length);
  const by = isPlain
    ? keys.join(', ')
    : `GROUPING SETS (${sets.map((set) => setSql(set, keys)).join(', ')})`;
  const list = [...keys, ...calls, ...functions.map((members) => groupingSql(members, keys))];
  return writer.add(`SELECT ${list.join(', ')} FROM ${inner} GROUP BY ${by}`, list.length, from);
}

function setSql(set: readonly number[], keys: readonly string[]): string {
  return `(${set.map((index) => keys[index]).join(', ')})`;
}

/** One bit for each, the last one the lowest. */
function groupingSql(members: readonly number[], keys: readonly string[]): string {
  const bits = members.map((index, place) => {
    return `CAST(grouping(${keys[index]}) AS BIGINT) * ${2 ** (members.length - 1 - place)}`;
  });
  return `(${bits.join(' + ')})`;
}

function window(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const columns = columnsOf(input);
  const calls = nodesIn(node, 'expressions');
  const added = calls.map((call) => windowSql(call, columns));
  const list = [...columns, ...added];
  return writer.add(`SELECT ${list.join(', ')} FROM ${input.name}`, list.length, {
    inputs: [input],
    isStable: !calls.some(dependsOnPlace),
  });
}

function orderBy(node: PlanNode, writer: StepWriter): Step {
  assertNone(node, ['projection_map'], 'Such an ORDER BY');
  const input = onlyInput(node, writer);
  const keys = sortKeys(nodesIn(node, 'orders'), columnsOf(input));
  return writer.add(`SELECT * FROM ${input.name} ORDER BY ${keys}`, input.width, {
    inputs: [input],
  });
}

const mostRows = 2 ** 31 - 1;

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value <= mostRows;
}

function limit(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const [most, skipped] = [nodeIn(node, 'limit_val'), nodeIn(node, 'offset_val')];
  const count = most.constant_integer ?? 0;
  const offset = skipped.constant_integer ?? 0;
  const isSaid = most.type === 'CONSTANT_VALUE' || most.type === 'UNSET';
  const isPlain = isSaid && (skipped.type === 'CONSTANT_VALUE' || skipped.type === 'UNSET');
  if (!isPlain || !isCount(count) || !isCount(offset)) throw notOnSpark('Such a LIMIT');
  const parts = [
    ...(most.type === 'UNSET' ? [] : [` LIMIT ${count}`]),
    ...(offset === 0 ? [] : [` OFFSET ${offset}`]),
  ];
  return writer.add(`SELECT * FROM ${input.name}${parts.join('')}`, input.width, {
    inputs: [input],
    isStable: false,
  });
}

function distinct(node: PlanNode, writer: StepWriter): Step {
  const input = onlyInput(node, writer);
  const columns = columnsOf(input);
  const targets = nodesIn(node, 'distinct_targets');
  for (const target of targets) assertComparable(target);
  if (textIn(node, 'distinct_type') === 'DISTINCT') {
    return writer.add(`SELECT DISTINCT * FROM ${input.name}`, input.width, { inputs: [input] });
  }
  const order = node.order_by;
  if (!isNode(order)) throw notOnSpark('DISTINCT ON without ORDER BY');
  const by = allSql(targets, columns).join(', ');
  const place = `row_number() OVER (PARTITION BY ${by} ORDER BY ${sortKeys(nodesIn(order, 'orders'), columns)})`;
  const numbered = `(SELECT *, ${place} AS place FROM ${input.name})`;
  const sql = `SELECT ${columns.join(', ')} FROM ${numbered} WHERE place = 1`;
  return writer.add(sql, input.width, { inputs: [input], isStable: false });
}

function setOperation(node: PlanNode, writer: StepWriter, name: string): Step {
  const inputs = nodesIn(node, 'children').map((child) => writer.step(child));
  const [first] = inputs;
  if (first === undefined) throw new Error('Expected inputs of a set operation in the plan');
  const all = node.setop_all === false && name !== 'UNION' ? '' : ' ALL';
  const sql = inputs.map((input) => `SELECT * FROM ${input.name}`).join(` ${name}${all} `);
  return writer.add(sql, first.width, { inputs });
}

function commonTable(node: PlanNode, writer: StepWriter): Step {
  const [definition, query] = nodesIn(node, 'children');
  if (definition === undefined || query === undefined) throw new Error('Expected a common table');
  writer.define(numberIn(node, 'table_index'), writer.step(definition));
  return writer.step(query);
}
