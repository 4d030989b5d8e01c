// Bounds the memory of responses that their clients do not read: beyond it, the connection that has waited longest is cut.
import type { ServerResponse } from 'node:http';

const maxUnsentBytes = 32 * 2 ** 20;

/** As little as its connection takes anyway. */
const smallBytes = 16 * 1024;

export class UnsentResponses {
  /** The oldest first. A client that reads is soon gone from here: small bodies are sent at once, rows in a file chunk by chunk. */
  readonly #sizes = new Map<ServerResponse, number>();
  #bytes = 0;

  add(response: ServerResponse, bytes: number): void {
    if (bytes <= smallBytes) return;
    this.#sizes.set(response, bytes);
    this.#bytes += bytes;
    response.once('close', () => this.#remove(response));
    for (const oldest of this.#sizes.keys()) {
      if (this.#bytes <= maxUnsentBytes || oldest === response) break;
      this.#remove(oldest);
      oldest.destroy();
    }
  }

  #remove(response: ServerResponse): void {
    this.#bytes -= this.#sizes.get(response) ?? 0;
    this.#sizes.delete(response);
  }
}
