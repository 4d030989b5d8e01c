// Lends a fixed number of items, such as connections, in the order of asking.
import { PathqlError } from '../errors.ts';

interface Waiting<T> {
  take(item: T): void;
}

export class Pool<T> {
  readonly #size: number;
  readonly #free: T[];
  readonly #waiting = new Set<Waiting<T>>();
  #onIdle: (() => void)[] = [];

  constructor(items: readonly T[]) {
    this.#size = items.length;
    this.#free = [...items];
  }

  get lent(): number {
    return this.#size - this.#free.length;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lends an item to `work` once one is free. A caller whose signal is aborted leaves the queue. */
  async lend<Result>(signal: AbortSignal, work: (item: T) => Promise<Result>): Promise<Result> {
    const item = this.#free.pop() ?? (await this.#wait(signal));
    try {
      return await work(item);
    } finally {
      this.#giveBack(item);
    }
  }

  /** Resolves once nothing is lent. */
  idle(): Promise<void> {
    if (this.lent === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle.push(resolve);
    });
  }

  #wait(signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(waiting);
        reject(
          signal.reason instanceof PathqlError
            ? signal.reason
            : new PathqlError('cancelled', 'The query was cancelled while it waited for its turn'),
        );
      };
      const waiting: Waiting<T> = {
        take: (item) => {
          signal.removeEventListener('abort', leave);
          resolve(item);
        },
      };
      if (signal.aborted) return leave();
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #giveBack(item: T): void {
    const [next] = this.#waiting;
    if (next !== undefined) {
      this.#waiting.delete(next);
      next.take(item);
      return;
    }
    this.#free.push(item);
    if (this.lent > 0) return;
    const resolvers = this.#onIdle;
    this.#onIdle = [];
    for (const resolve of resolvers) resolve();
  }
}
