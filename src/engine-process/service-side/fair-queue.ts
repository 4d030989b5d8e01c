// Schedules queries fairly: clients take turns, and one slot is kept for a client of whom nothing runs.
import { fairShare } from '../../concurrency/fair-share.ts';
import { PathqlError } from '../../errors.ts';

interface Queued {
  readonly client: string;
}

export interface QueueLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

export class FairQueue<T extends Queued> {
  readonly #limits: QueueLimits;
  /** By client; the one whose turn is next stands first. */
  readonly #waiting = new Map<string, Set<T>>();
  #waitingCount = 0;
  readonly #running = new Set<T>();
  readonly #runningOf = new Map<string, number>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waitingCount;
  }

  /** In the order of their start. */
  get running(): readonly T[] {
    return [...this.#running];
  }

  get hasCapacity(): boolean {
    return this.#running.size < this.#limits.maxRunning;
  }

  add(item: T): void {
    const { client } = item;
    const own = this.#waiting.get(client) ?? new Set();
    this.#waiting.set(client, own.add(item));
    this.#waitingCount += 1;
  }

  /** Takes out one that waits, where its client has more waiting than its share, and throws too_many_requests. */
  rejectAboveShare(item: T): void {
    const own = this.#waiting.get(item.client);
    if (!own?.has(item)) return;
    const { maxWaiting } = this.#limits;
    if (own.size <= fairShare(maxWaiting, this.#waitingCount - own.size)) return;
    this.remove(item);
    const message = `Too many requests wait for their turn: ${own.size} of yours do, and ${this.#waitingCount} of ${maxWaiting} in all (MAX_QUEUED_QUERIES); each client may use half of what the others leave. Ask again when some of yours are answered`;
    throw new PathqlError('too_many_requests', message);
  }

  /** Starts the next one that may start, or null when none may now. */
  next(): T | null {
    if (!this.hasCapacity) return null;
    const client = this.#nextClient();
    const [item] = (client !== null && this.#waiting.get(client)) || [];
    if (item === undefined) return null;
    this.#dequeue(item);
    this.start(item);
    return item;
  }

  /** Starts one that need not wait. */
  start(item: T): void {
    this.#running.add(item);
    this.#runningOf.set(item.client, this.#runningCount(item.client) + 1);
  }

  /** It has ended, or does not wait any more. */
  remove(item: T): void {
    this.#dequeue(item);
    if (!this.#running.delete(item)) return;
    const left = this.#runningCount(item.client) - 1;
    if (left === 0) this.#runningOf.delete(item.client);
    else this.#runningOf.set(item.client, left);
  }

  drainWaiting(): T[] {
    const items = [...this.#waiting.values()].flatMap((own) => [...own]);
    for (const item of items) this.#dequeue(item);
    return items;
  }

  /** Of whom least runs; among equals the one whose turn is longest ago. */
  #nextClient(): string | null {
    const isLastPlace = this.#running.size === this.#limits.maxRunning - 1;
    let best: string | null = null;
    let least = isLastPlace && this.#limits.maxRunning > 1 ? 1 : Number.POSITIVE_INFINITY;
    for (const client of this.#waiting.keys()) {
      const count = this.#runningCount(client);
      if (count >= least) continue;
      [best, least] = [client, count];
      if (count === 0) break;
    }
    return best;
  }

  #runningCount(client: string): number {
    return this.#runningOf.get(client) ?? 0;
  }

  /** Its client goes behind the others. */
  #dequeue(item: T): void {
    const { client } = item;
    const own = this.#waiting.get(client);
    if (!own?.delete(item)) return;
    this.#waitingCount -= 1;
    this.#waiting.delete(client);
    if (own.size > 0) this.#waiting.set(client, own);
  }
}
