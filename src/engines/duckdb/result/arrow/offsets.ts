// Collects where the values of a column begin and end in another buffer.

export class Offsets {
  #offsets = new Int32Array(1_024);
  #count = 0;

  get length(): number {
    return this.#count;
  }

  /** Gives where the last one ends. */
  add(lengths: Uint32Array): number {
    this.#reserve(this.#count + lengths.length + 1);
    let end = this.#offsets[this.#count] ?? 0;
    for (const length of lengths) {
      end += length;
      this.#count += 1;
      this.#offsets[this.#count] = end;
    }
    return end;
  }

  /** Gives what was collected, and begins anew. */
  take(): Int32Array {
    const offsets = this.#offsets.subarray(0, this.#count + 1);
    this.#offsets = new Int32Array(Math.max(1_024, this.#count + 1));
    this.#count = 0;
    return offsets;
  }

  #reserve(needed: number): void {
    if (this.#offsets.length >= needed) return;
    const grown = new Int32Array(Math.max(needed, 2 * this.#offsets.length));
    grown.set(this.#offsets);
    this.#offsets = grown;
  }
}
