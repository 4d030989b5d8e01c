// Stands in for the engine process: a test says what it does with each message.

import { type FromEngine, noCounts, type ToEngine } from '../../../src/engine-process/messages.ts';
import type {
  EngineChild,
  EngineChildEvents,
  StartEngineChild,
} from '../../../src/engine-process/service-side/engine-child.ts';
import type { RowFile } from '../../../src/spool/stored-rows.ts';

type Run = Extract<ToEngine, { type: 'run' }>;

export class ScriptedChild implements EngineChild {
  readonly received: ToEngine[] = [];
  readonly #events: EngineChildEvents;
  isKilled = false;
  bytes = 100e6;
  isResponsive = true;

  constructor(events: EngineChildEvents) {
    this.#events = events;
  }

  send(message: ToEngine): void {
    this.received.push(message);
    if (message.type === 'open') this.say({ type: 'opened' });
    if (message.type === 'close') this.say({ type: 'closed' });
    if (message.type === 'ping' && this.isResponsive) this.say({ type: 'pong', counts: noCounts });
  }

  kill(): void {
    if (this.isKilled) return;
    this.isKilled = true;
    queueMicrotask(() => this.#events.onExit({ signal: 'SIGKILL', description: 'SIGKILL' }));
  }

  /** Ends by itself. */
  crash(signal = 'SIGSEGV'): void {
    this.isKilled = true;
    this.#events.onExit({ signal, description: signal });
  }

  residentBytes(): number {
    return this.isKilled ? 0 : this.bytes;
  }

  say(message: FromEngine): void {
    if (!this.isKilled) this.#events.onMessage(message);
  }

  /** Queries it was sent, in their order. */
  get runs(): Run[] {
    return this.received.filter((message) => message.type === 'run');
  }

  run(sql: string): Run {
    const found = this.isKilled ? undefined : this.runs.findLast((run) => run.sql === sql);
    if (found === undefined) throw new Error(`the engine was not sent ${sql}`);
    return found;
  }

  answer(sql: string, rows: string | RowFile = '[1]'): void {
    const { id } = this.run(sql);
    const stats = { rowsScanned: 1, rowsReturned: 1, executionTimeMs: 1 };
    this.say({
      type: 'answer',
      id,
      columns: ['n'],
      types: ['INTEGER'],
      version: null,
      isUnchanged: false,
      stats,
      rows,
    });
  }
}

/** Every engine process that was started so far, the present one last. */
export function scriptedChildren(): {
  readonly start: StartEngineChild;
  readonly all: ScriptedChild[];
  readonly last: ScriptedChild;
  /** The next one never says that it is open. */
  muteNext: boolean;
} {
  const all: ScriptedChild[] = [];
  return {
    all,
    muteNext: false,
    get last() {
      return all.at(-1) as ScriptedChild;
    },
    start(events) {
      const child = new ScriptedChild(events);
      if (this.muteNext) child.send = () => {};
      this.muteNext = false;
      all.push(child);
      return child;
    },
  };
}
