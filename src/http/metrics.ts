// Counts for Prometheus: requests, queries, the cache, the process. One registry per app.
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { EngineFigures, QueryStats } from '../query.ts';

export interface RequestOutcome {
  /** The pattern of the route, never the raw URL. */
  readonly route: string;
  readonly method: string;
  /** The HTTP status, or `aborted` when the client left. */
  readonly status: string;
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
  readonly #duration = new Histogram({
    name: 'pathql_query_duration_seconds',
    help: 'Time from the request of a query to its complete answer or error.',
    labelNames: ['outcome'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
    registers: [this.#registry],
  });

  constructor(figures: () => EngineFigures) {
    for (const { name, help, figure } of engineGauges) {
      this.#gauge(name, help, () => figures()[figure]);
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

  /** `outcome` is `ok` or the error type. */
  query(outcome: string, milliseconds: number): void {
    this.#duration.observe({ outcome }, milliseconds / 1000);
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

  #replacements(figures: () => EngineFigures): void {
    new Gauge({
      name: 'pathql_engine_replacements_total',
      help: 'Engine processes that were replaced, by the reason.',
      labelNames: ['reason'],
      registers: [this.#registry],
      collect() {
        for (const [reason, count] of Object.entries(figures().engineReplacements)) {
          this.set({ reason }, count);
        }
      },
    });
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

/** Those that are one number. */
type EngineNumber = Exclude<keyof EngineFigures, 'engineReplacements'>;

const engineGauges: readonly { name: string; help: string; figure: EngineNumber }[] = [
  { name: 'pathql_queries_running', help: 'Queries that run now.', figure: 'runningQueries' },
  {
    name: 'pathql_queries_waiting',
    help: 'Queries that wait for a free slot.',
    figure: 'waitingQueries',
  },
  { name: 'pathql_cache_hits', help: 'Tables answered from the cache.', figure: 'cacheHits' },
  { name: 'pathql_cache_loads', help: 'Files loaded into the cache.', figure: 'cacheLoads' },
  {
    name: 'pathql_cache_evictions',
    help: 'Tables dropped from the cache.',
    figure: 'cacheEvictions',
  },
  { name: 'pathql_cache_bytes', help: 'Size of the table cache.', figure: 'cacheBytes' },
  {
    name: 'pathql_engine_resident_memory_bytes',
    help: 'Memory of the engine process (0 where unknown).',
    figure: 'engineResidentBytes',
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
