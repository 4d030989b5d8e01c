// Counts for Prometheus: requests, queries, the cache, the process. One registry per app.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors.ts';
import type { EngineFigures, QueryStats } from '../query.ts';

export interface RequestOutcome {
  /** The pattern of the route, never the raw URL. */
  readonly route: string;
  readonly method: string;
  /** The HTTP status, or `aborted` when the client left. */
  readonly status: string;
}

export interface QueryOutcome {
  /** `ok` or an error code. */
  readonly outcome: 'ok' | ErrorCode;
  readonly waitedMs: number;
  /** Null: it never ran. */
  readonly ranMs: number | null;
}

/** The event-loop delay is sampled by a timer of this period. */
const sampleMs = 20;

export class Metrics {
  readonly #registry = new Registry();
  readonly #loopDelay = monitorEventLoopDelay({ resolution: sampleMs });
  readonly #requests = this.#counter('pathql_http_requests_total', 'Requests answered.', [
    'method',
    'route',
    'status',
  ]);
  readonly #rowsScanned = this.#counter('pathql_rows_scanned_total', 'Rows read from files.');
  readonly #rowsReturned = this.#counter('pathql_rows_returned_total', 'Rows in answers.');
  readonly #queries = this.#counter('pathql_queries_total', 'Queries answered.', ['outcome']);
  readonly #waiting = this.#histogram(
    'pathql_query_wait_seconds',
    'Time that queries waited for their turn.',
  );
  readonly #duration = this.#histogram(
    'pathql_query_duration_seconds',
    'Time that queries ran, from their turn to the complete answer or the error.',
    ['outcome'],
  );

  constructor(figures: () => EngineFigures) {
    for (const { name, help, read } of engineGauges) {
      this.#gauge(name, help, () => read(figures()));
    }
    for (const { name, help, read } of engineCounters) {
      this.#collected(name, help, () => [[{}, read(figures())]]);
    }
    this.#replacements(figures);
    for (const { name, help, read } of processGauges) this.#gauge(name, help, read);
    this.#loopDelay.enable();
    for (const { name, help, read } of loopDelayGauges) {
      this.#gauge(name, help, () => delaySeconds(read(this.#loopDelay)));
    }
  }

  request({ method, route, status }: RequestOutcome): void {
    this.#requests.inc({ method, route, status });
  }

  query({ outcome, waitedMs, ranMs }: QueryOutcome): void {
    this.#queries.inc({ outcome });
    this.#waiting.observe(waitedMs / 1000);
    if (ranMs !== null) this.#duration.observe({ outcome }, ranMs / 1000);
  }

  rows({ rowsScanned, rowsReturned }: QueryStats): void {
    this.#rowsScanned.inc(rowsScanned);
    this.#rowsReturned.inc(rowsReturned);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async page(): Promise<string> {
    const page = await this.#registry.metrics();
    this.#loopDelay.reset();
    return page;
  }

  close(): void {
    this.#loopDelay.disable();
    this.#registry.clear();
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter<string> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: string[] = []): Histogram<string> {
    const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }

  /** A counter that is counted elsewhere. */
  #collected(name: string, help: string, read: () => Labelled[], labelNames: string[] = []): void {
    new Counter({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      collect() {
        this.reset();
        for (const [labels, count] of read()) this.inc(labels, count);
      },
    });
  }

  #replacements(figures: () => EngineFigures): void {
    const help = 'Engine processes that were replaced, by the reason.';
    const read = () =>
      Object.entries(figures().engineReplacements).map(([reason, count]): Labelled => {
        return [{ reason }, count];
      });
    this.#collected('pathql_engine_replacements_total', help, read, ['reason']);
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }
}

type Labelled = [labels: Record<string, string>, count: number];

interface EngineFigure {
  readonly name: string;
  readonly help: string;
  readonly read: (figures: EngineFigures) => number;
}

const engineGauges: readonly EngineFigure[] = [
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

const engineCounters: readonly EngineFigure[] = [
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
    name: 'pathql_cache_evictions_total',
    help: 'Tables dropped from the cache to make room.',
    read: ({ cacheEvictions }) => cacheEvictions,
  },
  {
    name: 'pathql_engine_failed_starts_total',
    help: 'Times that an engine process could not be started.',
    read: ({ engineFailedStarts }) => engineFailedStarts,
  },
];

const processGauges: readonly { name: string; help: string; read: () => number }[] = [
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

type LoopDelay = ReturnType<typeof monitorEventLoopDelay>;

const loopDelayGauges: readonly { name: string; help: string; read: (d: LoopDelay) => number }[] = [
  {
    name: 'nodejs_eventloop_lag_mean_seconds',
    help: 'Mean event-loop delay since the last reading.',
    read: ({ mean }) => mean,
  },
  {
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: '99th percentile of the event-loop delay since the last reading.',
    read: (delay) => delay.percentile(99),
  },
  {
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'Longest event-loop delay since the last reading.',
    read: ({ max }) => max,
  },
];

function openHandles(): number {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return 0;
  }
}

/** A sample is the whole period, so the period itself is no delay. NaN: no sample yet. */
function delaySeconds(nanoseconds: number): number {
  return Math.max(0, (nanoseconds || 0) / 1e9 - sampleMs / 1000);
}
