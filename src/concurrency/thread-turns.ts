// Shares the thread of a process: long work gives way to others every few milliseconds, for longer than it took.
import { setImmediate, setTimeout } from 'node:timers/promises';

const turnMs = 4;
/** What took longer waited for a disk, and left the thread no busier. */
const longestTurnMs = 6;
/** So that others keep about half: what they do takes several turns of theirs. */
const pauseForEachTurn = 2;
/** Of work that waits for a disk: others have much of the time anyway. */
export const pauseForDiskTurn = 1;
/** Who was there a moment ago comes back: with the next request, or from another thread. */
const absenceMs = 50;

let present = 0;
let lastLeftAt = Number.NEGATIVE_INFINITY;

/** Counts one of those who share the thread; the function given back ends that. */
export function enterThread(): () => void {
  present += 1;
  return () => {
    present -= 1;
    lastLeftAt = performance.now();
  };
}

function hasOthers(): boolean {
  return present > 1 || performance.now() - lastLeftAt < absenceMs;
}

/** Lets others have the thread after work that took `ms`. Alone it goes on at once. */
export async function giveWay(ms: number, pauseShare = pauseForEachTurn): Promise<void> {
  await (hasOthers() ? setTimeout(ms * pauseShare) : setImmediate());
}

/** Runs work that cannot be interrupted; others come next when it took long. */
export async function inTurn<T>(work: () => T): Promise<T> {
  const turn = new ThreadTurn();
  try {
    return work();
  } finally {
    if (turn.isOver) await giveWay(turn.tookMs);
  }
}

/** Of one piece of long work that stops in between. */
export class ThreadTurn {
  readonly #pauseShare: number;
  #startedAt = performance.now();

  /** `pauseShare`: how long a pause is, for each millisecond of work. */
  constructor(pauseShare = pauseForEachTurn) {
    this.#pauseShare = pauseShare;
  }

  get tookMs(): number {
    return performance.now() - this.#startedAt;
  }

  get isOver(): boolean {
    return this.tookMs > turnMs;
  }

  async giveWay(): Promise<void> {
    await giveWay(Math.min(this.tookMs, longestTurnMs), this.#pauseShare);
    this.#startedAt = performance.now();
  }
}
