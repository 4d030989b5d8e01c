// Enforces what a query may hold: kinds of nodes, reviewed functions, and limits on its size.
import { PathqlError, type TextSpan } from '../../../errors.ts';
import { limits, shownNumber } from '../../../limits.ts';
import { nearestNames } from '../../../text/nearest-names.ts';
import type { StatementRules } from '../../engine-driver.ts';
import {
  allowedFunctionNames,
  isAllowedFunction,
  isAllowedTableFunction,
  tableFunctions,
} from './functions/allowed-functions.ts';
import { functionCounterpart } from './functions/other-dialects.ts';
import { isRefusedFunction } from './functions/refused-functions.ts';
import { type ParserInput, spanOf, spanOfName } from './parser-input.ts';
import { equalColumns, joinedTables } from './tree/join-size.ts';
import {
  baseTableFields,
  expressionClasses,
  modifierNodes,
  queryNodes,
  tableNodes,
} from './tree/node-kinds.ts';
import { child, nodes, type TreeNode, text } from './tree/nodes.ts';
import type { VisitedNode } from './tree/walk-tree.ts';

export class StatementPolicy {
  private expressionWork = 0;
  private comparedSets = 0;
  private subqueries = 0;
  private readonly input: ParserInput;
  private readonly rules: StatementRules;

  constructor(input: ParserInput, rules: StatementRules = {}) {
    this.input = input;
    this.rules = rules;
  }

  check(visited: VisitedNode): void {
    const { node } = visited;
    this.checkSize(visited);
    if (typeof node.class === 'string') this.checkExpression(visited, node.class);
    else if (typeof node.type === 'string') this.checkType(node, node.type);
  }

  private checkSize(visited: VisitedNode): void {
    if (comparesSets(visited.node)) this.comparedSets += 1;
    if (visited.node.class === 'SUBQUERY') this.subqueries += 1;
    if (!isLeaf(visited.node)) this.expressionWork += visited.expressionDepth ** 2;
    const reason =
      (visited.expressionDepth > limits.expressionDepth.most && deepExpression) ||
      (this.expressionWork > limits.expressionWork.most && 'Its expressions are too large') ||
      (this.subqueries > limits.subqueries.most && manySubqueries) ||
      (visited.subqueryDepth > limits.subqueryDepth.most && deepSubquery) ||
      (visited.arrowDepth > limits.arrowDepth.most && deepArrow) ||
      (visited.nodeDepth > limits.treeDepth.most && 'Its parts are nested too deeply') ||
      (this.comparedSets > limits.comparedSets.most && manySets) ||
      largeList(visited.node) ||
      largeJoin(visited.node);
    if (!reason) return;
    throw this.error(
      'sql_too_complex',
      `The query is too complex to plan. ${reason}, here`,
      visited.node,
    );
  }

  private checkExpression(visited: VisitedNode, kind: string): void {
    const { node } = visited;
    if (kind === 'PARAMETER') {
      if (this.rules.mayHoldParameters) return;
      throw this.parameterError(node);
    }
    if (!expressionClasses.has(kind)) {
      throw this.error('sql_not_a_query', `${kind} is not allowed in a query, found`, node);
    }
    if (kind === 'FUNCTION' || kind === 'WINDOW') {
      this.checkFunction(node, visited.isTableFunction);
    }
    if (kind === 'WINDOW') this.checkOffset(node);
    if (kind === 'CAST') this.checkCast(node);
  }

  private checkType(node: TreeNode, type: string): void {
    if (type === 'LIMIT_MODIFIER' || type === 'LIMIT_PERCENT_MODIFIER') this.checkLimit(node);
    if (type === 'BASE_TABLE') this.checkBaseTable(node);
    if (type === 'SHOW_REF') this.checkShow(node);
    if (queryNodes.has(type) || tableNodes.has(type) || modifierNodes.has(type)) return;
    throw this.error('sql_not_a_query', `${type} is not allowed in a query, found`, node);
  }

  private checkLimit(node: TreeNode): void {
    const offset = child(node, 'offset');
    if (!offset) return;
    const at = { sql: this.input.sql, span: this.offsetWord(offset) };
    throw new PathqlError('sql_offset', offsetMessage, { at });
  }

  private offsetWord(offset: TreeNode): TextSpan {
    const value = spanOf(this.input, offset);
    const words = this.input.tokens.filter((token) => token.kind === 'word');
    const before = words.filter((token) => token.text === 'OFFSET' && token.start < value.end);
    return before.at(-1) ?? words.find((token) => token.text === 'OFFSET') ?? value;
  }

  private checkBaseTable(node: TreeNode): void {
    const unknown = Object.keys(node).find((field) => !baseTableFields.has(field));
    if (!unknown) return;
    throw this.error(
      'sql_not_a_query',
      'A table is named by the path of its file only, found',
      node,
    );
  }

  private checkShow(node: TreeNode): void {
    if (child(node, 'query') && !text(node, 'table_name')) return;
    const hint = 'Only SELECT queries are supported (DESCRIBE shows the columns of a file), found';
    throw this.error('sql_not_a_query', hint, node);
  }

