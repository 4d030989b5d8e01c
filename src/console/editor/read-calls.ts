// Finds the calls that stand for files in a query, such as read_csv('a.csv', delim = ';').
import { TokenReader } from '../../sql/text/token-reader.ts';

/** As they are written; those that end, and do not hold the cursor. */
export function readCalls(sql: string, cursor: number): readonly string[] {
  const reader = new TokenReader(sql);
  const calls: string[] = [];
  /** Where the names before the open brackets begin; of what is no such call, undefined. */
  const open: (number | undefined)[] = [];
  let name: number | undefined;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.kind === 'open') open.push(name);
    const start = token.kind === 'close' ? open.pop() : undefined;
    const holdsCursor = start !== undefined && cursor > start && cursor < token.end;
    if (start !== undefined && !holdsCursor) calls.push(sql.slice(start, token.end));
    name = token.kind === 'word' && /^READ_[A-Z_]+$/.test(token.text) ? token.start : undefined;
  }
  return calls;
}
