// Declares the figures of an engine.

export interface EngineFigures {
  readonly runningQueries: number;
  readonly waitingQueries: number;
  readonly cacheHits: number;
  readonly cacheLoads: number;
  /** That gave way to queries. */
  readonly cacheLoadsStopped: number;
  readonly cacheEvictions: number;
  /** On disk. */
  readonly cacheBytes: number;
  /** Cancelled queries of which a cluster did not say in time that they ended: a job of theirs may still run. */
  readonly cancelsUnended: number;
  /** Whether the engine takes queries now. */
  readonly isEngineUp: boolean;
  /** How often an engine process could not be started. */
  readonly engineFailedStarts: number;
  /** Of an engine in a process of its own; 0 where it shares this one. */
  readonly engineResidentBytes: number;
  /** How often such an engine was replaced, by the reason. */
  readonly engineReplacements: Readonly<Record<ReplacementReason, number>>;
}

/**
 * Why an engine was replaced: it took too much memory, a query could not be stopped, it did not react, it failed
 * inside, its process ended by itself, or someone else killed it.
 */
export const replacementReasons = [
  'memory',
  'unstoppable',
  'unresponsive',
  'failed',
  'crash',
  'killed',
] as const;

export type ReplacementReason = (typeof replacementReasons)[number];
