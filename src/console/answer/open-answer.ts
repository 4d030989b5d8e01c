// Asks a query and resolves when its answer begins.
import { type AskedQuery, withToken } from '../query-server.ts';
import type { WorkerReply } from './answer-messages.ts';
import { AnswerWorker } from './answer-worker-port.ts';
import { PagedAnswer } from './paged-answer.ts';

/** Rejects with what the server said. Aborting the signal before that ends the query on the server. */
export function openAnswer(query: AskedQuery, signal: AbortSignal): Promise<PagedAnswer> {
  return withToken(async (token) => {
    const worker = new AnswerWorker();
    const begun = await firstReply(worker, signal, () => {
      const baseUrl = new URL('.', document.baseURI).href;
      worker.send({ kind: 'ask', query, baseUrl, token });
    });
    if (begun.kind === 'begun') return new PagedAnswer(worker, query, begun);
    worker.close();
    throw new AnswerFault(begun);
  });
}

type FirstReply = Extract<WorkerReply, { kind: 'begun' | 'failed' }>;

function firstReply(
  worker: AnswerWorker,
  signal: AbortSignal,
  ask: () => void,
): Promise<FirstReply> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      worker.close();
      reject(signal.reason);
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    worker.onReply = (message) => {
      if (message.kind !== 'begun' && message.kind !== 'failed') return;
      signal.removeEventListener('abort', onAbort);
      resolve(message);
    };
    ask();
  });
}

class AnswerFault extends Error {
  /** Of HTTP; undefined when none came. */
  readonly status: number | undefined;

  constructor({ message, status }: Extract<FirstReply, { kind: 'failed' }>) {
    super(message);
    this.status = status;
  }
}
