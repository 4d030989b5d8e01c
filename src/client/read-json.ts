// Reads JSON and keeps every digit of its numbers. Takes and refuses what JSON.parse does, but for the depth.
import { type ExactNumber, keepDigits } from './exact-number.ts';

export type Value =
  | string
  | number
  | boolean
  | null
  | bigint
  | ExactNumber
  | readonly Value[]
  | { readonly [key: string]: Value };

const maxDepth = 1000;

/** Makes a value of the digits of a number. */
export type ReadNumber = (digits: string) => number | bigint | ExactNumber;

/** Throws a SyntaxError. */
export function readJson(text: string, readNumber: ReadNumber = keepDigits): Value {
  return new JsonReader(text, readNumber).document();
}

const unit = {
  quote: 0x22,
  comma: 0x2c,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

const blanks: readonly number[] = [0x20, 0x0a, 0x0d, 0x09];

class JsonReader {
  private readonly text: string;
  private readonly toNumber: ReadNumber;
  private readonly numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  private readonly wordPattern = /true|false|null/y;
  private at = 0;
  private depth = 0;

  constructor(text: string, readNumber: ReadNumber) {
    this.text = text;
    this.toNumber = readNumber;
  }

  document(): Value {
    const value = this.readValue();
    this.skipBlanks();
    if (this.at < this.text.length) throw this.fault('the end');
    return value;
  }

  private readValue(): Value {
    switch (this.skipBlanks()) {
      case unit.quote:
        return this.readString();
      case unit.openBracket:
        return this.readArray();
      case unit.openBrace:
        return this.readObject();
      default:
        return this.readScalar();
    }
  }

  private readArray(): Value {
    this.enter();
    const values: Value[] = [];
    if (!this.takes(unit.closeBracket)) {
      do values.push(this.readValue());
      while (this.takes(unit.comma));
      if (!this.takes(unit.closeBracket)) throw this.fault('"," or "]"');
    }
    this.depth -= 1;
    return values;
  }

  private readObject(): Value {
    this.enter();
    const members: Record<string, Value> = {};
    if (!this.takes(unit.closeBrace)) {
      do this.readMember(members);
      while (this.takes(unit.comma));
      if (!this.takes(unit.closeBrace)) throw this.fault('"," or "}"');
    }
    this.depth -= 1;
    return members;
  }

  private readMember(members: Record<string, Value>): void {
    if (this.skipBlanks() !== unit.quote) throw this.fault('a key in double quotes');
    const key = this.readString();
    if (!this.takes(unit.colon)) throw this.fault('":"');
    const value = this.readValue();
    if (key === '__proto__') defineMember(members, key, value);
    else members[key] = value;
  }

  private enter(): void {
    if (this.depth === maxDepth) throw this.fault(`at most ${maxDepth} levels of nesting`);
    this.depth += 1;
    this.at += 1;
  }

  private readString(): string {
    const { text } = this;
    const start = this.at + 1;
    for (let at = start; at < text.length; at += 1) {
      const seen = text.charCodeAt(at);
      if (seen === unit.quote) {
        this.at = at + 1;
        return text.slice(start, at);
      }
      if (seen === unit.backslash || seen < 0x20) return this.readOddString(at);
    }
    throw this.fault('a string that ends');
  }

  /** A string with escapes, or with characters that had to be; its first one at `at`. */
  private readOddString(at: number): string {
    const { text } = this;
    let end = at;
    while (end < text.length && text.charCodeAt(end) !== unit.quote) {
      end += text.charCodeAt(end) === unit.backslash ? 2 : 1;
    }
    try {
      const value: string = JSON.parse(text.slice(this.at, end + 1));
      this.at = end + 1;
      return value;
    } catch {
      throw this.fault('a string that ends, with valid escapes and no control characters');
    }
  }

  private readScalar(): Value {
    return this.readSmallInteger() ?? this.readNumber() ?? this.readWord();
  }

  /** The most frequent numbers, without cutting out their text. */
  private readSmallInteger(): number | undefined {
    const { text, at: start } = this;
    let at = start;
    let value = 0;
    let seen = text.charCodeAt(at);
    for (; seen >= unit.zero && seen <= unit.nine; seen = text.charCodeAt(at)) {
      value = value * 10 + seen - unit.zero;
      at += 1;
    }
    const endsThere = seen === unit.comma || seen === unit.closeBracket;
    const hasZeroInFront = at - start > 1 && text.charCodeAt(start) === unit.zero;
    if (!endsThere || at === start || at - start > 15 || hasZeroInFront) return undefined;
    this.at = at;
    return value;
  }

  private readNumber(): Value | undefined {
    const { text, at: start } = this;
    this.numberPattern.lastIndex = start;
    if (!this.numberPattern.test(text)) return undefined;
    this.at = this.numberPattern.lastIndex;
    const digits = text.slice(start, this.at);
    return digits === '-0' ? -0 : this.toNumber(digits);
  }

  private readWord(): boolean | null {
    this.wordPattern.lastIndex = this.at;
    const [word] = this.wordPattern.exec(this.text) ?? [];
    if (word === undefined) throw this.fault('a value');
    this.at += word.length;
    return word === 'null' ? null : word === 'true';
  }

  private takes(wanted: number): boolean {
    if (this.skipBlanks() !== wanted) return false;
    this.at += 1;
    return true;
  }

  /** The code unit after the blanks; NaN at the end. */
  private skipBlanks(): number {
    let seen = this.text.charCodeAt(this.at);
    while (seen <= 0x20 && blanks.includes(seen)) {
      this.at += 1;
      seen = this.text.charCodeAt(this.at);
    }
    return seen;
  }

  private fault(expected: string): SyntaxError {
    const { text, at } = this;
    const came = at < text.length ? JSON.stringify(text.slice(at, at + 20)) : 'the end';
    return new SyntaxError(`Expected ${expected} at position ${at} of the JSON, got ${came}`);
  }
}

/** An assignment would set the prototype. */
function defineMember(members: object, key: string, value: Value): void {
  Object.defineProperty(members, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