  private checkFunction(node: TreeNode, isTable: boolean): void {
    const name = text(node, 'function_name');
    const isAllowed = isTable ? isAllowedTableFunction(name) : isAllowedFunction(name);
    // The schema does not matter: `name.upper()` has the column as its schema until it is bound.
    if (isAllowed && node.export_state !== true) return;
    const at = { sql: this.input.sql, span: spanOfName(this.input, node, name) };
    if (name.endsWith(postfix)) throw this.danglingOperator(node, name);
    const known = isTable ? tableFunctions : allowedFunctionNames();
    throw new PathqlError('function_not_available', refusal(name, known), { at });
  }

  /**
   * Without ORDER BY and PARTITION BY, DuckDB 1.5.5 overwrites memory of other queries for the least of all offsets,
   * however that is computed.
   */
  private checkOffset(node: TreeNode): void {
    const offset = child(node, 'offset_expr');
    const hasOrder = nodes(node.orders).length + nodes(node.partitions).length > 0;
    if (!offset || hasOrder || Number.isSafeInteger(child(offset, 'value')?.value)) return;
    const at = { sql: this.input.sql, span: spanOf(this.input, offset) };
    const message = `Without ORDER BY in OVER, ${text(node, 'function_name')} takes a plain number of rows, found`;
    throw new PathqlError('function_not_available', message, { at });
  }

  /** DuckDB 1.5.5 overwrites memory of other queries where a large VARIANT is sorted, grouped or joined by. */
  private checkCast(node: TreeNode): void {
    if (!JSON.stringify(child(node, 'cast_type') ?? {}).includes('"id":"VARIANT"')) return;
    throw this.error('function_not_available', 'The type VARIANT is not available, found', node);
  }

  /** To the parser `a =` is a call of a postfix operator. */
  private danglingOperator(node: TreeNode, name: string): PathqlError {
    const operator = name.slice(0, -postfix.length);
    const at = { sql: this.input.sql, span: spanOf(this.input, node) };
    return new PathqlError('sql_syntax', `Expected an expression after '${operator}', found none`, {
      at,
    });
  }

  private parameterError(node: TreeNode): PathqlError {
    const written = this.input.tokens.find((token) => token.kind === 'parameter');
    const at = { sql: this.input.sql, span: written ?? spanOf(this.input, node) };
    return new PathqlError(
      'sql_parameter',
      'A parameter without a value: over HTTP "params" gives it one, on the command line --param',
      { at },
    );
  }

  private error(
    code: 'sql_too_complex' | 'sql_not_a_query' | 'function_not_available',
    message: string,
    node: TreeNode,
  ) {
    return new PathqlError(code, message, {
      at: { sql: this.input.sql, span: spanOf(this.input, node) },
    });
  }
}

const postfix = '__postfix';
const deepExpression = `An expression is nested more than ${limits.expressionDepth.most} levels deep`;
const deepSubquery = `Subqueries are nested more than ${limits.subqueryDepth.most} levels deep`;
const deepArrow = `Arrows (->) and lambdas are chained more than ${limits.arrowDepth.most} times`;
const manyTables = `One FROM joins more than ${limits.joinedTables.most} tables`;
const manyEqualColumns = `One FROM joins more than ${limits.alikeTables.most} tables, and more than ${limits.equalColumns.most} columns are equal to each other`;
const manySubqueries = `It has more than ${limits.subqueries.most} subqueries in expressions`;
const manyColumns = `One SELECT has more than ${shownNumber(limits.resultColumns.most)} columns`;
const manyGroupingSets = `It has more than ${limits.groupingSets.most} grouping sets`;
const manySets = `It has more than ${limits.comparedSets.most} INTERSECT or EXCEPT`;
const offsetMessage =
  'OFFSET is not supported. To page, use LIMIT and a WHERE on the sort key, without OFFSET';

function isLeaf(node: TreeNode): boolean {
  return node.class === 'CONSTANT' || node.class === 'COLUMN_REF';
}

function comparesSets(node: TreeNode): boolean {
  return node.setop_type === 'INTERSECT' || node.setop_type === 'EXCEPT';
}

/** A list is data: it may be long. */
function manyArguments(call: TreeNode): string | false {
  const { most } = limits.callArguments;
  if (text(call, 'function_name') === 'list_value') return false;
  return (
    nodes(call.children).length > most && `One call has more than ${shownNumber(most)} arguments`
  );
}

function largeList(node: TreeNode): string | false {
  if (node.class === 'FUNCTION') return manyArguments(node);
  if (node.type !== 'SELECT_NODE') return false;
  const { select_list: list, group_sets: sets } = node;
  if (nodes(list).length > limits.resultColumns.most) return manyColumns;
  return Array.isArray(sets) && sets.length > limits.groupingSets.most && manyGroupingSets;
}

function largeJoin(node: TreeNode): string | false {
  if (node.type !== 'SELECT_NODE') return false;
  const tables = joinedTables(node);
  if (tables > limits.joinedTables.most) return manyTables;
  return (
    tables > limits.alikeTables.most &&
    equalColumns(node) > limits.equalColumns.most &&
    manyEqualColumns
  );
}

function refusal(name: string, names: Iterable<string>): string {
  const counterpart = functionCounterpart(name);
  if (counterpart !== undefined) {
    return `The function ${name} is not available, write ${counterpart} instead`;
  }
  const near = isRefusedFunction(name.toLowerCase()) ? [] : nearestNames(name, names);
  const hint = near.length > 0 ? ` (did you mean ${near.join(' or ')}?)` : '';
  return `The function ${name} is not available${hint}`;
}
