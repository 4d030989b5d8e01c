// Tells what should have stood where the parser gave up, as far as the tokens say for sure.
import { literal } from '../../text/sql-text.ts';
import type { ScannedStatement } from '../scan-statement.ts';
import { type Clause, type ClauseContext, clauseBefore } from '../text/clause-context.ts';
import { reservedWords } from '../text/keywords.ts';
import { isWord, type Token } from '../text/token.ts';
import type { Expectation } from './expectation.ts';
import { misspelling } from './misspelling.ts';
import { expectedForOtherDialect } from './other-dialects.ts';

/** Everything a rule looks at: the token the parser stopped at, those before it, and their clause. */
interface Situation extends ClauseContext {
  readonly scanned: ScannedStatement;
  readonly index: number;
  readonly token: Token | undefined;
  readonly before: Token | undefined;
}

type Rule = (situation: Situation) => string | null;

/** The expectation at token `index`, or null when nothing is sure. */
export function expectation(scanned: ScannedStatement, index: number): Expectation | null {
  const { tokens } = scanned;
  const foreign = expectedForOtherDialect(scanned, index);
  if (foreign) return foreign;
  const context = clauseBefore(tokens, index);
  const slip = misspelling(tokens, index, context.clause);
  if (slip) return expected(scanned, slip.index, wholeKeywords[slip.keyword] ?? slip.keyword);
  const path = pathWithBlanks(scanned, index);
  if (path) return path;
  const earlier = earlierFault(tokens, index, context.clause);
  if (earlier) return expected(scanned, index - 1, earlier);
  const situation = { ...context, scanned, index, token: tokens[index], before: tokens[index - 1] };
  for (const rule of rules) {
    const what = rule(situation);
    if (what) return expected(scanned, index, what);
  }
  return null;
}

function expected(scanned: ScannedStatement, index: number, what: string): Expectation {
  const { sql, tokens } = scanned;
  const token = tokens[index];
  const end = tokens.at(-1)?.end ?? 0;
  if (!token) {
    return {
      message: `Expected ${what}, found the end of the text`,
      span: { start: end, end: end + 1 },
    };
  }
  return { message: `Expected ${what}, found '${sql.slice(token.start, token.end)}'`, span: token };
}

/** `FROM export 2024.csv`: up to the ending of a data file, before the parser gave up or right there. */
function pathWithBlanks({ sql, tokens }: ScannedStatement, index: number): Expectation | null {
  const path = tokens.slice(Math.max(0, index - maxWordsOfPath), index).findLast(isBarePath);
  if (path === undefined || path.text.includes('.')) return null;
  const [written] =
    /^[^\s'",;()]+(?: [^\s'",;()]+)*? ?[^\s'",;()]*\.(?:csv|tsv|txt)(?:\.gz|\.zst)?(?![^\s,;)])/i.exec(
      sql.slice(path.start),
    ) ?? [];
  if (written === undefined || !written.includes(' ')) return null;
  const message = `Expected quotes round a path with blanks, ${literal(written)}, found ${written}`;
  return { message, span: { start: path.start, end: path.start + written.length } };
}

const maxWordsOfPath = 12;

function isBarePath({ kind }: Token): boolean {
  return kind === 'path';
}

const wholeKeywords: Record<string, string> = {
  GROUP: 'GROUP BY',
  ORDER: 'ORDER BY',
  PARTITION: 'PARTITION BY',
};

/** Faults the parser notices one token late. */
function earlierFault(tokens: readonly Token[], index: number, clause: Clause): string | null {
  const [token, before, beforeThat] = [tokens[index], tokens[index - 1], tokens[index - 2]];
  if (isWord(before, 'FROM') && isWord(beforeThat, 'AS')) return 'a name after AS';
  const isGlued = token?.kind === 'operator' && token.start === before?.end;
  const isPath = isGlued && before?.kind === 'word' && endsValue(beforeThat);
  return isPath && clause === 'SELECT' ? 'FROM' : null;
}

const rules: readonly Rule[] = [
  missingTable,
  missingBy,
  missingNameAfterAs,
  secondLimit,
  missingExpression,
  missingEnd,
  missingJoinCondition,
  wrongOrder,
  nextClause,
];

