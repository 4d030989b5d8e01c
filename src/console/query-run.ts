// Runs one query at a time: starts, watches and cancels it.
import { openAnswer } from './answer/open-answer.ts';
import type { PagedAnswer } from './answer/paged-answer.ts';
import type { AskedQuery } from './query-server.ts';

export interface RunReport {
  /** Now and then while the query runs. */
  readonly onTick: (elapsedMs: number) => void;
  readonly onRunning: (isRunning: boolean) => void;
}

const ticksMs = 100;

export class QueryRun {
  readonly #report: RunReport;
  #running: AbortController | undefined;
  #timer = 0;

  constructor(report: RunReport) {
    this.#report = report;
  }

  /** The answer as it begins; undefined when it was cancelled, or another one replaced it. Rejects with what the server said. */
  async start(query: AskedQuery): Promise<PagedAnswer | undefined> {
    this.cancel();
    const own = new AbortController();
    this.#running = own;
    this.#watch();
    try {
      const answer = await openAnswer(query, own.signal);
      own.signal.addEventListener('abort', () => answer.stop());
      const end = () => this.#end(own);
      answer.finished.then(end, end);
      return answer;
    } catch (fault) {
      this.#end(own);
      if (own.signal.aborted) return undefined;
      throw fault;
    }
  }

  /** False when nothing runs. The server stops a query whose connection closes. */
  cancel(): boolean {
    const running = this.#running;
    if (running === undefined) return false;
    running.abort();
    this.#end(running);
    return true;
  }

  #watch(): void {
    const startedAt = performance.now();
    const tick = () => this.#report.onTick(performance.now() - startedAt);
    this.#timer = window.setInterval(tick, ticksMs);
    this.#report.onRunning(true);
  }

  #end(ended: AbortController): void {
    if (this.#running !== ended) return;
    clearInterval(this.#timer);
    this.#running = undefined;
    this.#report.onRunning(false);
  }
}
