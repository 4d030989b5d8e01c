// Counts the requests that are not yet answered, so that a stop knows when the last one is.

export class OpenRequests {
  #count = 0;
  #onNone: (() => void) | undefined;

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) this.#onNone?.();
  }

  /** Calls `react` now if there are none, and each time the last one ends. */
  whenNone(react: () => void): void {
    this.#onNone = react;
    if (this.#count === 0) react();
  }
}
