// Runs plans in one session of a Spark Connect server. An answer counts only when the server said that it is complete.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { version } from '../../../version.ts';
import type { SparkChannel } from './channel.ts';
import { isConnectionLost } from './errors.ts';
import type { ExecuteResponse, Relation, StageInfo } from './messages.ts';

export interface Execution {
  readonly signal: AbortSignal;
  /** Bytes of an Arrow stream with the schema and one batch. The next is read when its promise resolves. */
  onBatch(bytes: Uint8Array): Promise<void> | void;
  onProgress?: ((stages: readonly StageInfo[]) => void) | undefined;
  /** The signal was aborted, and the server did not end the answer in time. */
  onUnended?: () => void;
}

export interface SessionOptions {
  /** What a session sets: `spark.sql.…`, so that the cluster's own settings change no answer. */
  readonly settings: Readonly<Record<string, string>>;
  /** So long an interrupted answer may take to end; then its connection is given up, and its session with it. */
  readonly mostInterruptMs: number;
}

const clientType = `pathql/${version}`;
const userContext = { userId: 'pathql' };
const interruptOperation = 3;
/**
 * An interrupt between planning and the start of a job ends the answer and not the job. So the first one waits until the
 * server tells of running tasks, which it does every two seconds, but not longer than this.
 */
const mostWaitForTasksMs = 3_000;
/** It is repeated until the answer ends. */
const interruptEveryMs = 200;
const reattachPausesMs = [50, 200, 1_000, 2_000, 4_000];

export class SparkSession {
  readonly #channel: SparkChannel;
  readonly #options: SessionOptions;
  #id: string | null = null;
  /** How the server calls it: a server that was started anew would make another one of the same id, without settings. */
  #serverSideId = '';

  constructor(channel: SparkChannel, options: SessionOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#id !== null;
  }

