// Tells which clause of which query a token stands in, from the tokens before it.
import { isWord, type Token } from './token.ts';

export type Clause =
  | 'START'
  | 'WITH'
  | 'SELECT'
  | 'FROM'
  | 'WHERE'
  | 'GROUP BY'
  | 'HAVING'
  | 'WINDOW'
  | 'QUALIFY'
  | 'ORDER BY'
  | 'LIMIT'
  /** Inside brackets that hold no query. */
  | 'BRACKETS';

export interface ClauseContext {
  readonly clause: Clause;
  /** The last JOIN that still waits for its ON or USING. */
  readonly openJoin: Token | null;
  /** The last CASE that still waits for its END. */
  readonly openCase: Token | null;
}

interface Level {
  clause: Clause;
  openJoin: Token | null;
  readonly cases: Token[];
}

const clauseWords: Record<string, Clause> = {
  WITH: 'WITH',
  SELECT: 'SELECT',
  FROM: 'FROM',
  WHERE: 'WHERE',
  GROUP: 'GROUP BY',
  HAVING: 'HAVING',
  WINDOW: 'WINDOW',
  QUALIFY: 'QUALIFY',
  ORDER: 'ORDER BY',
  LIMIT: 'LIMIT',
  UNION: 'START',
  INTERSECT: 'START',
  EXCEPT: 'START',
};

export function clauseBefore(tokens: readonly Token[], index: number): ClauseContext {
  const levels: Level[] = [newLevel('START')];
  for (let at = 0; at < index; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'open') levels.push(newLevel('BRACKETS'));
    else if (token?.kind === 'close' && levels.length > 1) levels.pop();
    else if (token?.kind === 'word') acceptWord(levels.at(-1), tokens, at);
  }
  const level = levels.at(-1) ?? newLevel('START');
  return { clause: level.clause, openJoin: level.openJoin, openCase: level.cases.at(-1) ?? null };
}

function newLevel(clause: Clause): Level {
  return { clause, openJoin: null, cases: [] };
}

function acceptWord(level: Level | undefined, tokens: readonly Token[], at: number): void {
  const token = tokens[at];
  if (!level || !token) return;
  const before = tokens[at - 1];
  if (before?.text === '.' || isWord(before, 'AS')) return;
  if (token.text === 'CASE') level.cases.push(token);
  if (token.text === 'END') level.cases.pop();
  if (token.text === 'JOIN') level.openJoin = needsCondition(tokens, at) ? token : null;
  if (token.text === 'ON' || token.text === 'USING') level.openJoin = null;
  if (token.text === 'FROM' && isWord(before, 'DISTINCT') && isWord(tokens[at - 2], 'IS', 'NOT'))
    return;
  if (level.clause === 'BRACKETS' && !['SELECT', 'FROM', 'WITH'].includes(token.text)) return;
  level.clause = clauseWords[token.text] ?? level.clause;
}

function needsCondition(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 3); before -= 1) {
    if (isWord(tokens[before], 'CROSS', 'NATURAL', 'POSITIONAL')) return false;
    if (!isWord(tokens[before], 'LEFT', 'RIGHT', 'FULL', 'INNER', 'OUTER')) return true;
  }
  return true;
}
