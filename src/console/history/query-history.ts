// Keeps the queries asked in this browser, the last one first.
import { readStored, writeStored } from '../stored.ts';

export type Outcome =
  | { readonly rows: number; readonly milliseconds: number }
  | { readonly fault: string }
  | 'cancelled';

export interface AskedBefore {
  readonly sql: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  /** Sorted or filtered by the grid, where this query stood before. */
  readonly changedFrom?: string | undefined;
  /** Undefined while it runs, and when the page was left then. */
  readonly outcome?: Outcome;
}

const storageKey = 'pathql.history';
const mostKept = 500;
/** Of a message: the first line says it. */
const longestFault = 300;

export class QueryHistory {
  readonly #storage: Storage | undefined;
  #queries: readonly AskedBefore[];
  /** False: it ends with the page. */
  isKept = true;

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
    this.#queries = readStored(storage, storageKey, isList) ?? [];
  }

  get queries(): readonly AskedBefore[] {
    return this.#queries;
  }

  /** Those that hold every word. */
  find(words: string): readonly AskedBefore[] {
    const wanted = words.toLowerCase().split(/\s+/);
    return this.#queries.filter(({ sql }) => {
      const text = sql.toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  }

  /** A query that was asked before moves to the top, and of steps in the grid the last one stays. Other tabs of the browser may have asked some, too. */
  add(query: AskedBefore): void {
    const isReplaced = ({ sql, changedFrom }: AskedBefore) =>
      sql === query.sql || (sql === query.changedFrom && changedFrom !== undefined);
    const known = this.#known();
    const isWritten = known.some(
      ({ sql, changedFrom }) => sql === query.sql && changedFrom === undefined,
    );
    const added = isWritten ? { ...query, changedFrom: undefined } : query;
    const others = known.filter((one) => !isReplaced(one));
    this.#keep([added, ...others].slice(0, mostKept));
  }

  /** How the query ended that was asked last in these words. */
  end(sql: string, outcome: Outcome): void {
    const short =
      outcome !== 'cancelled' && 'fault' in outcome
        ? { fault: outcome.fault.slice(0, longestFault).toWellFormed() }
        : outcome;
    const ended = (one: AskedBefore) => (one.sql === sql ? { ...one, outcome: short } : one);
    this.#keep(this.#known().map(ended));
  }

  clear(): void {
    this.#keep([]);
  }

  #known(): readonly AskedBefore[] {
    return readStored(this.#storage, storageKey, isList) ?? this.#queries;
  }

  #keep(queries: readonly AskedBefore[]): void {
    this.#queries = queries;
    this.isKept = writeStored(this.#storage, storageKey, queries);
  }
}

function isList(value: unknown): value is readonly AskedBefore[] {
  return Array.isArray(value) && value.every(isAskedBefore);
}

function isAskedBefore(value: unknown): value is AskedBefore {
  if (value === null || typeof value !== 'object') return false;
  const { sql, askedAt } = value as { readonly sql?: unknown; readonly askedAt?: unknown };
  return typeof sql === 'string' && typeof askedAt === 'number';
}
