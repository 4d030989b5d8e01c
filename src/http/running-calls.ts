// Finds the running call that an assistant cancels: by a request of its own, as older revisions of the protocol have it.

/** `client`: who asks; `session`: the header Mcp-Session-Id; `id`: of the call in that session. */
export interface CallName {
  readonly client: string;
  readonly session: string;
  readonly id: string | number;
}

export class RunningCalls {
  readonly #running = new Map<string, AbortController>();

  /** The signal is aborted when the call is cancelled. To be ended when it is answered. */
  begin(name: CallName): { readonly signal: AbortSignal; end(): void } {
    const key = keyOf(name);
    const controller = new AbortController();
    this.#running.set(key, controller);
    const end = () => {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    };
    return { signal: controller.signal, end };
  }

  cancel(name: CallName): void {
    this.#running.get(keyOf(name))?.abort();
  }
}

function keyOf({ client, session, id }: CallName): string {
  return JSON.stringify([client, session, id]);
}
