// Keeps the queries asked in this browser, the last one first.

export interface AskedQuery {
  readonly sql: string;
  /** Milliseconds since 1970. */
  readonly askedAt: number;
}

const storageKey = 'pathql.history';
const mostKept = 200;

export class QueryHistory {
  readonly #storage: Storage | undefined;
  #queries: readonly AskedQuery[];

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
    this.#queries = read(storage);
  }

  get queries(): readonly AskedQuery[] {
    return this.#queries;
  }

  /** A query that was asked before moves to the top. */
  add(query: AskedQuery): void {
    const others = read(this.#storage, this.#queries).filter(({ sql }) => sql !== query.sql);
    this.#keep([query, ...others].slice(0, mostKept));
  }

  clear(): void {
    this.#keep([]);
  }

  #keep(queries: readonly AskedQuery[]): void {
    this.#queries = queries;
    try {
      this.#storage?.setItem(storageKey, JSON.stringify(queries));
    } catch {
      // Full, or not allowed: the history ends with the page.
    }
  }
}

function read(storage: Storage | undefined, otherwise: readonly AskedQuery[] = []) {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(storageKey) ?? 'null');
    return Array.isArray(stored) ? stored.filter(isAskedQuery) : otherwise;
  } catch {
    return otherwise;
  }
}

function isAskedQuery(value: unknown): value is AskedQuery {
  if (value === null || typeof value !== 'object') return false;
  const { sql, askedAt } = value as { readonly sql?: unknown; readonly askedAt?: unknown };
  return typeof sql === 'string' && typeof askedAt === 'number';
}

/** Reading the property alone throws where storage is not allowed. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
