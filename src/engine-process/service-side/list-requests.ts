// Keeps requests for lists of files until the engine has answered them, over a replacement of it too.
import { engineFailedMessage, PathqlError } from '../../errors.ts';
import type { FileList, FileListRequest } from '../../query.ts';
import { waitFor } from '../../wait-for.ts';
import type { ToEngine } from '../messages.ts';

interface ListRequest {
  readonly under: string | null;
  readonly resolve: (list: FileList) => void;
  readonly reject: (error: PathqlError) => void;
  /** To how many engines it was sent. */
  tries: number;
}

const maxTries = 2;

export class ListRequests {
  readonly #send: (message: ToEngine) => void;
  /** By the id of their message; negative, so that no query has the same. */
  readonly #open = new Map<number, ListRequest>();
  #lastId = 0;

  constructor(send: (message: ToEngine) => void) {
    this.#send = send;
  }

  /** Sends the request now if the engine takes one, else with the next `sendAll`. */
  async list({ under = null, signal }: ListOptions, isReady: boolean): Promise<FileList> {
    const id = --this.#lastId;
    const listed = new Promise<FileList>((resolve, reject) => {
      this.#open.set(id, { under, resolve, reject, tries: 0 });
    });
    if (isReady) this.#sendOne(id);
    const cancelled = new AbortController();
    signal?.addEventListener('abort', () => cancelled.abort(left()), { once: true });
    if (signal?.aborted) cancelled.abort(left());
    try {
      return await waitFor(listed, cancelled.signal);
    } finally {
      if (cancelled.signal.aborted) this.#send({ type: 'cancel', id });
      this.#open.delete(id);
    }
  }

  resolve(id: number, list: FileList): void {
    this.#open.get(id)?.resolve(list);
  }

  reject(id: number, error: PathqlError): void {
    this.#open.get(id)?.reject(error);
  }

  /** To a new engine. */
  sendAll(): void {
    for (const id of this.#open.keys()) this.#sendOne(id);
  }

  rejectAll(error: PathqlError): void {
    for (const request of this.#open.values()) request.reject(error);
  }

  #sendOne(id: number): void {
    const request = this.#open.get(id);
    if (request === undefined) return;
    request.tries += 1;
    if (request.tries > maxTries) {
      request.reject(new PathqlError('engine_failed', engineFailedMessage));
      return;
    }
    this.#send({ type: 'list', id, under: request.under });
  }
}

type ListOptions = Omit<FileListRequest, 'under'> & { readonly under?: string | null | undefined };

function left(): PathqlError {
  return new PathqlError('cancelled', 'The list of files was cancelled');
}
