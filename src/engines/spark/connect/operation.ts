// Runs one plan in a session. Its answer counts only when the server said that it is complete.
import { randomUUID } from 'node:crypto';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { caller } from './caller.ts';
import type { SparkChannel } from './channel.ts';
import type { ExecuteResponse, Relation, StageInfo } from './messages.ts';
import { methods, streamMethods } from './methods.ts';
import { OperationInterrupts } from './operation-interrupts.ts';
import { pauseBefore } from './reconnect.ts';

export interface Execution {
  readonly signal: AbortSignal;
  /** Bytes of an Arrow stream with the schema and one batch. The next is read when its promise resolves. */
  onBatch(bytes: Uint8Array): Promise<void> | void;
  onProgress?: ((stages: readonly StageInfo[]) => void) | undefined;
  /** The signal was aborted, and the server did not end the answer in time. */
  onUnended?: () => void;
}

/** As Spark Connect numbers what is interrupted: all of a session, a tag, one operation. */
const interruptOperation = 3;

export interface SessionIds {
  readonly sessionId: string;
  readonly clientObservedServerSideSessionId: string;
}

type StoppableExecution = Execution & {
  /** So long the answer may take to end once it is interrupted. */
  readonly mostInterruptMs: number;
};

/** Runs once. */
export class Operation {
  readonly #channel: SparkChannel;
  readonly #execution: StoppableExecution;
  readonly #request: Readonly<Record<string, unknown>>;
  #lastResponseId: string | undefined;
  #isComplete = false;
  #stream: ClientReadableStream<ExecuteResponse> | null = null;
  #parts: Uint8Array[] = [];
  #interrupts: OperationInterrupts | null = null;

  constructor(channel: SparkChannel, ids: SessionIds, execution: StoppableExecution) {
    this.#channel = channel;
    this.#execution = execution;
    this.#request = { ...ids, ...caller, operationId: randomUUID() };
  }

  async run(relation: Relation): Promise<void> {
    const { signal } = this.#execution;
    const interruptOnAbort = () => this.#interrupt();
    signal.addEventListener('abort', interruptOnAbort, { once: true });
    try {
      await this.#readAll(relation);
    } finally {
      signal.removeEventListener('abort', interruptOnAbort);
      this.#interrupts?.stop();
      const released = this.#release();
      // The end of its session, which follows, does the same.
      if (!signal.aborted) await released;
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
        await pauseBefore(losses, error);
        losses += 1;
      }
      this.#execution.signal.throwIfAborted();
      stream = this.#reattach();
    }
  }

  #start(relation: Relation): ClientReadableStream<ExecuteResponse> {
    const requestOptions = [
      { reattachOptions: { reattachable: true } },
      { resultChunkingOptions: { allowArrowBatchChunking: true } },
    ];
    const request = { ...this.#request, plan: { root: relation }, requestOptions };
    return this.#channel.stream(streamMethods.execute, request);
  }

  #reattach(): ClientReadableStream<ExecuteResponse> {
    const lastResponseId = this.#lastResponseId;
    const request = { ...this.#request, ...(lastResponseId !== undefined && { lastResponseId }) };
    return this.#channel.stream(streamMethods.reattach, request);
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
      if ((executionProgress.numInflightTasks ?? 0) > 0) this.#interrupts?.onTasksRunning();
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

  #interrupt(): void {
    this.#interrupts = new OperationInterrupts({
      mostMs: this.#execution.mostInterruptMs,
      interrupt: () => {
        const request = { ...this.#request, interruptType: interruptOperation };
        this.#channel.call(methods.interrupt, request).catch(() => undefined);
      },
      giveUp: () => {
        this.#execution.onUnended?.();
        this.#stream?.cancel();
      },
    });
  }

  /** Lets the server forget what it kept of the answer for a lost connection. */
  async #release(): Promise<void> {
    const request = { ...this.#request, releaseAll: {} };
    await this.#channel.call(methods.releaseExecute, request).catch(() => undefined);
  }
}
