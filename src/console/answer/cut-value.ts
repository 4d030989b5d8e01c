// Holds the beginning of a value that is too long to come to the page with its row.

export class CutValue {
  readonly start: string;
  /** Of the whole text, in characters. */
  readonly length: number;

  constructor(start: string, length: number) {
    this.start = start;
    this.length = length;
  }
}
