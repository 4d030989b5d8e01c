// Sends queries to the engine in their turn, and ends those that must end.
import type { PathqlError } from '../../errors.ts';
import type { EngineLog } from '../../query/engine-log.ts';
import type { QueryAnswer } from '../../query/query-answer.ts';
import type { AnswerRequest } from '../../query/query-request.ts';
import { effectiveTimeoutMs } from '../../run/query-limits.ts';
import type { Settings } from '../../settings/settings.ts';
import { assertSqlLength } from '../../sql/statement-size.ts';
import type { FromEngine } from '../messages.ts';
import { isolationMs, type OtherWork } from './blame.ts';
import { cancelGraceMs } from './cancel-grace.ts';
import { EngineReplacement } from './engine-replacement.ts';
import type { EngineEnd, EngineSupervisor } from './engine-supervisor.ts';
import { Job } from './job.ts';
import { JobQueue } from './job-queue.ts';
import type { PendingAnswers } from './pending-answers.ts';
import { RefusedStatements, statementKey } from './refused-statements.ts';
import { sharedMemoryError } from './replacement-error.ts';

interface DispatcherOptions {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly supervisor: EngineSupervisor;
  readonly held: PendingAnswers;
  /** Called when others may have their turn. */
  readonly onTurn: () => void;
}

/** What a query that found no memory waits for those beside it; nothing else starts meanwhile. */
const maxMemoryWaitMs = 2_000;

