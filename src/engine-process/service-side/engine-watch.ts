// Watches one engine process after the other: whether it holds too much memory, and whether it still reacts.
import type { EngineChild } from './engine-child.ts';

export type EngineWork = 'queries' | 'load' | 'files';

export interface EngineWatchOptions {
  readonly memoryLimitBytes: number;
  readonly onFault: (reason: 'memory' | 'unresponsive') => void;
}

/**
 * Resident bytes beyond MEMORY_LIMIT at which the engine is replaced. An idle one takes some 120 MB; what queries hold
 * beyond what the engine counts should fit into the rest.
 */
export const memoryMarginBytes = 300e6;

/** An engine can take gigabytes in a second. */
const busyWatchMs = 25;
const idleWatchMs = 500;

const pingEveryMs = 1_000;
/** Reading the text of a long query keeps the engine from reacting for a while. */
const maxMissedPings = 10;

export class EngineWatch {
  readonly #options: EngineWatchOptions;
  #child: EngineChild | null = null;
  readonly #works = new Set<EngineWork>();
  #missedPings = 0;
  #memoryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;

  constructor(options: EngineWatchOptions) {
    this.#options = options;
  }

  /** It has answered the last ping, or has had little time for it. */
  get isResponsive(): boolean {
    return this.#missedPings <= 1;
  }

  start(child: EngineChild): void {
    this.#child = child;
    this.#missedPings = 0;
    this.#watchMemory();
    this.#pingTimer = setInterval(() => this.#ping(child), pingEveryMs);
  }

  stop(): void {
    this.#child = null;
    clearInterval(this.#memoryTimer);
    clearInterval(this.#pingTimer);
  }

  onPong(): void {
    this.#missedPings = 0;
  }

  /** The memory is looked at more often while the engine works. */
  setBusy(work: EngineWork, isBusy: boolean): void {
    const wasBusy = this.#works.size > 0;
    if (isBusy) this.#works.add(work);
    else this.#works.delete(work);
    if (wasBusy !== this.#works.size > 0) this.#watchMemory();
  }

  #watchMemory(): void {
    clearInterval(this.#memoryTimer);
    const child = this.#child;
    if (child === null) return;
    const { memoryLimitBytes, onFault } = this.#options;
    const look = () => {
      if (child.residentBytes() > memoryLimitBytes + memoryMarginBytes) onFault('memory');
    };
    this.#memoryTimer = setInterval(look, this.#works.size > 0 ? busyWatchMs : idleWatchMs);
  }

  #ping(child: EngineChild): void {
    this.#missedPings += 1;
    if (this.#missedPings > maxMissedPings) this.#options.onFault('unresponsive');
    else child.send({ type: 'ping' });
  }
}
