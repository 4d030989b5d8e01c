// Who may run: a fixed number of lanes, each with its own connections, lent in the order of asking.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { PathqlError } from '../../errors.ts';
import { PreparedPlans } from '../rows/prepared-plans.ts';
import type { Database } from './database.ts';

export interface Lane {
  readonly plain: DuckDBConnection;
  /** Writes what its operators counted to `profilePath`; 0.2 ms slower for each query. */
  readonly profiled: DuckDBConnection;
  readonly profilePath: string;
  readonly spoolFolder: string;
  /** DuckDB's parser, planned once: planning the call takes longer than the parse. */
  parser: DuckDBPreparedStatement | null;
  readonly prepared: PreparedPlans;
}

/** Over all lanes, but two for each at least. */
const maxPlans = 64;

interface Waiting {
  resolve(lane: Lane): void;
}

export class Lanes {
  readonly #all: readonly Lane[];
  readonly #free: Lane[];
  readonly #waiting = new Set<Waiting>();
  #emptied: (() => void) | null = null;

  constructor(database: Database, spoolFolder: string) {
    const plansPerLane = Math.max(2, Math.floor(maxPlans / database.connections.length));
    this.#all = database.connections.map((connections) => ({
      ...connections,
      spoolFolder,
      parser: null,
      prepared: new PreparedPlans(plansPerLane),
    }));
    this.#free = [...this.#all];
  }

  get running(): number {
    return this.#all.length - this.#free.length;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lends a lane to `work` once one is free. A caller whose signal is aborted leaves the queue. */
  async lend<T>(signal: AbortSignal, work: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = this.#free.pop() ?? (await this.#wait(signal));
    try {
      return await work(lane);
    } finally {
      this.#giveBack(lane);
    }
  }

  /** Resolves once no lane is lent. */
  async idle(): Promise<void> {
    if (this.running === 0) return;
    await new Promise<void>((resolve) => {
      this.#emptied = resolve;
    });
  }

  /** Forgets prepared statements whose text contains `fragment`, so that they keep nothing alive. */
  forget(fragment: string): void {
    for (const { prepared } of this.#all) prepared.forget(fragment);
  }

  #wait(signal: AbortSignal): Promise<Lane> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(
          new PathqlError('cancelled', 'The query was cancelled while it waited for its turn'),
        );
      };
      const waiting: Waiting = {
        resolve: (lane) => {
          signal.removeEventListener('abort', leave);
          resolve(lane);
        },
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #giveBack(lane: Lane): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next.resolve(lane);
      return;
    }
    this.#free.push(lane);
    if (this.running === 0) this.#emptied?.();
  }
}
