// Renders the statement DuckDB runs: scans in the place of paths, columns named as written.
import { cleaningEdits } from '../../../sql/scan-statement.ts';
import { type Edit, rewrite } from '../../../sql/text/rewrite.ts';
import { isWord, type Token } from '../../../sql/text/token.ts';
import { identifier } from '../../../text/sql-text.ts';
import type { ParserInput } from './parser-input.ts';
import type { ColumnName } from './tree/column-names.ts';
import type { FoundReference } from './tree/file-references.ts';

export interface RenderedStatement {
  readonly sql: string;
  /** From an offset in `sql` (UTF-16 code units) to one in the user's text. */
  toUserOffset(renderedOffset: number): number;
}

export interface Template {
  /** The text the user wrote. */
  readonly sql: string;
  readonly references: readonly FoundReference[];
  /** What changes in the text whatever the files are. */
  readonly edits: readonly Edit[];
}

/** The statement with `relations[i]`, SQL of a FROM item, in the place of `references[i]`. */
export function renderStatement(
  { sql, references, edits }: Template,
  relations: readonly string[],
): RenderedStatement {
  const scans = references.map((reference, index) => ({
    ...reference.span,
    text: relationText(reference, relations[index] ?? ''),
  }));
  const rewritten = rewrite(sql, [...edits, ...scans]);
  return { sql: rewritten.text, toUserOffset: rewritten.toSource };
}

export function templateEdits(
  { sql, tokens }: ParserInput,
  references: readonly FoundReference[],
  names: readonly ColumnName[],
): Edit[] {
  const starts = new Set(references.map(({ span }) => span.start));
  return [
    ...cleaningEdits(sql, tokens),
    ...tokens.flatMap((token) => otherPath(token, starts)),
    ...inliningHints(tokens),
    ...names.map(({ end, name }) => ({ start: end, end, text: ` AS ${identifier(name)}` })),
  ];
}

function relationText(reference: FoundReference, relation: string): string {
  if (reference.isDescribed) return `SELECT * FROM ${relation}`;
  if (reference.hasAlias) return relation;
  return `${relation} AS ${identifier(reference.name)}`;
}

/** A path that turned out to name a common table expression. */
function otherPath(token: Token, starts: ReadonlySet<number>): Edit[] {
  if (token.kind !== 'path' || starts.has(token.start)) return [];
  return [{ start: token.start, end: token.end, text: identifier(token.text) }];
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
