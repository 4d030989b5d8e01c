// Collects which values of a column are not NULL, as the bits Arrow and DuckDB both use.
import type { Range } from '../valid-rows.ts';

export class Validity {
  #bits = new Uint8Array(0);
  #length = 0;
  #nullCount = 0;

  add({ start, count }: Range, isValid: ((row: number) => boolean) | null): void {
    const end = this.#length + count;
    if (isValid !== null || this.#nullCount > 0) {
      this.#reserve(end);
      for (let row = start, at = this.#length; at < end; row++, at++) {
        if (isValid === null || isValid(row))
          this.#bits[at >> 3] = this.#byte(at) | (1 << (at & 7));
        else this.#nullCount += 1;
      }
    }
    this.#length = end;
  }

  /** Gives what was collected, and begins anew. Without NULL there are no bits. */
  take(): { readonly nullCount: number; readonly nullBitmap: Uint8Array | null } {
    const nullCount = this.#nullCount;
    const nullBitmap = nullCount === 0 ? null : this.#bits.subarray(0, (this.#length + 7) >> 3);
    this.#bits = new Uint8Array(0);
    this.#length = 0;
    this.#nullCount = 0;
    return { nullCount, nullBitmap };
  }

  #byte(at: number): number {
    return this.#bits[at >> 3] ?? 0;
  }

  /** Bits of rows so far are set when the first NULL comes. */
  #reserve(end: number): void {
    const needed = (end + 7) >> 3;
    if (this.#bits.length >= needed) return;
    const isFirst = this.#bits.length === 0;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bits.length, 1_024));
    grown.set(this.#bits);
    this.#bits = grown;
    if (!isFirst) return;
    for (let at = 0; at < this.#length; at++)
      this.#bits[at >> 3] = this.#byte(at) | (1 << (at & 7));
  }
}
