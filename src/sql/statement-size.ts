// Counts what a statement is made of while its tokens pass by, and refuses one that is too large to parse and plan.
import { PathqlError, type TextSpan } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import type { Token } from './text/token.ts';

type Counted =
  | 'sqlTokens'
  | 'conditions'
  | 'branches'
  | 'selects'
  | 'windows'
  | 'keys'
  | 'fileReferences';

const countedWords: ReadonlyMap<string, Counted> = new Map([
  ['AND', 'conditions'],
  ['OR', 'conditions'],
  ['WHEN', 'branches'],
  ['SELECT', 'selects'],
  ['OVER', 'windows'],
]);

const clausesWithKeys: ReadonlySet<string> = new Set(['GROUP', 'ORDER', 'PARTITION']);
const otherClauses: ReadonlySet<string> = new Set(
  'SELECT FROM WHERE HAVING QUALIFY WINDOW LIMIT UNION INTERSECT EXCEPT'.split(' '),
);

const messages: Readonly<Record<Counted, (most: string) => string>> = {
  sqlTokens: (most) => `It has more than ${most} words, numbers and signs`,
  conditions: (most) =>
    `It has more than ${most} AND and OR (a list of values may be longer: … IN (1, 2, 3))`,
  branches: (most) => `It has more than ${most} WHEN`,
  selects: (most) => `It has more than ${most} SELECT`,
  windows: (most) => `It has more than ${most} OVER`,
  keys: (most) => `One GROUP BY, ORDER BY or PARTITION BY has more than ${most} commas`,
  fileReferences: (most) =>
    `It names more than ${most} tables (a pattern such as logs/*.csv, or read_csv with a list, reads many files as one)`,
};

export class StatementSize {
  readonly #counts: Record<Counted, number> = {
    sqlTokens: 0,
    conditions: 0,
    branches: 0,
    selects: 0,
    windows: 0,
    keys: 0,
    fileReferences: 0,
  };
  readonly #sql: string;
  /** How many brackets are open. */
  #depth = 0;
  /** In how many brackets the keys stand that are counted; null between such clauses. */
  #depthOfKeys: number | null = null;

  constructor(sql: string) {
    this.#sql = sql;
  }

  accept(token: Token): void {
    this.#count('sqlTokens', token);
    if (token.kind === 'path') this.#count('fileReferences', token);
    const counted = token.kind === 'word' ? countedWords.get(token.text) : undefined;
    if (counted !== undefined) this.#count(counted, token);
    this.#acceptKey(token);
  }

  /** From GROUP, ORDER or PARTITION to the next clause or the end of the brackets around it. */
  #acceptKey({ kind, text, start, end }: Token): void {
    if (kind === 'open') this.#depth += 1;
    else if (kind === 'close') this.#depth -= 1;
    else if (kind === 'word' && clausesWithKeys.has(text)) {
      this.#counts.keys = 0;
      this.#depthOfKeys = this.#depth;
    } else if (this.#depthOfKeys === null) return;
    else if (kind === 'comma') this.#count('keys', { start, end });
    const isOver = this.#depth < (this.#depthOfKeys ?? 0);
    if (isOver || (kind === 'word' && otherClauses.has(text))) this.#depthOfKeys = null;
  }

  #count(what: Counted, span: TextSpan): void {
    this.#counts[what] += 1;
    const { most } = limits[what];
    if (this.#counts[what] <= most) return;
    const message = `The query is too complex to plan. ${messages[what](shownNumber(most))}, here`;
    throw new PathqlError('sql_too_complex', message, { at: { sql: this.#sql, span } });
  }
}

/** Before any token is read. */
export function assertSqlLength(sql: string): void {
  const { most } = limits.sqlLength;
  if (sql.length <= most) return;
  const message = `The query is too long: expected at most ${shownNumber(most)} characters, found ${shownNumber(sql.length)}`;
  throw new PathqlError('sql_too_complex', message);
}
