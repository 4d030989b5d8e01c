// Loads tables into the cache one at a time, while no query needs the machine.
import type { DuckDbTable } from '../duckdb-table.ts';

export interface LoadQueueOptions {
  readonly isWanted: (table: DuckDbTable) => boolean;
  /** Rejects with the reason of the signal, and with nothing else. */
  readonly load: (table: DuckDbTable, signal: AbortSignal) => Promise<void>;
}

interface QueuedLoad {
  readonly table: DuckDbTable;
  /** How often it was begun and gave way to queries. */
  readonly stops: number;
}

interface RunningLoad extends QueuedLoad {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** Without a query for so long, a load may begin: the queries of one page follow each other faster. */
export const quietMs = 50;

/** A query that ends sooner does not stop a load. */
export const shortQueryMs = 5;

/** A load that gave way so often runs to its end, beside queries, when its table was asked for twice. */
export const maxStops = 2;

/**
 * A table that was read from its files so often is loaded beside queries: there may never be a quiet moment. A load costs
 * as much as some four aggregates over the file.
 */
export const maxUses = 4;

/** The registry of tables remembers more, but so many are enough to choose from. */
const maxQueued = 200;

const gaveWay = new Error('The load gave way to a query');

export class LoadQueue {
  readonly #options: LoadQueueOptions;
  /** By source: only the newest version of files is loaded. */
  readonly #queued = new Map<string, QueuedLoad>();
  #running: RunningLoad | null = null;
  #queries = 0;
  #isQuiet = true;
  #stopped = 0;
  #isClosed = false;
  #quietTimer: NodeJS.Timeout | undefined;
  #stopTimer: NodeJS.Timeout | undefined;

  constructor(options: LoadQueueOptions) {
    this.#options = options;
  }

  /** Loads that gave way to queries. */
  get stopped(): number {
    return this.#stopped;
  }

  /** Queues those of the tables of a query that are wanted. */
  add(tables: readonly DuckDbTable[]): void {
    for (const table of tables) {
      if (!this.#isLoading(table) && this.#options.isWanted(table)) this.#queue(table);
    }
    if (this.#queued.size <= maxQueued) return;
    for (const { table } of this.#inOrder().slice(maxQueued)) {
      this.#queued.delete(table.identity.source);
    }
  }

  queryStarted(): void {
    this.#queries++;
    this.#isQuiet = false;
    clearTimeout(this.#quietTimer);
    this.#stopTimer ??= setTimeout(() => this.#giveWay(), shortQueryMs).unref();
  }

  queryEnded(): void {
    this.#queries--;
    if (this.#queries === 0) this.#awaitQuiet();
    this.#startUrgent();
  }

  /**
   * Stops the load that runs and puts it off, so that what it holds is free. Resolves to whether one ran, when it has
   * ended.
   */
  async putOff(): Promise<boolean> {
    const running = this.#running;
    if (running === null) return false;
    const { table, controller, ended } = running;
    table.loadsFromUse = 2 * table.uses;
    controller.abort(new Error('The load was put off'));
    await ended;
    return true;
  }

  /** Loads all that are queued, for whoever asks no query meanwhile. Stops, but never rejects, when the signal is aborted. */
  async finish(signal: AbortSignal): Promise<void> {
    const stop = () => void this.close();
    signal.addEventListener('abort', stop, { once: true });
    while (!signal.aborted) {
      this.#startNext();
      if (this.#running === null) break;
      await this.#running.ended;
    }
    signal.removeEventListener('abort', stop);
  }

  /** Resolves when no load runs. None starts any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#quietTimer);
    clearTimeout(this.#stopTimer);
    this.#queued.clear();
    await this.putOff();
  }

  #isLoading({ identity }: DuckDbTable): boolean {
    return this.#running?.table.identity.version === identity.version;
  }

  #queue(table: DuckDbTable): void {
    const { source, version } = table.identity;
    const queued = this.#queued.get(source);
    const stops = queued?.table.identity.version === version ? queued.stops : 0;
    this.#queued.set(source, { table, stops });
  }

  /** The most used first. */
  #inOrder(): QueuedLoad[] {
    return [...this.#queued.values()].sort((a, b) => b.table.uses - a.table.uses);
  }

  #awaitQuiet(): void {
    clearTimeout(this.#stopTimer);
    this.#stopTimer = undefined;
    this.#quietTimer = setTimeout(() => {
      this.#isQuiet = true;
      this.#startNext();
    }, quietMs).unref();
  }

  #giveWay(): void {
    if (this.#running !== null && givesWay(this.#running)) this.#running.controller.abort(gaveWay);
  }

  #startUrgent(): void {
    const [first] = this.#inOrder();
    if (first !== undefined && first.table.uses >= maxUses) this.#startNext();
  }

  #startNext(): void {
    if (this.#running !== null || this.#isClosed) return;
    const next = this.#inOrder().find(({ table }) => {
      this.#queued.delete(table.identity.source);
      return this.#options.isWanted(table);
    });
    if (next === undefined) return;
    const controller = new AbortController();
    this.#running = { ...next, controller, ended: this.#run(next, controller.signal) };
  }

  /** Never rejects. */
  async #run({ table, stops }: QueuedLoad, signal: AbortSignal): Promise<void> {
    try {
      await this.#options.load(table, signal);
    } catch {
      if (signal.reason === gaveWay) this.#stopped++;
      const { source } = table.identity;
      const isNewest = !this.#isClosed && !this.#queued.has(source);
      if (isNewest && signal.aborted) this.#queued.set(source, { table, stops: stops + 1 });
    }
    this.#running = null;
    if (this.#isQuiet) this.#startNext();
    else this.#startUrgent();
  }
}

function givesWay({ table, stops }: QueuedLoad): boolean {
  return table.uses < 2 || (table.uses < maxUses && stops < maxStops);
}
