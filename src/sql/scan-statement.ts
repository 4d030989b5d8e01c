// Scans a statement: its tokens, the paths among them, and the text a parser gets to see.
import { ThreadTurn } from '../concurrency/thread-turns.ts';
import { PathqlError, type TextSpan } from '../errors.ts';
import { identifier } from '../text/sql-text.ts';
import { closestKeyword } from './errors/closest-keyword.ts';
import { assertSqlLength, StatementSize } from './statement-size.ts';
import { BracketStack } from './text/bracket-stack.ts';
import { otherStatements, queryStarts } from './text/keywords.ts';
import { type Edit, rewrite } from './text/rewrite.ts';
import type { Token } from './text/token.ts';
import { TokenReader } from './text/token-reader.ts';

export interface ScannedStatement {
  /** The text the user wrote. */
  readonly sql: string;
  readonly tokens: readonly Token[];
  /** `tokens[i]` is a bracket whose other half is `tokens[pairs.get(i)]`. */
  readonly pairs: ReadonlyMap<number, number>;
  /** The statement as plain SQL: paths in double quotes, no comments, no trailing semicolon. */
  readonly plainSql: string;
  /** From an offset in `plainSql` to one in `sql`, both in UTF-16 code units. */
  toSource(offset: number): number;
}

export function scanStatement(sql: string): ScannedStatement {
  const scan = begin(sql);
  for (const _ of scan.steps());
  return finish(scan);
}

/** The same in turns with others: a long text takes tens of milliseconds. */
export async function scanInTurns(sql: string): Promise<ScannedStatement> {
  const turn = new ThreadTurn();
  const scan = begin(sql);
  for (const _ of scan.steps()) if (turn.isOver) await turn.giveWay();
  return finish(scan);
}

function begin(sql: string): Scan {
  assertSqlLength(sql);
  refuseUnreadableText(sql);
  return new Scan(sql);
}

function finish({ sql, tokens, brackets }: Scan): ScannedStatement {
  const paths = tokens.flatMap(quotedPath);
  const plain = rewrite(sql, [...cleaningEdits(sql, tokens), ...paths]);
  return { sql, tokens, pairs: brackets.pairs, plainSql: plain.text, toSource: plain.toSource };
}

/** The edits that take comments, unusual whitespace and stray semicolons out of a statement. */
export function cleaningEdits(sql: string, tokens: readonly Token[]): Edit[] {
  const edits: Edit[] = [];
  let start = 0;
  for (const token of [...tokens, { start: sql.length, end: sql.length }]) {
    const edit = cleanGap(sql, { start, end: token.start });
    if (edit) edits.push(edit);
    start = token.end;
  }
  return edits;
}

const tokensInStep = 100;

class Scan {
  readonly sql: string;
  readonly tokens: Token[] = [];
  readonly brackets: BracketStack;
  private readonly size: StatementSize;
  private hasEnded = false;

  constructor(sql: string) {
    this.sql = sql;
    this.brackets = new BracketStack(sql);
    this.size = new StatementSize(sql);
  }

  /** To be run to its end; others may work in between. */
  *steps(): Generator<void> {
    const reader = new TokenReader(this.sql);
    let count = 0;
    for (let token = reader.next(); token; token = reader.next()) {
      this.take(token);
      count += 1;
      if (count % tokensInStep === 0) yield;
    }
    this.brackets.end();
    checkStart(this.sql, this.tokens);
  }

  private take(token: Token): void {
    this.size.accept(token);
    if (token.fault) {
      const at = { sql: this.sql, span: token.fault.span };
      throw new PathqlError('sql_syntax', token.fault.message, { at });
    }
    if (token.kind === 'semicolon') this.endStatement();
    else if (token.kind !== 'comment') this.add(token);
  }

  private add(token: Token): void {
    if (this.hasEnded) throw severalStatements(this.sql, token);
    this.brackets.accept(token, this.tokens.length);
    this.tokens.push(token);
    if (this.tokens.length === 1) checkStart(this.sql, this.tokens);
  }

  private endStatement(): void {
    this.brackets.end();
    this.hasEnded = this.tokens.length > 0;
  }
}

/** Only a query may go on. */
function checkStart(sql: string, tokens: readonly Token[]): void {
  if (tokens.length === 0) throw new PathqlError('sql_empty', 'Expected SELECT, found nothing');
  const first = tokens.find((token) => token.text !== '(');
  if (!first || (first.kind === 'word' && queryStarts.has(first.text))) return;
  const found = sql.slice(first.start, first.end);
  const at = { sql, span: first };
  if (first.kind === 'word' && otherStatements.has(first.text)) {
    throw new PathqlError('sql_not_a_query', refusal(first.text), { at });
  }
  const expected = closestKeyword(found, [...queryStarts]) ?? 'SELECT';
  throw new PathqlError('sql_syntax', `Expected ${expected}, found '${found}'`, { at });
}

function refusal(word: string): string {
  const hint = hints[word] ?? '';
  return `Only SELECT queries are supported${hint}, found ${word}`;
}

const hints: Record<string, string> = {
  COPY: ' (the command line writes rows to a file by --ofile, its shell by .output)',
  TABLE: ' (write SELECT * FROM the path)',
  SHOW: ' (DESCRIBE shows the columns of a file)',
};

function quotedPath(token: Token): Edit[] {
  if (token.kind !== 'path') return [];
  return [{ start: token.start, end: token.end, text: identifier(token.text) }];
}

function cleanGap(sql: string, gap: TextSpan): Edit | null {
  const text = sql.slice(gap.start, gap.end);
  if (/^[ \t\r\n]*$/.test(text)) return null;
  return { ...gap, text: gap.end === sql.length ? '' : ' ' };
}

function severalStatements(sql: string, token: Token): PathqlError {
  return new PathqlError(
    'sql_several_statements',
    'Only one statement can be run at a time, a second one starts',
    { at: { sql, span: token } },
  );
}

function refuseUnreadableText(sql: string): void {
  const fault = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(
    sql,
  );
  if (!fault) return;
  const what = fault[0] === '\0' ? 'a NUL character' : 'half of a surrogate pair';
  throw new PathqlError('sql_syntax', `The text holds ${what}, which SQL cannot contain,`, {
    at: { sql, span: { start: fault.index, end: fault.index + 1 } },
  });
}
