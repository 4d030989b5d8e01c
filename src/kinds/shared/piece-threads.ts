// Lends threads that scan pieces of files. Those that are idle do not keep the process alive.
import { Worker } from 'node:worker_threads';
import type { PieceReply } from './answer-pieces.ts';

const maxIdle = 4;

export class PieceThreads<Piece, Found> {
  readonly #code: string;
  readonly #data: () => unknown;
  readonly #idle: Worker[] = [];

  /** `code`: a program that calls `answerPieces`. `data`: what it finds as its `workerData`. */
  constructor(code: string, data: () => unknown = () => null) {
    this.#code = code;
    this.#data = data;
  }

  /** Has so many threads ready. */
  start(count: number): void {
    while (this.#idle.length < Math.min(count, maxIdle)) {
      const worker = this.#newWorker();
      worker.unref();
      this.#idle.push(worker);
    }
  }

  /** Null where it was stopped. Rejects with what the file system says. */
  async scan(piece: Piece): Promise<Found | null> {
    const worker = this.#idle.pop() ?? this.#newWorker();
    worker.ref();
    try {
      const reply = await this.#replyOf(worker, piece);
      if (this.#idle.length < maxIdle) {
        worker.unref();
        this.#idle.push(worker);
      } else await worker.terminate();
      if ('error' in reply) throw reply.error;
      return reply.found;
    } catch (error) {
      if (!this.#idle.includes(worker)) await worker.terminate();
      throw error;
    }
  }

  #newWorker(): Worker {
    return new Worker(this.#code, { eval: true, workerData: this.#data() });
  }

  #replyOf(worker: Worker, piece: Piece): Promise<PieceReply<Found>> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        worker.off('message', take).off('error', fail).off('exit', end);
      };
      const take = (reply: PieceReply<Found>) => {
        forget();
        resolve(reply);
      };
      const fail = (error: Error) => {
        forget();
        reject(error);
      };
      const end = () => fail(new Error('A thread that scans a file ended'));
      worker.on('message', take).on('error', fail).on('exit', end);
      worker.postMessage(piece);
    });
  }
}
