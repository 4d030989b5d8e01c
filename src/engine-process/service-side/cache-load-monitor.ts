// Tracks which table the engine loads into its cache, and which must not be loaded again because an engine ended on it.
import type { EngineLog, LoadedTable } from '../../query/engine-log.ts';
import type { EngineEnd } from './engine-supervisor.ts';

/** An engine that ended on a load beside queries may have ended on one of these. */
const maxSuspicions = 2;
const maxRemembered = 100;

export class CacheLoadMonitor {
  readonly #log: EngineLog;
  #current: LoadedTable | null = null;
  /** How often an engine ended on the load of a table; those beyond the limit are refused. */
  readonly #suspicions = new Map<string, number>();

  constructor(log: EngineLog) {
    this.#log = log;
  }

  get isLoading(): boolean {
    return this.#current !== null;
  }

  /** Digests of tables that are not to be loaded. */
  get refused(): string[] {
    const counts = [...this.#suspicions];
    return counts.filter(([, count]) => count >= maxSuspicions).map(([digest]) => digest);
  }

  update(table: LoadedTable | null): void {
    this.#current = table;
  }

  /** The engine has ended while so many queries ran. */
  onEnd({ reason }: EngineEnd, runningQueries: number): void {
    const table = this.#current;
    this.#current = null;
    if (table === null || reason === 'unstoppable') return;
    const { digest, files } = table;
    const before = this.#suspicions.get(digest) ?? 0;
    const count = runningQueries === 0 ? maxSuspicions : before + 1;
    this.#suspicions.delete(digest);
    this.#suspicions.set(digest, count);
    const [oldest] = this.#suspicions.keys();
    if (this.#suspicions.size > maxRemembered && oldest) this.#suspicions.delete(oldest);
    const isRefused = count >= maxSuspicions;
    const fields = { files, reason, is_loaded_again: !isRefused };
    this.#log.warn(fields, 'the engine ended while it loaded a table into its cache');
  }
}
