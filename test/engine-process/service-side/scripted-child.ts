// Stands in for the engine process: a test says what it does with each message.

import type { FromEngine, ToEngine } from '../../../src/engine-process/messages.ts';
import type {
  EngineChild,
  EngineChildEvents,
  StartEngineChild,
} from '../../../src/engine-process/service-side/engine-child.ts';

type Run = Extract<ToEngine, { type: 'run' }>;

export class ScriptedChild implements EngineChild {
  readonly received: ToEngine[] = [];
  readonly #events: EngineChildEvents;
  isKilled = false;
  bytes = 100e6;
  isReacting = true;

  constructor(events: EngineChildEvents) {
    this.#events = events;
  }

  send(message: ToEngine): void {
    this.received.push(message);
    if (message.type === 'open') this.say({ type: 'opened' });
    if (message.type === 'close') this.say({ type: 'closed' });
    if (message.type === 'ping' && this.isReacting) this.say({ type: 'pong', cache: noCache });
  }

  kill(): void {
    if (this.isKilled) return;
    this.isKilled = true;
    queueMicrotask(() => this.#events.onExit('SIGKILL'));
  }

  /** Ends by itself. */
  crash(): void {
    this.isKilled = true;
    this.#events.onExit('SIGSEGV');
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
    const found = this.isKilled ? undefined : this.runs.find((run) => run.sql === sql);
    if (found === undefined) throw new Error(`the engine was not sent ${sql}`);
    return found;
  }

  answer(sql: string, rows = '[1]'): void {
    const { id } = this.run(sql);
    const stats = { rowsScanned: 1, rowsReturned: 1, executionTimeMs: 1 };
    this.say({ type: 'answer', id, columns: ['n'], stats, rows, cache: noCache });
  }
}

export const noCache = { cacheHits: 0, cacheLoads: 0, cacheEvictions: 0, cacheBytes: 0 };

/** Every engine process that was started so far, the present one last. */
export function scriptedChildren(): {
  readonly start: StartEngineChild;
  readonly all: ScriptedChild[];
  readonly last: ScriptedChild;
} {
  const all: ScriptedChild[] = [];
  return {
    all,
    get last() {
      return all.at(-1) as ScriptedChild;
    },
    start: (events) => {
      const child = new ScriptedChild(events);
      all.push(child);
      return child;
    },
  };
}
