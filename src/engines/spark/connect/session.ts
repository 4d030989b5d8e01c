// Opens and releases one session of a Spark Connect server, and runs plans in it.
import { randomUUID } from 'node:crypto';
import { caller } from './caller.ts';
import type { SparkChannel } from './channel.ts';
import type { Relation } from './messages.ts';
import { methods } from './methods.ts';
import { type Execution, Operation } from './operation.ts';
import { applySettings, type Setting } from './session-settings.ts';

export class SparkSession {
  readonly #channel: SparkChannel;
  /** So long an interrupted answer may take to end; then its connection is given up, and its session with it. */
  readonly #mostInterruptMs: number;
  #id: string | null = null;
  /** How the server calls it: a server that was started anew would make another one of the same id, without settings. */
  #serverSideId = '';

  constructor(channel: SparkChannel, mostInterruptMs: number) {
    this.#channel = channel;
    this.#mostInterruptMs = mostInterruptMs;
  }

  get isOpen(): boolean {
    return this.#id !== null;
  }

  /** Resolves when the answer is complete. Rejects with what gRPC gives, or with the reason of the signal. */
  async execute(relation: Relation, execution: Execution): Promise<void> {
    execution.signal.throwIfAborted();
    this.#id ??= await this.#open();
    const ids = { sessionId: this.#id, clientObservedServerSideSessionId: this.#serverSideId };
    const mostInterruptMs = this.#mostInterruptMs;
    await new Operation(this.#channel, ids, { ...execution, mostInterruptMs }).run(relation);
  }

  async release(): Promise<void> {
    const sessionId = this.#id;
    this.#id = null;
    if (sessionId === null) return;
    const request = { ...caller, sessionId };
    await this.#channel.call(methods.releaseSession, request).catch(() => undefined);
  }

  async #open(): Promise<string> {
    const sessionId = randomUUID();
    this.#serverSideId = '';
    await applySettings(async (operation) => {
      const observed = this.#serverSideId !== '' && {
        clientObservedServerSideSessionId: this.#serverSideId,
      };
      const request = { ...caller, sessionId, ...observed, operation };
      const answer = await this.#channel.call<ConfigAnswer>(methods.config, request);
      this.#serverSideId = answer.serverSideSessionId ?? '';
      return answer.pairs ?? [];
    });
    return sessionId;
  }
}

interface ConfigAnswer {
  readonly serverSideSessionId?: string;
  readonly pairs?: readonly Setting[];
}
