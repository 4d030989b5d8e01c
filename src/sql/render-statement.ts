// The last step: the statement DuckDB runs, with scans in the place of paths and columns named as written.

import { fileStem, quoteName } from './file-stem.ts';
import { cleaningEdits, type ScannedStatement } from './scan-statement.ts';
import { type Edit, rewrite } from './text/rewrite.ts';
import { isWord, type Token } from './text/token.ts';
import type { ColumnName } from './tree/column-names.ts';
import type { FoundReference } from './tree/file-references.ts';

export interface RenderedStatement {
  readonly sql: string;
  /** From an offset in `sql` (UTF-16 code units) to one in the user's text. */
  toUserOffset(renderedOffset: number): number;
}

export interface RenderParts {
  readonly references: readonly FoundReference[];
  /** SQL text for each reference. */
  readonly relations: readonly string[];
  readonly names: readonly ColumnName[];
}

export function renderStatement(scanned: ScannedStatement, parts: RenderParts): RenderedStatement {
  const files = parts.references.map((reference, index) => ({
    ...reference.span,
    text: relationText(reference, parts.relations[index] ?? ''),
  }));
  const starts = new Set(files.map((file) => file.start));
  const rewritten = rewrite(scanned.sql, [
    ...cleaningEdits(scanned.sql, scanned.tokens),
    ...files,
    ...scanned.tokens.flatMap((token) => otherPath(token, starts)),
    ...inliningHints(scanned.tokens),
    ...parts.names.map(({ end, name }) => ({ start: end, end, text: ` AS ${quoteName(name)}` })),
  ]);
  return { sql: rewritten.text, toUserOffset: rewritten.toSource };
}

function relationText(reference: FoundReference, relation: string): string {
  if (reference.isDescribed) return `SELECT * FROM ${relation}`;
  if (reference.hasAlias) return relation;
  const name = reference.paths.length === 1 ? fileStem(reference.paths[0] ?? '') : 'read_csv';
  return `${relation} AS ${quoteName(name)}`;
}

/** A path that turned out to name a common table expression. */
function otherPath(token: Token, files: ReadonlySet<number>): Edit[] {
  if (token.kind !== 'path' || files.has(token.start)) return [];
  return [{ start: token.start, end: token.end, text: quoteName(token.text) }];
}

/**
 * `NOT MATERIALIZED` makes the planner copy a common table expression for every mention, and mentions multiply.
 * It is a hint without any effect on the answer, so it is left out.
 */
function inliningHints(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    const isHint =
      isWord(token, 'NOT') && isWord(next, 'MATERIALIZED') && isWord(tokens[index - 1], 'AS');
    return isHint && next ? [{ start: token.start, end: next.end, text: '' }] : [];
  });
}
