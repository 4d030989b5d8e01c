// Defines the metrics without labels that are sampled when the metrics page is requested.
import { readdirSync } from 'node:fs';
import type { EngineFigures } from '../query/engine-figures.ts';

interface EngineMetric {
  readonly name: string;
  readonly help: string;
  readonly read: (figures: EngineFigures) => number;
}

export const engineGauges: readonly EngineMetric[] = [
  {
    name: 'pathql_queries_running',
    help: 'Queries that run now.',
    read: ({ runningQueries }) => runningQueries,
  },
  {
    name: 'pathql_queries_waiting',
    help: 'Queries that wait for their turn.',
    read: ({ waitingQueries }) => waitingQueries,
  },
  {
    name: 'pathql_cache_bytes',
    help: 'Size of the table cache.',
    read: ({ cacheBytes }) => cacheBytes,
  },
  {
    name: 'pathql_engine_up',
    help: '1 while the engine takes queries, else 0.',
    read: ({ isEngineUp }) => Number(isEngineUp),
  },
  {
    name: 'pathql_engine_resident_memory_bytes',
    help: 'Memory of the engine process (0 where unknown).',
    read: ({ engineResidentBytes }) => engineResidentBytes,
  },
];

export const engineCounters: readonly EngineMetric[] = [
  {
    name: 'pathql_cache_hits_total',
    help: 'Tables answered from the cache.',
    read: ({ cacheHits }) => cacheHits,
  },
  {
    name: 'pathql_cache_loads_total',
    help: 'Files loaded into the cache.',
    read: ({ cacheLoads }) => cacheLoads,
  },
  {
    name: 'pathql_cache_loads_stopped_total',
    help: 'Loads into the cache that gave way to queries.',
    read: ({ cacheLoadsStopped }) => cacheLoadsStopped,
  },
  {
    name: 'pathql_cache_evictions_total',
    help: 'Tables dropped from the cache to make room.',
    read: ({ cacheEvictions }) => cacheEvictions,
  },
  {
    name: 'pathql_cluster_cancels_unended_total',
    help: 'Cancelled queries of which the cluster did not say within ten seconds that they ended.',
    read: ({ cancelsUnended }) => cancelsUnended,
  },
  {
    name: 'pathql_engine_failed_starts_total',
    help: 'Times that an engine process could not be started.',
    read: ({ engineFailedStarts }) => engineFailedStarts,
  },
];

export const processGauges: readonly { name: string; help: string; read: () => number }[] = [
  {
    name: 'process_resident_memory_bytes',
    help: 'Memory of the process.',
    read: () => process.memoryUsage.rss(),
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    help: 'JavaScript heap in use.',
    read: () => process.memoryUsage().heapUsed,
  },
  { name: 'process_open_fds', help: 'Open file handles (0 where unknown).', read: openHandles },
  {
    name: 'process_start_time_seconds',
    help: 'Start of the process, Unix time.',
    read: () => Math.round(Date.now() / 1000 - process.uptime()),
  },
];

function openHandles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}
