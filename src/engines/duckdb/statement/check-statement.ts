// Checks DuckDB's parse tree of a statement against the policy, and finds every file in it.
import { PathqlError } from '../../../errors.ts';
import { kindReadBy } from '../../../files/file-kinds.ts';
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import type { CheckedStatement, StatementRules } from '../../engine-driver.ts';
import { parserError } from '../errors/parser-error.ts';
import { firstRows } from './first-rows.ts';
import { isAggregate } from './functions/allowed-functions.ts';
import { isRepeatable } from './is-repeatable.ts';
import { type ParserInput, parserInput } from './parser-input.ts';
import { type Template, templateEdits } from './render-statement.ts';
import { StatementPolicy } from './statement-policy.ts';
import { columnNames } from './tree/column-names.ts';
import { ReferenceFinder } from './tree/file-references.ts';
import { child, isNode, nodes, type SerializedTree, type TreeNode, text } from './tree/nodes.ts';
import { usedColumns } from './tree/used-columns.ts';
import { walkTree } from './tree/walk-tree.ts';

/** Gives the parse tree of its one parameter, `plainSql` of a scanned statement. */
export const serializeStatementSql =
  'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)';

/** Holds no tokens and no tree, so that many can be kept. */
export interface DuckDbStatement extends CheckedStatement, Template {
  readonly references: Template['references'];
  /** The most rows the text allows, or null. */
  readonly rowBound: number | null;
  /** Whether rows may come from elsewhere than the mentions of files: table functions, unnest, common tables. */
  readonly makesRows: boolean;
  /** Whether values of type JSON may come from elsewhere than the columns of files: casts, functions. */
  readonly makesJson: boolean;
  /** Whether DESCRIBE or SUMMARIZE is in it: what that compares is DuckDB's own. */
  readonly summarizes: boolean;
}

/** Throws a PathqlError for everything that is not one SELECT over files. */
export function checkStatement(
  scanned: ScannedStatement,
  serialized: string,
  rules: StatementRules = {},
): DuckDbStatement {
  const input = parserInput(scanned);
  const tree = parseTree(serialized);
  if (tree.error) throw parserError(input, tree);
  const query = onlyStatement(input, tree);
  const policy = new StatementPolicy(input, rules);
  const finder = new ReferenceFinder(input);
  let doesMakeRows = false;
  let isAllRepeatable = true;
  let doesMakeJson = false;
  let doesSummarize = false;
  walkTree(query, (visited) => {
    policy.check(visited);
    finder.visit(visited);
    doesMakeRows ||= makesRows(visited.node);
    doesMakeJson ||= makesJson(visited.node);
    doesSummarize ||= visited.node.type === 'SHOW_REF';
    isAllRepeatable &&= isRepeatable(visited.node);
  });
  const { sql } = input;
  const found = finder.references();
  const used = usedColumns(query, found);
  const references = found.map((reference, at) => ({ ...reference, used: used[at] }));
  const edits = templateEdits(input, references, columnNames(input, query));
  const bytes = bytesOf({ sql, references, edits });
  return {
    sql,
    references,
    edits,
    rowBound: rowBound(query),
    makesRows: doesMakeRows,
    makesJson: doesMakeJson,
    summarizes: doesSummarize,
    isRepeatable: isAllRepeatable,
    firstRows: references.length === 1 ? firstRows(query) : undefined,
    bytes,
  };
}

/** DuckDB writes a literal beyond DOUBLE as a bare Infinity, which is no JSON. Texts have their quotes escaped. */
function parseTree(serialized: string): SerializedTree {
  return JSON.parse(serialized.replace(/"value":-?Infinity/g, '"value":null')) as SerializedTree;
}

function onlyStatement({ sql }: ParserInput, tree: SerializedTree): TreeNode {
  const [statement, ...others] = tree.statements ?? [];
  if (!statement) throw new PathqlError('sql_empty', 'Expected SELECT, found nothing');
  if (others.length > 0) {
    throw new PathqlError('sql_several_statements', 'Only one statement can be run at a time', {
      at: { sql, span: { start: 0, end: sql.length } },
    });
  }
  return statement.node;
}

/** Of an object with a few numbers and short texts, measured on a 64-bit V8. */
const objectBytes = 120;
const bytesPerUnit = 2;

function bytesOf({ sql, references, edits }: Template): number {
  const optionCount = references.reduce((sum, { options }) => sum + (options?.size ?? 0), 0);
  const objects = 1 + 2 * references.length + edits.length + 2 * optionCount;
  const units = edits.reduce((sum, { text }) => sum + text.length, 2 * sql.length);
  return objects * objectBytes + units * bytesPerUnit;
}

/** The most rows a query can return as far as its text tells, or null. */
function rowBound(query: TreeNode): number | null {
  const limits = nodes(query.modifiers).flatMap((modifier) => {
    const limit = modifier.type === 'LIMIT_MODIFIER' ? child(modifier, 'limit') : null;
    const value = child(limit ?? {}, 'value')?.value;
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? [value] : [];
  });
  if (isSingleRow(query)) limits.push(1);
  return limits.length > 0 ? Math.min(...limits) : null;
}

/** Whether rows of the answer may come from elsewhere than the mentions of files, each read once. */
function makesRows(node: TreeNode): boolean {
  if (node.class === 'FUNCTION') return rowMakers.test(text(node, 'function_name').toLowerCase());
  if (node.class !== undefined) return false;
  if (node.type === 'TABLE_FUNCTION') return !isReadCall(node);
  return node.type === 'RECURSIVE_CTE_NODE' || nodes(child(node, 'cte_map')?.map).length > 0;
}

function makesJson(node: TreeNode): boolean {
  if (node.class === 'LAMBDA') return true;
  if (node.class === 'CAST') return JSON.stringify(node.cast_type).includes('JSON');
  return node.class === 'FUNCTION' && jsonMakers.test(text(node, 'function_name'));
}

/** JSON, or a function that gives it. The arrow `->` is a lambda to the parser. */
const jsonMakers = /json/i;

function isReadCall(tableFunction: TreeNode): boolean {
  return kindReadBy(text(child(tableFunction, 'function') ?? {}, 'function_name')) !== undefined;
}

/** Aggregates without GROUP BY give one row, unless something multiplies it. */
function isSingleRow(query: TreeNode): boolean {
  if (query.type !== 'SELECT_NODE' || query.aggregate_handling === 'FORCE_AGGREGATES') return false;
  if (query.group_expressions || query.group_sets) return false;
  const names = functionNames(query.select_list);
  const multiplies = names.some((name) => !isAggregate(name) && rowMakers.test(name));
  return !multiplies && names.some(isAggregate);
}

const rowMakers = /unnest|generate_subscripts|_to_table/;

/** The functions of a select list, subqueries and windows left out. */
function functionNames(list: unknown): string[] {
  const names: string[] = [];
  const waiting: unknown[] = [list];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    if (!isNode(value) || value.class === 'SUBQUERY') continue;
    if (value.class === 'FUNCTION') names.push(text(value, 'function_name').toLowerCase());
    for (const field of Object.values(value)) if (typeof field === 'object') waiting.push(field);
  }
  return names;
}
