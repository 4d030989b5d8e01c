// Keeps one engine process running: opens it, watches its memory and its reactions, starts the next one.
import { PathqlError } from '../../errors.ts';
import type { ReplacementReason } from '../../query.ts';
import type { Settings } from '../../settings/settings.ts';
import { createInnerFolder, type WorkFolder } from '../../spool/work-folder.ts';
import { type FromEngine, fromSentError, type SentError, type ToEngine } from '../messages.ts';
import type { EngineChild, StartEngineChild } from './engine-child.ts';

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
  readonly how: string;
}

export interface SupervisorOptions {
  readonly start: StartEngineChild;
  readonly settings: Settings;
  readonly folder: WorkFolder;
  readonly events: SupervisorEvents;
}

/**
 * Resident bytes beyond MEMORY_LIMIT at which the engine is replaced. An idle one takes some 120 MB; what queries hold
 * beyond what the engine counts should fit into the rest.
 */
export const memoryMarginBytes = 300e6;

/** An engine can take gigabytes in a second. */
const busyWatchMs = 25;
const idleWatchMs = 500;

const pingEveryMs = 1_000;
/** Reading the text of a long query keeps the engine from reacting for a while. */
const maxMissedPings = 10;

/** What a stopping engine gets beyond the time its queries get. */
const killAfterMs = 700;

const firstPauseMs = 100;
const longestPauseMs = 5_000;

type State = 'starting' | 'ready' | 'ending' | 'closed';

export class EngineSupervisor {
  readonly #options: SupervisorOptions;
  #state: State = 'starting';
  #child: EngineChild | null = null;
  #reason: ReplacementReason | null = null;
  #isBusy = false;
  #missedPings = 0;
  #startCount = 0;
  #failedStarts = 0;
  #startError: PathqlError | null = null;
  #memoryTimer: NodeJS.Timeout | undefined;
  #pingTimer: NodeJS.Timeout | undefined;
  #onFirstStart: { resolve(): void; reject(error: PathqlError): void } | null = null;
  #onClosed: (() => void) | null = null;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#state === 'ready';
  }

  /** It has answered the last ping, or has had little time for it. */
  get isReacting(): boolean {
    return this.#missedPings <= 1;
  }

  get residentBytes(): number {
    return this.#child?.residentBytes() ?? 0;
  }

  /** Resolves when the first engine takes queries; rejects when it cannot be opened. */
  async open(): Promise<void> {
    const opened = new Promise<void>((resolve, reject) => {
      this.#onFirstStart = { resolve, reject };
    });
    await this.#start();
    await opened;
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

  /** Queries run or none does: the memory is looked at more or less often. */
  setBusy(isBusy: boolean): void {
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    this.#watchMemory();
  }

  /** Asks the engine to end within `graceMs`, then ends it. */
  async close(graceMs: number): Promise<void> {
    const child = this.#child;
    const wasReady = this.#state === 'ready';
    this.#state = 'closed';
    this.#stopWatching();
    if (child === null) return;
    const ended = new Promise<void>((resolve) => {
      this.#onClosed = resolve;
    });
    if (!wasReady) child.kill();
    else child.send({ type: 'close', graceMs });
    const timer = setTimeout(() => child.kill(), graceMs + killAfterMs);
    await ended;
    clearTimeout(timer);
  }

  async #start(): Promise<void> {
    const { start, settings, folder } = this.#options;
    this.#state = 'starting';
    this.#reason = null;
    this.#startError = null;
    this.#missedPings = 0;
    this.#startCount += 1;
    const inner = await createInnerFolder(folder, `engine-${this.#startCount}`);
    if (this.#isClosed) return inner.remove();
    const { path, spool, spill, cache } = inner;
    this.#child = start({
      onMessage: (message) => this.#take(message),
      onExit: (how) => void this.#onExit(how).finally(() => inner.remove()),
    });
    this.#child.send({ type: 'open', settings, folder: { path, spool, spill, cache } });
  }

  get #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #take(message: FromEngine): void {
    if (message.type === 'pong') this.#missedPings = 0;
    if (message.type === 'opened') this.#onOpened();
    else if (message.type === 'closed') this.#child?.kill();
    else if (message.type === 'error' && message.id === null) this.#onOpenError(message.error);
    else this.#options.events.onMessage(message);
  }

  #onOpenError(error: SentError): void {
    this.#startError = fromSentError(error);
    this.#child?.kill();
  }

  #onOpened(): void {
    if (this.#isClosed) return;
    this.#state = 'ready';
    this.#failedStarts = 0;
    this.#onFirstStart?.resolve();
    this.#onFirstStart = null;
    this.#watchMemory();
    this.#pingTimer = setInterval(() => this.#ping(), pingEveryMs);
    this.#options.events.onReady();
  }

  async #onExit(how: string): Promise<void> {
    const hadStarted = this.#state !== 'starting';
    this.#child = null;
    this.#stopWatching();
    if (this.#isClosed) return this.#onClosed?.();
    this.#state = 'starting';
    if (hadStarted) await this.#options.events.onEnd({ reason: this.#reason ?? 'crash', how });
    else await this.#failStart(how);
    if (!this.#isClosed) await this.#start();
  }

  /** The first start is the caller's to repeat; later ones are repeated here, after longer and longer pauses. */
  async #failStart(how: string): Promise<void> {
    const message = `The engine process did not start: ${how}`;
    const error = this.#startError ?? new PathqlError('internal', message);
    if (this.#onFirstStart !== null) {
      this.#state = 'closed';
      return this.#onFirstStart.reject(error);
    }
    this.#options.events.onFailedStart(error);
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#failedStarts);
    this.#failedStarts += 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
  }

  #watchMemory(): void {
    clearInterval(this.#memoryTimer);
    if (!this.isReady) return;
    const limitBytes = this.#options.settings.memoryLimitBytes + memoryMarginBytes;
    const look = () => {
      if (this.residentBytes > limitBytes) this.replace('memory');
    };
    this.#memoryTimer = setInterval(look, this.#isBusy ? busyWatchMs : idleWatchMs);
  }

  #ping(): void {
    this.#missedPings += 1;
    if (this.#missedPings > maxMissedPings) this.replace('unresponsive');
    else this.send({ type: 'ping' });
  }

  #stopWatching(): void {
    clearInterval(this.#memoryTimer);
    clearInterval(this.#pingTimer);
  }
}
