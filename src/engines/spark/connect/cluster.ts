// Connects to a cluster and runs plans on it: each in a session that no other uses at the same time.
import type { EngineLog } from '../../../query/engine-log.ts';
import { readBatches } from '../rows/arrow-columns.ts';
import { type ChannelOptions, SparkChannel } from './channel.ts';
import { callDetails, isSessionGone, toSparkError } from './errors.ts';
import type { Relation } from './messages.ts';
import type { Execution } from './operation.ts';
import { SparkSession } from './session.ts';

export type Row = Readonly<Record<string, unknown>>;

export class Cluster {
  readonly #channel: SparkChannel;
  readonly #log: EngineLog;
  readonly #mostInterruptMs: number;
  /** The aliases of a plan are names in its session: two plans at once would read each other's. */
  readonly #idle: SparkSession[] = [];
  readonly #busy = new Set<SparkSession>();
  #cancelsUnended = 0;

  constructor(options: ChannelOptions, log: EngineLog, mostInterruptMs = 10_000) {
    this.#channel = new SparkChannel(options);
    this.#mostInterruptMs = mostInterruptMs;
    this.#log = log;
  }

  /** Cancelled plans that the server did not end in time. */
  get cancelsUnended(): number {
    return this.#cancelsUnended;
  }

  /** Resolves when the answer is complete. Rejects with a PathqlError, or with the reason of the signal. */
  async execute(relation: Relation, execution: Execution): Promise<void> {
    let hasBegun = false;
    const watched: Execution = {
      ...execution,
      onUnended: () => {
        this.#cancelsUnended += 1;
      },
      onBatch(bytes) {
        hasBegun = true;
        return execution.onBatch(bytes);
      },
    };
    const { signal } = execution;
    const run = (session: SparkSession) => session.execute(relation, watched);
    await this.#inSession(relation, run, { signal, mayRepeat: () => !hasBegun });
  }

  /** The URIs of all files that a relation reads, of those without a byte, too. Rejects as `execute`. */
  inputFiles(relation: Relation, signal: AbortSignal): Promise<readonly string[]> {
    const ask = (session: SparkSession) => session.inputFiles(relation, signal);
    return this.#inSession(relation, ask, { signal, mayRepeat: () => true });
  }

  async #inSession<T>(
    relation: Relation,
    work: (session: SparkSession) => Promise<T>,
    { signal, mayRepeat }: { readonly signal: AbortSignal; readonly mayRepeat: () => boolean },
  ): Promise<T> {
    for (;;) {
      const session = this.#idle.pop() ?? new SparkSession(this.#channel, this.#mostInterruptMs);
      const wasOpen = session.isOpen;
      this.#busy.add(session);
      try {
        const result = await work(session);
        this.#idle.push(session);
        return result;
      } catch (error) {
        // Whatever still runs of it ends with the session.
        await session.release();
        signal.throwIfAborted();
        // The server has forgotten it, or was started anew.
        if (wasOpen && mayRepeat() && isSessionGone(error)) continue;
        this.#logDetails(error, relation);
        throw toSparkError(error);
      } finally {
        this.#busy.delete(session);
      }
    }
  }

  /** A small answer, such as a list of files, as rows. */
  async ask(relation: Relation, signal: AbortSignal): Promise<readonly Row[]> {
    const rows: Row[] = [];
    await this.execute(relation, {
      signal,
      onBatch(bytes) {
        for (const { rowCount, columns } of readBatches(bytes)) {
          for (let row = 0; row < rowCount; row += 1) {
            rows.push(Object.fromEntries(columns.map(({ name, values }) => [name, values[row]])));
          }
        }
      },
    });
    return rows;
  }

  /** What still runs ends with its session. */
  async close(): Promise<void> {
    await Promise.all([...this.#idle, ...this.#busy].map((session) => session.release()));
    this.#channel.close();
  }

  #logDetails(error: unknown, relation: Relation): void {
    const details = callDetails(error);
    if (details === undefined) return;
    this.#log.debug({ details, relation }, 'Spark refused or failed');
  }
}
