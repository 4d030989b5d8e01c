// Adds up the figures of the table cache over all engines so far: each new one begins at 0.
import { type CacheNumbers, noCache } from '../messages.ts';

export class CacheTotals {
  #ofEnded: CacheNumbers = noCache;
  #ofCurrent: CacheNumbers = noCache;

  update(numbers: CacheNumbers): void {
    this.#ofCurrent = numbers;
  }

  /** The engine has ended, and its cache is gone. */
  onEnd(): void {
    this.#ofEnded = { ...this.figures(), cacheBytes: 0 };
    this.#ofCurrent = noCache;
  }

  figures(): CacheNumbers {
    const [ended, current] = [this.#ofEnded, this.#ofCurrent];
    return {
      cacheHits: ended.cacheHits + current.cacheHits,
      cacheLoads: ended.cacheLoads + current.cacheLoads,
      cacheLoadsStopped: ended.cacheLoadsStopped + current.cacheLoadsStopped,
      cacheEvictions: ended.cacheEvictions + current.cacheEvictions,
      cacheBytes: current.cacheBytes,
    };
  }
}
