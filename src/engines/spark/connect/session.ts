// Opens and releases one session of a Spark Connect server, and runs plans in it.
import { randomUUID } from 'node:crypto';
import { waitFor } from '../../../concurrency/wait-for.ts';
import { caller } from './caller.ts';
import type { SparkChannel } from './channel.ts';
import type { Relation } from './messages.ts';
import { methods } from './methods.ts';
import { type Execution, Operation, type SessionIds } from './operation.ts';
import { afterPauses } from './reconnect.ts';
import { applySettings, type ConfigOperation, type Setting } from './session-settings.ts';

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
    const ids = await this.#ids(execution.signal);
    const mostInterruptMs = this.#mostInterruptMs;
    await new Operation(this.#channel, ids, { ...execution, mostInterruptMs }).run(relation);
  }

  /** Of all files that a relation reads, of those without a byte, too. Rejects as `execute`. */
  async inputFiles(relation: Relation, signal: AbortSignal): Promise<readonly string[]> {
    const ids = await this.#ids(signal);
    const request = { ...ids, ...caller, inputFiles: { plan: { root: relation } } };
    const asked = this.#channel.call<AnalyzeAnswer>(methods.analyze, request);
    return (await waitFor(asked, signal)).inputFiles?.files ?? [];
  }

  async #ids(signal: AbortSignal): Promise<SessionIds> {
    signal.throwIfAborted();
    this.#id ??= await afterPauses(() => this.#open(), signal);
    return { sessionId: this.#id, clientObservedServerSideSessionId: this.#serverSideId };
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
    await applySettings((operation) => this.#configure(sessionId, operation));
    return sessionId;
  }

  async #configure(sessionId: string, operation: ConfigOperation): Promise<readonly Setting[]> {
    const observed = this.#serverSideId !== '' && {
      clientObservedServerSideSessionId: this.#serverSideId,
    };
    const request = { ...caller, sessionId, ...observed, operation };
    const answer = await this.#channel.call<ConfigAnswer>(methods.config, request);
    this.#serverSideId = answer.serverSideSessionId ?? '';
    return answer.pairs ?? [];
  }
}

interface AnalyzeAnswer {
  readonly inputFiles?: { readonly files: readonly string[] };
}

interface ConfigAnswer {
  readonly serverSideSessionId?: string;
  readonly pairs?: readonly Setting[];
}
