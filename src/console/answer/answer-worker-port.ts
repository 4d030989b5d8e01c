// Starts the worker of an answer and speaks with it. One waits in advance, so that a query does not.
import type { WorkerReply, WorkerRequest } from './answer-messages.ts';

let spare: Worker | undefined;

export function prepareWorker(): void {
  spare ??= newWorker();
}

export class AnswerWorker {
  readonly #worker: Worker;
  onReply: (reply: WorkerReply) => void = () => {};

  constructor() {
    this.#worker = spare ?? newWorker();
    spare = undefined;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) =>
      this.onReply(data),
    );
    this.#worker.addEventListener('error', ({ message }) => {
      this.onReply({ kind: 'failed', message: message || cannotLoad, status: undefined });
    });
  }

  send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  /** Ends its request, too, by which the server stops the query. */
  close(): void {
    this.#worker.terminate();
  }
}

const cannotLoad = 'A part of the page cannot be loaded. Reload the page';

function newWorker(): Worker {
  return new Worker(new URL('./answer-worker.ts', import.meta.url), { type: 'module' });
}