export class QueryDispatcher {
  readonly #options: DispatcherOptions;
  readonly #queue: JobQueue;
  /** Those that run, by id. */
  readonly #jobs = new Map<number, Job>();
  readonly #refused = new RefusedStatements();
  readonly #replacement: EngineReplacement;
  #isolationTimer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: DispatcherOptions) {
    const { settings, log } = options;
    this.#options = options;
    this.#queue = new JobQueue({
      maxRunning: settings.maxConcurrentQueries,
      maxWaiting: settings.maxQueuedQueries,
    });
    this.#replacement = new EngineReplacement({ queue: this.#queue, refused: this.#refused, log });
  }

  figures() {
    return {
      runningQueries: this.#jobs.size,
      waitingQueries: this.#queue.waiting,
      engineReplacements: this.#replacement.counts,
    };
  }

  /** Resolves when the engine has answered it. Rejects with query_refused, too_many_requests, or as the query fails. */
  async run(request: AnswerRequest): Promise<QueryAnswer> {
    assertSqlLength(request.sql);
    this.#refused.check(statementKey(request));
    const { queryTimeoutMs } = this.#options.settings;
    const job = new Job(request, effectiveTimeoutMs(queryTimeoutMs, request.timeoutMs));
    this.#queue.add(job);
    this.startNext();
    this.#queue.rejectAboveShare(job);
    const abandon = () => this.#abandon(job);
    request.signal?.addEventListener('abort', abandon, { once: true });
    if (request.signal?.aborted) abandon();
    try {
      return await job.promise;
    } finally {
      request.signal?.removeEventListener('abort', abandon);
    }
  }

  /** Starts as many as may run now. */
  startNext(): void {
    const { supervisor } = this.#options;
    while (supervisor.isReady && !this.#isStopped) {
      const job = this.#queue.next();
      if (job === null) break;
      this.#start(job);
    }
    supervisor.setBusy('queries', this.#jobs.size > 0);
    this.#options.onTurn();
  }

  /** A query runs with nothing beside it, or is to. */
  get isIsolating(): boolean {
    return this.#queue.isIsolating;
  }

  onAnswer(message: Extract<FromEngine, { type: 'answer' }>): void {
    const { type: _type, id: _id, ...held } = message;
    const answer = this.#options.held.accept(held);
    const job = this.#jobs.get(message.id);
    if (job === undefined || job.isAbandoned) void answer.close();
    else job.resolve(answer);
    if (job === undefined) return;
    this.#refused.forget(statementKey(job.request));
    this.#end(job);
  }

  onStreaming({ id, rows }: Extract<FromEngine, { type: 'begun' }>): void {
    this.#jobs.get(id)?.startStreaming(rows);
  }

  onError(error: PathqlError, id: number): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    const isShared = error.code === 'out_of_memory' && this.#jobs.size > 1;
    if (isShared && job.mayRetryAlone) {
      this.#retryAlone(job);
      return;
    }
    job.reject(isShared ? sharedMemoryError(error) : error);
    this.#end(job);
  }

  /** The engine is broken. The query that broke it says so itself, others only found it so. */
  onBroken(error: PathqlError, id: number): void {
    const job = error.code === 'engine_failed' ? this.#jobs.get(id) : undefined;
    this.#replacement.announce(job ?? null, error.cause);
    this.#options.supervisor.replace('failed');
  }

  /** The engine has ended: those that ran get an error or run again. Gives whether it is clear why. */
  onEnd(end: EngineEnd, otherWork: OtherWork): boolean {
    this.#jobs.clear();
    return this.#replacement.settle(end, otherWork);
  }

  rejectWaiting(error: PathqlError): void {
    for (const job of this.#queue.takeWaiting()) job.reject(error);
  }

  /** Nothing starts any more. */
  stop(error: PathqlError): void {
    this.#isStopped = true;
    clearTimeout(this.#isolationTimer);
    this.rejectWaiting(error);
  }

  rejectRunning(error: PathqlError): void {
    for (const job of this.#queue.takeRunning()) job.reject(error);
  }

  #start(job: Job): void {
    const { id, request, timeoutMs } = job;
    const { sql, layout, parameters, inputFormat, knownVersions, workingFolderOnly } = request;
    this.#jobs.set(id, job);
    const asked = { sql, layout, parameters, inputFormat, knownVersions, workingFolderOnly };
    const reportsFirstRows = request.onBegin !== undefined;
    this.#options.supervisor.send({ type: 'run', id, timeoutMs, reportsFirstRows, ...asked });
    request.onStart?.();
    if (timeoutMs > 0) job.setTimer(timeoutMs, () => this.#onTimeout(job));
    if (this.#queue.isIsolated(job)) this.#limitIsolation(job);
  }

  #onTimeout(job: Job): void {
    job.hasTimedOut = true;
    job.setTimer(cancelGraceMs(this.#options.settings), () => this.#replaceFor(job));
  }

  #limitIsolation(job: Job): void {
    clearTimeout(this.#isolationTimer);
    const end = () => {
      this.#queue.endIsolation(job);
      this.startNext();
    };
    this.#isolationTimer = setTimeout(end, isolationMs(job)).unref();
  }

  /** Another one may have had the memory. Those that run on are not waited for long. */
  #retryAlone(job: Job): void {
    job.wasRetriedAlone = true;
    job.clearTimer();
    this.#jobs.delete(job.id);
    this.#queue.remove(job);
    this.#queue.addRetries([job]);
    const run = () => {
      this.#queue.stopWaitingForOthers();
      this.startNext();
    };
    setTimeout(run, maxMemoryWaitMs).unref();
    this.startNext();
  }

  #abandon(job: Job): void {
    job.abandon();
    if (this.#jobs.has(job.id)) {
      this.#options.supervisor.send({ type: 'cancel', id: job.id });
      job.setTimer(cancelGraceMs(this.#options.settings), () => this.#replaceFor(job));
    } else this.#end(job);
  }

  /** It could not be stopped. While the engine does not react, another query may be the reason. */
  #replaceFor(job: Job): void {
    const { supervisor } = this.#options;
    if (supervisor.isResponsive) {
      this.#replacement.announce(job);
      supervisor.replace('unstoppable');
    } else supervisor.replace('unresponsive');
  }

  #end(job: Job): void {
    job.clearTimer();
    this.#jobs.delete(job.id);
    this.#queue.remove(job);
    this.startNext();
  }
}
