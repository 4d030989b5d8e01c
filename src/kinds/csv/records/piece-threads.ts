// Lends threads that scan pieces of files. Those that are idle do not keep the process alive.
import { Worker } from 'node:worker_threads';
import { code } from './piece-worker.generated.ts';
import type { PieceReply } from './piece-worker.ts';
import type { Piece, PieceFindings } from './scan-piece.ts';

const idle: Worker[] = [];
const maxIdle = 4;

/** Null where it was stopped. Rejects with what the file system says. */
export async function scanInThread(piece: Piece): Promise<PieceFindings | null> {
  const worker = idle.pop() ?? new Worker(code, { eval: true });
  worker.ref();
  try {
    const reply = await replyOf(worker, piece);
    if (idle.length < maxIdle) {
      worker.unref();
      idle.push(worker);
    } else await worker.terminate();
    if ('error' in reply) throw reply.error;
    return reply.found;
  } catch (error) {
    if (!idle.includes(worker)) await worker.terminate();
    throw error;
  }
}

function replyOf(worker: Worker, piece: Piece): Promise<PieceReply> {
  return new Promise((resolve, reject) => {
    const forget = () => {
      worker.off('message', take).off('error', fail).off('exit', end);
    };
    const take = (reply: PieceReply) => {
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
