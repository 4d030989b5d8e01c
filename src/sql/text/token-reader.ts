// Reads a text token by token, comments too, and tells the paths among them by where they stand.

import { readTablePosition } from './read-path.ts';
import { readToken } from './read-token.ts';
import { TableFinder } from './table-finder.ts';
import type { Token } from './token.ts';
import { readComment, skipWhitespace, startsComment } from './token-end.ts';

/** Never throws: what a query may not hold has a fault, and is read as what it was most likely meant to be. */
export class TokenReader {
  private finder = new TableFinder();
  private offset = 0;
  private readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
  }

  /** Whether the next token stands where a table may. */
  get expectsTable(): boolean {
    return this.finder.expectsTable;
  }

  /** Null at the end of the text. */
  next(): Token | null {
    const start = skipWhitespace(this.sql, this.offset);
    if (start >= this.sql.length) return null;
    const token = startsComment(this.sql, start)
      ? readComment(this.sql, start)
      : this.readAt(start);
    this.offset = token.end;
    return token;
  }

  private readAt(start: number): Token {
    const position = this.expectsTable ? readTablePosition(this.sql, start) : null;
    if (position?.kind === 'alias') {
      this.finder.acceptPrefixAlias(position.token);
      return position.token;
    }
    const token = position?.kind === 'path' ? position.token : readToken(this.sql, start);
    if (token.kind === 'semicolon') this.finder = new TableFinder();
    else this.finder.accept(token);
    return token;
  }
}
