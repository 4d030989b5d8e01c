// Adds up what engines count over all of them so far: each new one begins at 0.
import { type EngineCounts, noCounts } from '../messages.ts';

export class EngineTotals {
  #ofEnded: EngineCounts = noCounts;
  #ofCurrent: EngineCounts = noCounts;

  update(counts: EngineCounts): void {
    this.#ofCurrent = counts;
  }

  /** The engine has ended, and its cache is gone. */
  onEnd(): void {
    this.#ofEnded = { ...this.figures(), cacheBytes: 0 };
    this.#ofCurrent = noCounts;
  }

  figures(): EngineCounts {
    const [ended, current] = [this.#ofEnded, this.#ofCurrent];
    return {
      cacheHits: ended.cacheHits + current.cacheHits,
      cacheLoads: ended.cacheLoads + current.cacheLoads,
      cacheLoadsStopped: ended.cacheLoadsStopped + current.cacheLoadsStopped,
      cacheEvictions: ended.cacheEvictions + current.cacheEvictions,
      cacheBytes: current.cacheBytes,
      cancelsUnended: ended.cancelsUnended + current.cancelsUnended,
    };
  }
}
