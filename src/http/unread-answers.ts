// Bounds the memory of answers that their clients do not read: beyond it, the connection that has waited longest is cut.
import type { ServerResponse } from 'node:http';

const maxUnreadBytes = 32 * 2 ** 20;

/** As little as its connection takes anyway. */
const smallBytes = 16 * 1024;

export class UnreadAnswers {
  /** The oldest first. Who reads is soon gone from here: what is small is sent at once, rows in a file are sent in parts. */
  readonly #sizes = new Map<ServerResponse, number>();
  #bytes = 0;

  add(response: ServerResponse, bytes: number): void {
    if (bytes <= smallBytes) return;
    this.#sizes.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    for (const oldest of this.#sizes.keys()) {
      if (this.#bytes <= maxUnreadBytes || oldest === response) break;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #remove(response: ServerResponse): void {
    this.#bytes -= this.#sizes.get(response) ?? 0;
    this.#sizes.delete(response);
  }
}
