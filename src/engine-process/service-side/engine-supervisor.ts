// Keeps one engine process running: opens it, ends it when it must be, and starts the next one.
import { PathqlError } from '../../errors.ts';
import type { ReplacementReason } from '../../query/engine-figures.ts';
import type { Settings } from '../../settings/settings.ts';
import { stopMarginMs } from '../../settings/stop-margin.ts';
import { createInnerFolder, type WorkFolder } from '../../spool/work-folder.ts';
import { type FromEngine, fromSentError, type SentError, type ToEngine } from '../messages.ts';
import type { EngineChild, EngineExit, StartEngineChild } from './engine-child.ts';
import { EngineWatch, type EngineWork } from './engine-watch.ts';
import { startError } from './start-error.ts';

export interface SupervisorEvents {
  /** The engine takes queries from now on. */
  onReady(): void;
  onMessage(message: FromEngine): void;
  /** The engine is gone. The next one starts when the promise resolves. */
  onEnd(end: EngineEnd): Promise<void>;
  /** The next engine could not be opened; there will be another try. */
  onFailedStart(error: PathqlError): void;
}

export interface EngineEnd {
  readonly reason: ReplacementReason;
  /** For the log: exit code or signal, and what the process wrote last. */
  readonly exit: string;
}

export interface SupervisorOptions {
  readonly start: StartEngineChild;
  readonly settings: Settings;
  readonly folder: WorkFolder;
  readonly events: SupervisorEvents;
  /** Digests of tables that no engine is to load from now on. */
  readonly refusedLoads: () => readonly string[];
}

/** An engine that is not open by then is a failed start. */
const startTimeoutMs = 30_000;

const firstPauseMs = 100;
const longestPauseMs = 5_000;

type State = 'starting' | 'ready' | 'ending' | 'closed';

export class EngineSupervisor {
  readonly #options: SupervisorOptions;
  readonly #watch: EngineWatch;
  #state: State = 'starting';
  #child: EngineChild | null = null;
  #reason: ReplacementReason | null = null;
  #startCount = 0;
  #failedStarts = 0;
  #failedStartsInRow = 0;
  #startError: PathqlError | null = null;
  #startTimer: NodeJS.Timeout | undefined;
  #onFirstStart: { resolve(): void; reject(error: PathqlError): void } | null = null;
  #onClosed: (() => void) | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { memoryLimitBytes } = options.settings;
    this.#watch = new EngineWatch({
      memoryLimitBytes,
      onFault: (reason) => this.replace(reason),
    });
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  get isResponsive(): boolean {
    return this.#watch.isResponsive;
  }

  get residentBytes(): number {
    return this.#child?.residentBytes() ?? 0;
  }

  get failedStarts(): number {
    return this.#failedStarts;
  }

  /** Since an engine was open last. */
  get failedStartsInRow(): number {
    return this.#failedStartsInRow;
  }

  /** Resolves when the first engine takes queries; rejects when it cannot be opened. */
  async open(): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => {
      this.#onFirstStart = { resolve, reject };
    });
    await Promise.all([opened, this.#start()]);
  }

  send(message: ToEngine): void {
    this.#child?.send(message);
  }

  /** Ends the engine at once; another one takes its place. */
  replace(reason: ReplacementReason): void {
    if (this.#state !== 'ready') return;
    this.#state = 'ending';
    this.#reason = reason;
    this.#child?.kill();
  }

  /** The engine does such work, or no longer does. */
  setBusy(work: EngineWork, isBusy: boolean): void {
    this.#watch.setBusy(work, isBusy);
  }

  /** Asks the engine to end within `graceMs`, then ends it. */
  async close(graceMs: number): Promise<void> {
    const child = this.#child;
    const wasReady = this.#state === 'ready';
    this.#state = 'closed';
    this.#watch.stop();
    if (child === null) return;
    const ended = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
    });
    if (!wasReady) child.kill();
    else child.send({ type: 'close', graceMs });
    const endMs = graceMs + stopMarginMs(this.#options.settings);
    const timer = setTimeout(() => child.kill(), endMs);
    await ended;
    clearTimeout(timer);
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  /** Never rejects: what fails is a failed start. */
  async #start(): Promise<void> {
    this.#state = 'starting';
    this.#reason = null;
    this.#startError = null;
    this.#startCount += 1;
    try {
      const { folder } = this.#options;
      const inner = await createInnerFolder(folder, `engine-${this.#startCount}`);
      if (this.#isClosed) await inner.remove();
      else this.#startChild(inner);
    } catch (cause) {
      const message = `The engine process did not start: ${cause}`;
      await this.#startAgain(new PathqlError('internal', message, { cause }));
    }
  }

  #startChild(inner: WorkFolder): void {
    const { start, settings, refusedLoads } = this.#options;
    const { path, spool, spill, cache } = inner;
    // What cannot be removed now goes with the folder round it.
    const removeFolder = () => inner.remove().catch(() => undefined);
    const child = start({
      onMessage: (message) => this.#take(message),
      onExit: (exit) => void this.#onExit(exit).finally(removeFolder),
    });
    this.#child = child;
    this.#startTimer = setTimeout(() => {
      const message = `The engine process was not ready after ${startTimeoutMs / 1_000} s`;
      this.#failStart(new PathqlError('internal', message));
    }, startTimeoutMs);
    const folder = { path, spool, spill, cache };
    child.send({ type: 'open', settings, folder, refusedLoads: refusedLoads() });
  }

  #take(message: FromEngine): void {
    if (message.type === 'pong') this.#watch.onPong();
    if (message.type === 'opened') this.#onOpened();
    else if (message.type === 'closed') this.#child?.kill();
    else if (message.type === 'error' && message.id === null) this.#onOpenError(message.error);
    else this.#options.events.onMessage(message);
  }

  #onOpenError(error: SentError): void {
    this.#failStart(fromSentError(error));
  }

  #failStart(error: PathqlError): void {
    this.#startError = error;
    this.#child?.kill();
  }

  #onOpened(): void {
    if (this.#isClosed || this.#child === null) return;
    clearTimeout(this.#startTimer);
    this.#state = 'ready';
    this.#failedStartsInRow = 0;
    this.#onFirstStart?.resolve();
    this.#onFirstStart = null;
    this.#watch.start(this.#child);
    this.#options.events.onReady();
  }

  async #onExit(exit: EngineExit): Promise<void> {
    const hadStarted = this.#state !== 'starting';
    clearTimeout(this.#startTimer);
    this.#child = null;
    this.#watch.stop();
    if (this.#isClosed) return this.#onClosed?.();
    if (!hadStarted) {
      const error = this.#startError ?? startError(exit, this.#options.settings);
      return this.#startAgain(error);
    }
    this.#state = 'starting';
    const reason = this.#reason ?? (exit.signal === 'SIGKILL' ? 'killed' : 'crash');
    await this.#options.events.onEnd({ reason, exit: exit.description });
    if (!this.#isClosed) await this.#start();
  }

  /** The first start is the caller's to repeat; later ones are repeated here, after longer and longer pauses. */
  async #startAgain(error: PathqlError): Promise<void> {
    if (this.#onFirstStart !== null) {
      this.#state = 'closed';
      return this.#onFirstStart.reject(error);
    }
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failedStartsInRow);
    this.#failedStarts += 1;
    this.#failedStartsInRow += 1;
    this.#options.events.onFailedStart(error);
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    if (!this.#isClosed) void this.#start();
  }
}
