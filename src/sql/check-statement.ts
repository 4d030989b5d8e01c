// The second step of a query: DuckDB's parse tree is checked, and every file in it found.

import { PathqlError } from '../errors.ts';
import { parserError } from './errors/parser-error.ts';
import { type RenderedStatement, renderStatement } from './render-statement.ts';
import type { ScannedStatement } from './scan-statement.ts';
import { makesRows, rowBound } from './tree/bounds.ts';
import { NodeGate } from './tree/check-nodes.ts';
import { columnNames } from './tree/column-names.ts';
import { type FileReference, ReferenceFinder } from './tree/file-references.ts';
import type { SerializedTree, TreeNode } from './tree/nodes.ts';
import { walkTree } from './tree/walk-tree.ts';

export type { RenderedStatement } from './render-statement.ts';
export type { OptionValue } from './tree/constant.ts';
export type { FileReference, ReadOption } from './tree/file-references.ts';

/** What the engine asks DuckDB for, with `parserText` as the one parameter. */
export const serializeStatementSql =
  'SELECT json_serialize_sql($1::VARCHAR, skip_null := true, skip_empty := true, skip_default := true)';

export interface CheckedStatement {
  /** Every mention of a file, in the order of the text. */
  readonly references: readonly FileReference[];
  /** The most rows the text allows, or null. */
  readonly rowBound: number | null;
  /** Whether rows may come from elsewhere than the mentions of files: table functions, unnest, common tables. */
  readonly makesRows: boolean;
  /** The statement for DuckDB, with `relations[i]` in the place of `references[i]`. */
  render(relations: readonly string[]): RenderedStatement;
}

/** DuckDB writes a literal beyond DOUBLE as a bare Infinity, which is no JSON. Texts have their quotes escaped. */
function parseTree(serialized: string): SerializedTree {
  return JSON.parse(serialized.replace(/"value":-?Infinity/g, '"value":null')) as SerializedTree;
}

/** Throws a PathqlError for everything that is not one SELECT over files. */
export function checkStatement(scanned: ScannedStatement, serialized: string): CheckedStatement {
  const tree = parseTree(serialized);
  if (tree.error) throw parserError(scanned, tree);
  const query = onlyStatement(scanned, tree);
  const gate = new NodeGate(scanned);
  const finder = new ReferenceFinder(scanned);
  let doesMakeRows = false;
  walkTree(query, (place) => {
    gate.check(place);
    finder.visit(place);
    doesMakeRows ||= makesRows(place.node);
  });
  const references = finder.references();
  const names = columnNames(scanned, query);
  return {
    references,
    rowBound: rowBound(query),
    makesRows: doesMakeRows,
    render: (relations) => renderStatement(scanned, { references, relations, names }),
  };
}

function onlyStatement(scanned: ScannedStatement, tree: SerializedTree): TreeNode {
  const [statement, ...others] = tree.statements ?? [];
  if (!statement) throw new PathqlError('sql_empty', 'Expected SELECT, found nothing');
  if (others.length > 0) {
    const at = { sql: scanned.sql, span: { start: 0, end: scanned.sql.length } };
    throw new PathqlError('sql_several_statements', 'Only one statement can be run at a time', {
      at,
    });
  }
  return statement.node;
}
