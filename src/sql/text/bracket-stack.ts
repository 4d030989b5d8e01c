// Pairs brackets while the tokens pass by, and limits how deep they nest.
import { PathqlError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import type { Token } from './token.ts';

const closes: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const names: Record<string, string> = {
  '(': 'parenthesis',
  '[': 'square bracket',
  '{': 'curly bracket',
  ')': 'parenthesis',
  ']': 'square bracket',
  '}': 'curly bracket',
};

export class BracketStack {
  readonly pairs = new Map<number, number>();
  private readonly open: { token: Token; index: number }[] = [];
  private readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }

  accept(token: Token, index: number): void {
    if (token.kind === 'open') this.push(token, index);
    else if (token.kind === 'close') this.pop(token, index);
  }

  /** The end of the statement, where no bracket may be open. */
  end(): void {
    const last = this.open.at(-1);
    if (last)
      throw this.error(`This ${names[last.token.text]} is never closed, opened`, last.token);
  }

  private push(token: Token, index: number): void {
    this.open.push({ token, index });
    if (this.open.length <= limits.bracketDepth.most) return;
    throw new PathqlError(
      'sql_too_complex',
      `Brackets are nested more than ${limits.bracketDepth.most} levels deep`,
      { at: { sql: this.sql, span: token } },
    );
  }

  private pop(token: Token, index: number): void {
    const opened = this.open.pop();
    if (!opened) throw this.error(`This ${names[token.text]} was never opened, found`, token);
    const expected = closes[opened.token.text];
    if (expected !== token.text) {
      throw this.error(`Expected '${expected}', found '${token.text}'`, token);
    }
    this.pairs.set(opened.index, index);
    this.pairs.set(index, opened.index);
  }

  private error(message: string, span: Token): PathqlError {
    return new PathqlError('sql_syntax', message, { at: { sql: this.sql, span } });
  }
}
