// Finds the next of a few marks in a text: a loop over characters, as fields are short and a pattern is slow to start.

/** Their tables are large, and files by the thousand have the same marks. */
const known = new Map<string, MarkFinder>();
const maxKnown = 32;

export class MarkFinder {
  readonly #marks: readonly string[];
  /** The first code unit of each. */
  readonly #starts: Uint8Array;
  readonly #areSingle: boolean;

  /** Empty marks are none. */
  static of(marks: readonly string[]): MarkFinder {
    const key = JSON.stringify(marks);
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= maxKnown) known.clear();
    const finder = new MarkFinder(marks);
    known.set(key, finder);
    return finder;
  }

  private constructor(marks: readonly string[]) {
    this.#marks = marks.filter((mark) => mark !== '');
    this.#areSingle = this.#marks.every((mark) => mark.length === 1);
    this.#starts = new Uint8Array(1 << 16);
    for (const mark of this.#marks) this.#starts[mark.charCodeAt(0)] = 1;
  }

  /** The end of the text where there is none. */
  find(text: string, from: number): number {
    const starts = this.#starts;
    for (let at = from; at < text.length; at++) {
      if (starts[text.charCodeAt(at)] === 0) continue;
      if (this.#areSingle || this.#marks.some((mark) => text.startsWith(mark, at))) return at;
    }
    return text.length;
  }
}
