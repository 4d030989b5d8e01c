// Finds the clauses of a query that are not inside brackets, and where another one could be put.
import { isWord, type Token } from '../../sql/text/token.ts';
import { TokenReader } from '../../sql/text/token-reader.ts';

export interface QueryShape {
  /** What stands outside of brackets, without comments and the semicolon at the end. */
  readonly tokens: readonly Token[];
  /** Where the clause begins. */
  readonly orderBy: number | undefined;
  readonly limit: number | undefined;
  readonly where: number | undefined;
  /** Behind the last token. */
  readonly end: number;
  /** All columns of one table, row by row: a condition of its own can stand in its WHERE. */
  readonly isPlain: boolean;
  /** Its ORDER BY decides which rows there are: DISTINCT ON keeps the first of each. */
  readonly hasDistinctOn: boolean;
  /** SELECT, FROM or WITH: clauses can be put behind it. */
  readonly isSelect: boolean;
}

export function queryShape(sql: string): QueryShape {
  const tokens = outerTokens(sql);
  const words = (...names: string[]) => tokens.findIndex((token) => isWord(token, ...names));
  const startOf = (index: number) => tokens[index]?.start;
  return {
    tokens,
    orderBy: startOf(words('ORDER')),
    limit: startOf(words('LIMIT', 'OFFSET', 'FETCH')),
    where: startOf(words('WHERE')),
    end: tokens.at(-1)?.end ?? 0,
    isPlain: isPlain(words('ORDER') === -1 ? tokens : tokens.slice(0, words('ORDER'))),
    hasDistinctOn: tokens.some(
      (token, at) => isWord(token, 'ON') && isWord(tokens[at - 1], 'DISTINCT'),
    ),
    isSelect: isWord(tokens[0], 'SELECT', 'FROM', 'WITH', 'VALUES'),
  };
}

function outerTokens(sql: string): Token[] {
  const reader = new TokenReader(sql);
  const tokens: Token[] = [];
  let depth = 0;
  for (let token = reader.next(); token !== null; token = reader.next()) {
    if (token.kind === 'close') depth -= 1;
    const isOuter = depth === 0;
    if (token.kind === 'open') depth += 1;
    if (isOuter && token.kind !== 'comment' && token.kind !== 'semicolon') tokens.push(token);
  }
  return tokens;
}

const wordsOfOthers =
  `DISTINCT GROUP HAVING QUALIFY WINDOW UNION INTERSECT EXCEPT JOIN USING PIVOT UNPIVOT TABLESAMPLE
  DESCRIBE SUMMARIZE VALUES WITH`.split(/\s+/);

function isPlain(tokens: readonly Token[]): boolean {
  if (tokens.some((token) => isWord(token, ...wordsOfOthers) || token.kind === 'comma'))
    return false;
  const [first, second, third] = tokens;
  if (isWord(first, 'FROM')) return !tokens.some((token) => isWord(token, 'SELECT'));
  return isWord(first, 'SELECT') && second?.text === '*' && isWord(third, 'FROM');
}
