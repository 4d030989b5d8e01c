// Finds out whether a comment mark stands inside of lines, where it would cut off what follows.

export class LineMarks {
  readonly #mark: string;
  #rest = '';
  #areInside = false;

  constructor(mark: string) {
    this.#mark = mark;
  }

  get areInside(): boolean {
    return this.#areInside || this.#isInside(this.#rest);
  }

  push(text: string): void {
    if (this.#mark === '' || this.#areInside) return;
    const lines = (this.#rest + text).split(/[\r\n]/);
    this.#rest = lines.pop() ?? '';
    this.#areInside = lines.some((line) => this.#isInside(line));
  }

  #isInside(line: string): boolean {
    return this.#mark !== '' && !line.startsWith(this.#mark) && line.includes(this.#mark);
  }
}
