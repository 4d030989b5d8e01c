// Remembers what a file held when, so that an answer can be checked against it. Times are those of performance.now().

const rememberedMs = 120_000;

export class History {
  #versions = [];

  /** Runs `change`, which makes the file hold `content`. Until it is done, the old content counts as well. */
  async change(content, change) {
    const from = performance.now();
    const replaced = this.#versions.at(-1);
    this.#versions.push({ content, from, to: Number.POSITIVE_INFINITY });
    await change();
    const now = performance.now();
    if (replaced !== undefined) replaced.to = now;
    while (this.#versions[0].to < now - rememberedMs) this.#versions.shift();
  }

  latest() {
    return this.#versions.at(-1)?.content;
  }

  /** Every content the file had at some moment between the two. */
  during(startedAt, endedAt) {
    return this.#versions
      .filter(({ from, to }) => from <= endedAt && to >= startedAt)
      .map(({ content }) => content);
  }
}
