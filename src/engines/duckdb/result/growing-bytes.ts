// Collects bytes at the end of a buffer that grows.

const firstBytes = 4 * 1024;

export class GrowingBytes {
  #bytes = new Uint8Array(firstBytes);
  length = 0;

  /** Room for `count` more bytes, all 0, which count from now on. */
  extend(count: number): Uint8Array {
    const start = this.length;
    this.length += count;
    if (this.length > this.#bytes.length) this.#grow();
    return this.#bytes.subarray(start, this.length);
  }

  add(bytes: Uint8Array): void {
    this.extend(bytes.length).set(bytes);
  }

  /** Gives what was collected, and begins anew. */
  take(): Uint8Array {
    const bytes = this.#bytes.subarray(0, this.length);
    this.#bytes = new Uint8Array(Math.max(firstBytes, this.length));
    this.length = 0;
    return bytes;
  }

  #grow(): void {
    const grown = new Uint8Array(Math.max(this.length, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
