// Reads the body of a request, within a memory budget for the bodies of all requests together.
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { fairShare } from '../concurrency/fair-share.ts';
import { giveWay } from '../concurrency/thread-turns.ts';
import { PathqlError } from '../errors.ts';

/** Room for bodies of everyday size from many clients; three of the largest from one. */
const leastTotalBytes = 64 * 2 ** 20;

/** Counts the bytes of bodies from their arrival until their requests are answered. */
export class BodyMemoryBudget {
  readonly maxBodyBytes: number;
  readonly #totalBytes: number;
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(maxBodyBytes: number) {
    this.maxBodyBytes = maxBodyBytes;
    this.#totalBytes = Math.max(leastTotalBytes, 2 * maxBodyBytes);
  }

  /** Throws too_many_requests when the client has taken its share. */
  reserve(client: string, bytes: number): void {
    const own = this.#bytesOf.get(client) ?? 0;
    const share = fairShare(this.#totalBytes, this.#bytes - own);
    if (own + bytes > share) {
      const message = `Too many large requests at a time: the bodies of yours take ${own} bytes, and ${share} are free for them now. Ask again when some of yours are answered`;
      throw new PathqlError('too_many_requests', message);
    }
    this.#bytesOf.set(client, own + bytes);
    this.#bytes += bytes;
  }

  release(client: string, bytes: number): void {
    const left = (this.#bytesOf.get(client) ?? 0) - bytes;
    if (left > 0) this.#bytesOf.set(client, left);
    else this.#bytesOf.delete(client);
    this.#bytes -= bytes;
  }
}

/** Drains what it refuses, so that a client that still writes gets its answer. */
export async function readBody(
  { headers, notes }: FastifyRequest,
  payload: Readable,
  memory: BodyMemoryBudget,
): Promise<Buffer> {
  const { maxBodyBytes } = memory;
  try {
    const announced = Number(headers['content-length'] ?? maxBodyBytes);
    if (announced > maxBodyBytes) throw tooLarge(maxBodyBytes);
    const body = new GrowingBody(announced, (bytes) => {
      memory.reserve(notes.client, bytes);
      notes.bodyBytes += bytes;
    });
    await collect(payload, (chunk) => {
      if (body.length + chunk.length > maxBodyBytes) throw tooLarge(maxBodyBytes);
      body.add(chunk);
    });
    await giveWayAfter(body.length);
    return body.bytes;
  } catch (error) {
    payload.resume();
    throw error;
  }
}

/** Smaller ones are over in a moment. */
const largeBytes = 1_000_000;
const bytesReadInMs = 150_000;

/** The thread was busy with a large body: others have their turn before it is looked at. */
async function giveWayAfter(bytes: number): Promise<void> {
  if (bytes > largeBytes) await giveWay(bytes / bytesReadInMs);
}

/** One buffer for all chunks: as a buffer of its own, a chunk of one byte would take hundreds. */
class GrowingBody {
  readonly #maxBytes: number;
  readonly #beforeGrowth: (bytes: number) => void;
  #buffer = Buffer.alloc(0);
  length = 0;

  constructor(maxBytes: number, beforeGrowth: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#beforeGrowth = beforeGrowth;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  add(chunk: Buffer): void {
    const needed = this.length + chunk.length;
    if (needed > this.#buffer.length) this.#grow(needed);
    chunk.copy(this.#buffer, this.length);
    this.length = needed;
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, Math.min(2 * this.#buffer.length, this.#maxBytes));
    this.#beforeGrowth(capacity - this.#buffer.length);
    const grown = Buffer.allocUnsafe(capacity);
    this.#buffer.copy(grown, 0, 0, this.length);
    this.#buffer = grown;
  }
}

/** By events: an async iterator would end the connection when it is left. */
function collect(payload: Readable, add: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => () => {
      payload.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      act();
    };
    const onEnd = settle(resolve);
    const onBreak = settle(() => reject(brokenOff()));
    const onData = (chunk: Buffer) => {
      try {
        add(chunk);
      } catch (error) {
        settle(() => reject(error))();
      }
    };
    payload.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

function tooLarge(maxBodyBytes: number): PathqlError {
  const message = `Expected a body of at most ${maxBodyBytes} bytes (MAX_BODY_BYTES), got a larger one`;
  return new PathqlError('body_too_large', message);
}

function brokenOff(): PathqlError {
  return new PathqlError('request_invalid', 'Expected the whole body, but the connection ended');
}
