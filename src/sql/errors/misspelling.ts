// Finds a keyword with a typing slip near the place where the parser gave up.
import { editDistance } from '../../text/nearest-names.ts';
import type { Clause } from '../text/clause-context.ts';
import { reservedWords } from '../text/keywords.ts';
import { isWord, type Token } from '../text/token.ts';
import { closestKeyword } from './closest-keyword.ts';

export interface Misspelling {
  readonly index: number;
  readonly keyword: string;
}

const words = (text: string): readonly string[] => text.split(' ');

const afterQuery = words('ORDER LIMIT UNION INTERSECT EXCEPT');
const operators = words('AND OR NOT IN IS LIKE ILIKE BETWEEN NULL THEN WHEN ELSE END');
const joins = words('JOIN INNER LEFT RIGHT FULL CROSS NATURAL ON USING');

/** The keywords that may come next in each clause. */
const candidates: Record<Clause, readonly string[]> = {
  START: [...words('SELECT FROM WITH VALUES ALL'), ...afterQuery],
  WITH: words('AS SELECT FROM RECURSIVE MATERIALIZED'),
  SELECT: [...words('FROM AS DISTINCT OVER FILTER WHERE'), ...operators, ...afterQuery],
  FROM: [...words('WHERE GROUP HAVING QUALIFY AS'), ...joins, ...operators, ...afterQuery],
  WHERE: [...words('GROUP HAVING QUALIFY'), ...operators, ...afterQuery],
  'GROUP BY': [...words('BY HAVING QUALIFY ALL ROLLUP CUBE'), ...operators, ...afterQuery],
  HAVING: [...words('QUALIFY'), ...operators, ...afterQuery],
  WINDOW: [...words('AS QUALIFY'), ...afterQuery],
  QUALIFY: [...operators, ...afterQuery],
  'ORDER BY': [...words('BY ASC DESC NULLS FIRST LAST LIMIT'), ...operators],
  LIMIT: words('OFFSET'),
  BRACKETS: [...words('SELECT FROM PARTITION ORDER BY AS DISTINCT WHERE ROWS RANGE'), ...operators],
};

/** What must follow some keywords; without it the word is not a slip of that keyword. */
const followers: Record<string, (token: Token | undefined) => boolean> = {
  GROUP: isNearBy,
  ORDER: isNearBy,
  PARTITION: isNearBy,
  UNION: (token) => isWord(token, 'ALL', 'SELECT', 'FROM', 'BY') || token?.text === '(',
  LIMIT: (token) => token?.kind === 'number' || token?.text === '(',
  FROM: (token) => token !== undefined && token.kind !== 'close' && token.kind !== 'comma',
};

/** The parser stops at the word itself, or one later when it took the word for an alias. */
export function misspelling(
  tokens: readonly Token[],
  index: number,
  clause: Clause,
): Misspelling | null {
  for (const at of [index - 1, index]) {
    const token = tokens[at];
    if (token?.kind !== 'word' || reservedWords.has(token.text) || isName(tokens, at)) continue;
    if (at === index - 1 && !endsSomething(tokens[at - 1])) continue;
    const keyword = closestKeyword(token.text, candidates[clause]);
    const follows = keyword === null || (followers[keyword]?.(tokens[at + 1]) ?? true);
    if (keyword && follows) return { index: at, keyword };
  }
  return null;
}

function isNearBy(token: Token | undefined): boolean {
  return token?.kind === 'word' && editDistance(token.text, 'BY') <= 1;
}

function isName(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.text === '.' || isWord(before, 'AS') || tokens[at + 1]?.text === '.';
}

function endsSomething(token: Token | undefined): boolean {
  if (!token) return false;
  return token.kind !== 'comma' && token.kind !== 'open' && !isWord(token, 'SELECT', 'DISTINCT');
}
