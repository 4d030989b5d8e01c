// Runs one query at a time: starts, watches and cancels it.
import { runQuery, type WarnedAnswer } from './query-server.ts';

export interface RunReport {
  /** Now and then while the query runs. */
  readonly onTick: (elapsedMs: number) => void;
  readonly onRunning: (isRunning: boolean) => void;
}

const ticksMs = 100;

export class QueryRun {
  readonly #report: RunReport;
  #running: AbortController | undefined;

  constructor(report: RunReport) {
    this.#report = report;
  }

  /** Undefined when it was cancelled, or another one replaced it. Rejects with what the server said. */
  async start(sql: string): Promise<WarnedAnswer | undefined> {
    this.cancel();
    const own = new AbortController();
    this.#running = own;
    const startedAt = performance.now();
    const tick = () => this.#report.onTick(performance.now() - startedAt);
    const timer = setInterval(tick, ticksMs);
    this.#report.onRunning(true);
    try {
      const answer = await runQuery(sql, own.signal);
      return own.signal.aborted ? undefined : answer;
    } catch (fault) {
      if (own.signal.aborted) return undefined;
      throw fault;
    } finally {
      clearInterval(timer);
      if (this.#running === own) {
        this.#running = undefined;
        this.#report.onRunning(false);
      }
    }
  }

  /** False when nothing runs. The server stops a query whose connection closes. */
  cancel(): boolean {
    if (this.#running === undefined) return false;
    this.#running.abort();
    this.#running = undefined;
    this.#report.onRunning(false);
    return true;
  }
}
