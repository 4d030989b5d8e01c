// Counts for Prometheus: requests, queries, the cache, the process. One registry per app.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ErrorCode } from '../errors.ts';
import type { EngineFigures } from '../query/engine-figures.ts';
import type { QueryStats } from '../query/query-answer.ts';
import { engineCounters, engineGauges, processGauges } from './metric-definitions.ts';

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

/** A sample is the whole period, so the period itself is no delay. NaN: no sample yet. */
function delaySeconds(nanoseconds: number): number {
  return Math.max(0, (nanoseconds || 0) / 1e9 - sampleMs / 1000);
}