  /** Resolves when the answer is complete. Rejects with what gRPC gives, or with the reason of the signal. */
  async execute(relation: Relation, execution: Execution): Promise<void> {
    execution.signal.throwIfAborted();
    this.#id ??= await this.#open();
    const ids = { sessionId: this.#id, clientObservedServerSideSessionId: this.#serverSideId };
    const { mostInterruptMs } = this.#options;
    await new Operation(this.#channel, ids, { ...execution, mostInterruptMs }).run(relation);
  }

  async release(): Promise<void> {
    const sessionId = this.#id;
    this.#id = null;
    if (sessionId === null) return;
    const messages = { request: 'ReleaseSessionRequest', answer: 'Empty' };
    const request = { sessionId, userContext, clientType };
    await this.#channel.call('ReleaseSession', messages, request).catch(() => undefined);
  }

  async #open(): Promise<string> {
    const sessionId = randomUUID();
    const pairs = Object.entries(this.#options.settings).map(([key, value]) => ({ key, value }));
    const request = { sessionId, userContext, clientType, operation: { set: { pairs } } };
    const messages = { request: 'ConfigRequest', answer: 'ConfigResponse' };
    const answer = await this.#channel.call<ConfigAnswer>('Config', messages, request);
    this.#serverSideId = answer.serverSideSessionId ?? '';
    return sessionId;
  }
}

interface ConfigAnswer {
  readonly serverSideSessionId?: string;
}

interface SessionIds {
  readonly sessionId: string;
  readonly clientObservedServerSideSessionId: string;
}

type StoppableExecution = Execution & Pick<SessionOptions, 'mostInterruptMs'>;

class Operation {
  readonly #channel: SparkChannel;
  readonly #execution: StoppableExecution;
  readonly #request: Readonly<Record<string, unknown>>;
  #lastResponseId: string | undefined;
  #isComplete = false;
  #stream: ClientReadableStream<ExecuteResponse> | null = null;
  #parts: Uint8Array[] = [];
  #onTasksRunning: () => void = () => undefined;

  constructor(channel: SparkChannel, ids: SessionIds, execution: StoppableExecution) {
    this.#channel = channel;
    this.#execution = execution;
    this.#request = { ...ids, userContext, clientType, operationId: randomUUID() };
  }

  async run(relation: Relation): Promise<void> {
    const stopInterrupting = this.#interruptOnAbort();
    try {
      await this.#readAll(relation);
    } finally {
      stopInterrupting();
      await this.#release();
    }
  }

  /** The server ends a long stream now and then, and asks to be called again for the rest. */
  async #readAll(relation: Relation): Promise<void> {
    let stream = this.#start(relation);
    for (let losses = 0; ; ) {
      try {
        await this.#read(stream);
        if (this.#isComplete) return;
        losses = 0;
      } catch (error) {
        const pauseMs = reattachPausesMs[losses];
        if (!isConnectionLost(error) || pauseMs === undefined) throw error;
        losses += 1;
        await setTimeout(pauseMs);
      }
      this.#execution.signal.throwIfAborted();
      stream = this.#reattach();
    }
  }

  #start(relation: Relation): ClientReadableStream<ExecuteResponse> {
    const messages = { request: 'ExecutePlanRequest', answer: 'ExecutePlanResponse' };
    const requestOptions = [
      { reattachOptions: { reattachable: true } },
      { resultChunkingOptions: { allowArrowBatchChunking: true } },
    ];
    const request = { ...this.#request, plan: { root: relation }, requestOptions };
    return this.#channel.stream('ExecutePlan', messages, request);
  }

  #reattach(): ClientReadableStream<ExecuteResponse> {
    const messages = { request: 'ReattachExecuteRequest', answer: 'ExecutePlanResponse' };
    const lastResponseId = this.#lastResponseId;
    const request = { ...this.#request, ...(lastResponseId !== undefined && { lastResponseId }) };
    return this.#channel.stream('ReattachExecute', messages, request);
  }

  async #read(stream: ClientReadableStream<ExecuteResponse>): Promise<void> {
    this.#stream = stream;
    try {
      for await (const response of stream as AsyncIterable<ExecuteResponse>) {
        await this.#take(response);
        this.#lastResponseId = response.responseId ?? this.#lastResponseId;
      }
    } finally {
      stream.cancel();
    }
  }

  async #take({ arrowBatch, executionProgress, resultComplete }: ExecuteResponse): Promise<void> {
    if (executionProgress !== undefined) {
      this.#execution.onProgress?.(executionProgress.stages);
      if ((executionProgress.numInflightTasks ?? 0) > 0) this.#onTasksRunning();
    }
    if (resultComplete !== undefined) this.#isComplete = true;
    if (arrowBatch?.data === undefined) return;
    const { data, chunkIndex = 0, numChunksInBatch = 1 } = arrowBatch;
    if (chunkIndex !== this.#parts.length) throw new Error('A part of a batch is missing');
    this.#parts.push(data);
    if (this.#parts.length < numChunksInBatch) return;
    const bytes = this.#parts.length === 1 ? data : Buffer.concat(this.#parts);
    this.#parts = [];
    await this.#execution.onBatch(bytes);
  }

  #interruptOnAbort(): () => void {
    const { signal } = this.#execution;
    const messages = { request: 'InterruptRequest', answer: 'Empty' };
    let timer: NodeJS.Timeout | undefined;
    let firstTimer: NodeJS.Timeout | undefined;
    let lastTimer: NodeJS.Timeout | undefined;
    const interrupt = () => {
      const request = { ...this.#request, interruptType: interruptOperation };
      this.#channel.call('Interrupt', messages, request).catch(() => undefined);
    };
    const interruptOften = () => {
      clearTimeout(firstTimer);
      this.#onTasksRunning = () => undefined;
      interrupt();
      timer = setInterval(interrupt, interruptEveryMs);
    };
    const begin = () => {
      this.#onTasksRunning = interruptOften;
      firstTimer = globalThis.setTimeout(interruptOften, mostWaitForTasksMs);
      lastTimer = globalThis.setTimeout(() => {
        this.#execution.onUnended?.();
        this.#stream?.cancel();
      }, this.#execution.mostInterruptMs);
    };
    signal.addEventListener('abort', begin, { once: true });
    return () => {
      signal.removeEventListener('abort', begin);
      clearInterval(timer);
      clearTimeout(firstTimer);
      clearTimeout(lastTimer);
    };
  }

  /** Lets the server forget what it kept of the answer for a lost connection. */
  async #release(): Promise<void> {
    const messages = { request: 'ReleaseExecuteRequest', answer: 'Empty' };
    const request = { ...this.#request, releaseAll: {} };
    await this.#channel.call('ReleaseExecute', messages, request).catch(() => undefined);
  }
}