const endsHere = (token: Token | undefined) =>
  token === undefined ||
  token.kind === 'close' ||
  (token.kind === 'word' && reservedWords.has(token.text));

function missingTable({ before, token }: Situation): string | null {
  if (!isWord(before, 'FROM', 'JOIN', 'DESCRIBE', 'SUMMARIZE') || !endsHere(token)) return null;
  return `a path after ${before?.text}`;
}

function missingBy({ before }: Situation): string | null {
  return isWord(before, 'GROUP', 'ORDER', 'PARTITION') ? `BY after ${before?.text}` : null;
}

function missingNameAfterAs({ before }: Situation): string | null {
  return isWord(before, 'AS') ? 'a name after AS' : null;
}

function secondLimit({ clause, token, before }: Situation): string | null {
  if (clause !== 'LIMIT' || token?.kind !== 'comma' || before?.kind !== 'number') return null;
  return 'one number after LIMIT (OFFSET is not supported)';
}

const needOperand = new Set(
  'AND OR NOT WHERE HAVING QUALIFY ON BY SELECT DISTINCT WHEN THEN ELSE IN LIKE ILIKE BETWEEN LIMIT'.split(
    ' ',
  ),
);

function missingExpression({ before, token }: Situation): string | null {
  const isDangling =
    before?.kind === 'comma' ||
    (before?.kind === 'operator' && /^[-+*/%=<>!|&^~:]+$/.test(before.text)) ||
    (before?.kind === 'word' && needOperand.has(before.text));
  if (!before || !isDangling || !(endsHere(token) || token?.kind === 'comma')) return null;
  return before.text === '*' ? null : `an expression after '${before.text}'`;
}

function missingEnd({ openCase, token }: Situation): string | null {
  return openCase && endsHere(token) && !isWord(token, 'WHEN', 'THEN', 'ELSE', 'END')
    ? 'END to close the CASE'
    : null;
}

function missingJoinCondition({ openJoin, token, before, clause }: Situation): string | null {
  if (!openJoin || clause !== 'FROM' || before === openJoin || !endsHere(token)) return null;
  return 'ON or USING after JOIN';
}

const order: readonly Clause[] = [
  'WITH',
  'SELECT',
  'FROM',
  'WHERE',
  'GROUP BY',
  'HAVING',
  'WINDOW',
  'QUALIFY',
  'ORDER BY',
  'LIMIT',
];

function wrongOrder({ clause, token }: Situation): string | null {
  const found = order.find((name) => token?.kind === 'word' && name.split(' ')[0] === token.text);
  if (!found || !order.includes(clause) || clause === 'SELECT' || clause === 'WITH') return null;
  const isLate = order.indexOf(found) <= order.indexOf(clause);
  return isLate ? `${found} before ${clause}` : null;
}

const nextClauses: Partial<Record<Clause, string>> = {
  SELECT: 'FROM',
  FROM: 'WHERE, JOIN, GROUP BY, ORDER BY or LIMIT',
  WHERE: 'AND, OR, GROUP BY, ORDER BY or LIMIT',
  'GROUP BY': 'HAVING, ORDER BY or LIMIT',
  HAVING: 'AND, OR, ORDER BY or LIMIT',
  'ORDER BY': 'ASC, DESC or LIMIT',
};

/** Two values side by side: the clause is over, and the word that starts the next one is missing. */
function nextClause({ clause, token, before, openJoin, openCase }: Situation): string | null {
  if (openJoin || openCase || !token || !endsValue(before) || !startsValue(token)) return null;
  return nextClauses[clause] ?? null;
}

function endsValue(token: Token | undefined): boolean {
  if (!token) return false;
  if (token.kind === 'word') return !reservedWords.has(token.text);
  return ['quoted', 'string', 'number', 'close', 'path'].includes(token.kind) || token.text === '*';
}

function startsValue(token: Token): boolean {
  if (token.kind === 'word') return !reservedWords.has(token.text);
  return ['quoted', 'string', 'number'].includes(token.kind);
}
