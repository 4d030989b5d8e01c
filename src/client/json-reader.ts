// Reads a text of JSON by recursive descent, as far down as values are wanted.
import type { ExactNumber } from './exact-number.ts';
import { unit } from './json-code-units.ts';
import { JsonText } from './json-text.ts';

/** Makes a value of the digits of a number. */
export type ReadNumber = (digits: string) => number | bigint | ExactNumber;

export type Scalar = string | number | boolean | null | bigint | ExactNumber;

/** A value of JSON; `Unread` stands for arrays and objects that stay as they are written. */
export type JsonOf<Unread> =
  | Scalar
  | Unread
  | readonly JsonOf<Unread>[]
  | { readonly [key: string]: JsonOf<Unread> };

type ShallowValue = JsonOf<JsonText>;

type JsonMember = readonly [key: string, value: ShallowValue];

export interface JsonReaderOptions {
  readonly readNumber: ReadNumber;
  /** Arrays and objects within so many others are checked, and stay text. */
  readonly textDepth: number;
}

const maxDepth = 1000;

const blanks: readonly number[] = [0x20, 0x0a, 0x0d, 0x09];

export class JsonReader {
  private readonly text: string;
  private readonly toNumber: ReadNumber;
  private readonly textDepth: number;
  private readonly numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
  private readonly wordPattern = /true|false|null/y;
  private at = 0;
  private depth = 0;

  constructor(text: string, { readNumber, textDepth }: JsonReaderOptions) {
    this.text = text;
    this.toNumber = readNumber;
    this.textDepth = textDepth;
  }

  document(): ShallowValue {
    const value = this.readValue();
    this.skipBlanks();
    if (this.at < this.text.length) throw this.fault('the end');
    return value;
  }

  /** Of an array or object that is the whole document: a key may come twice, and each one where it stands. */
  members(): JsonMember[] {
    const first = this.skipBlanks();
    const isList = first === unit.openBracket;
    if (!isList && first !== unit.openBrace) throw this.fault('an array or object');
    const members: JsonMember[] = [];
    const readMember = () => {
      const key = isList ? String(members.length) : this.readKey();
      members.push([key, this.readValue()]);
    };
    this.readMembers(isList ? unit.closeBracket : unit.closeBrace, readMember);
    this.skipBlanks();
    if (this.at < this.text.length) throw this.fault('the end');
    return members;
  }

  private readValue(): ShallowValue {
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

  private readArray(): ShallowValue {
    const start = this.at;
    const values: ShallowValue[] = [];
    this.readMembers(unit.closeBracket, () => values.push(this.readValue()));
    return this.depth < this.textDepth ? values : new JsonText(this.text.slice(start, this.at));
  }

  private readObject(): ShallowValue {
    const start = this.at;
    const members: Record<string, ShallowValue> = {};
    this.readMembers(unit.closeBrace, () => this.readMember(members));
    return this.depth < this.textDepth ? members : new JsonText(this.text.slice(start, this.at));
  }

  private readMembers(close: number, readOne: () => void): void {
    if (this.depth === maxDepth) throw this.fault(`at most ${maxDepth} levels of nesting`);
    this.depth += 1;
    this.at += 1;
    if (!this.takes(close)) {
      do readOne();
      while (this.takes(unit.comma));
      if (!this.takes(close)) throw this.fault(`"," or "${String.fromCharCode(close)}"`);
    }
    this.depth -= 1;
  }

  private readMember(members: Record<string, ShallowValue>): void {
    const key = this.readKey();
    const value = this.readValue();
    if (key === '__proto__') defineMember(members, key, value);
    else members[key] = value;
  }

  private readKey(): string {
    if (this.skipBlanks() !== unit.quote) throw this.fault('a key in double quotes');
    const key = this.readString();
    if (!this.takes(unit.colon)) throw this.fault('":"');
    return key;
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

  private readScalar(): Scalar {
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

  private readNumber(): number | bigint | ExactNumber | undefined {
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
function defineMember(members: object, key: string, value: ShallowValue): void {
  Object.defineProperty(members, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
