// JSON as this service writes it, with every digit kept: JSON.parse would round what a double cannot hold.

/** A number whose digits a double does not keep, such as 49.90 or 0.12345678901234567890. */
export class Decimal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

export type ExactValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Decimal
  | readonly ExactValue[]
  | { readonly [key: string]: ExactValue };

/** Throws a SyntaxError where the text is no JSON. */
export function parseExactJson(text: string): ExactValue {
  const reader = new JsonReader(text);
  const value = reader.readValue();
  reader.expectEnd();
  return value;
}

const literals: readonly (readonly [string, ExactValue])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
];
const numberPattern = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const blankPattern = /[ \t\n\r]*/y;

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readValue(): ExactValue {
    switch (this.#next()) {
      case '"':
        return this.#readString();
      case '[':
        return this.#readArray();
      case '{':
        return this.#readObject();
      default:
        return this.#readPlain();
    }
  }

  expectEnd(): void {
    if (this.#next() !== '') throw this.#fault();
  }

  /** The next character that is no blank; it stays. */
  #next(): string {
    if (this.#text.charCodeAt(this.#at) <= 32) {
      blankPattern.lastIndex = this.#at;
      blankPattern.test(this.#text);
      this.#at = blankPattern.lastIndex;
    }
    return this.#text.charAt(this.#at);
  }

  #readString(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) throw this.#fault();
    this.#at = end + 1;
    const content = this.#text.slice(start + 1, end);
    return content.includes('\\') ? (JSON.parse(`"${content}"`) as string) : content;
  }

  #isEscaped(at: number): boolean {
    let before = at;
    while (this.#text.charAt(before - 1) === '\\') before -= 1;
    return (at - before) % 2 === 1;
  }

  #readArray(): ExactValue[] {
    const values: ExactValue[] = [];
    this.#readList(']', () => values.push(this.readValue()));
    return values;
  }

  #readObject(): { readonly [key: string]: ExactValue } {
    const entries: [string, ExactValue][] = [];
    this.#readList('}', () => {
      if (this.#next() !== '"') throw this.#fault();
      const key = this.#readString();
      if (this.#next() !== ':') throw this.#fault();
      this.#at += 1;
      entries.push([key, this.readValue()]);
    });
    return Object.fromEntries(entries);
  }

  #readList(close: string, readOne: () => void): void {
    this.#at += 1;
    if (this.#next() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      readOne();
      const mark = this.#next();
      this.#at += 1;
      if (mark === close) return;
      if (mark !== ',') throw this.#fault();
    }
  }

  #readPlain(): ExactValue {
    const literal = literals.find(([word]) => this.#text.startsWith(word, this.#at));
    if (literal !== undefined) {
      this.#at += literal[0].length;
      return literal[1];
    }
    numberPattern.lastIndex = this.#at;
    const [digits] = numberPattern.exec(this.#text) ?? [];
    if (digits === undefined) throw this.#fault();
    this.#at += digits.length;
    return exactNumber(digits);
  }

  #fault(): SyntaxError {
    const found = this.#text.slice(this.#at, this.#at + 20);
    return new SyntaxError(`Expected JSON, found '${found}' at character ${this.#at}`);
  }
}

function exactNumber(digits: string): number | bigint | Decimal {
  const number = Number(digits);
  if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(number) ? number : BigInt(digits);
  return String(number) === digits ? number : new Decimal(digits);
}
