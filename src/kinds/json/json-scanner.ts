// Scans JSON objects byte by byte: proves that they are JSON, and gathers what the values of each key have in common.
import { limits } from '../../limits.ts';
import { typeBit } from '../shared/types/column-types.ts';
import { ColumnFacts, typesOfMoment, valueKinds } from './column-facts.ts';
import { bytes, isDigit } from './json-bytes.ts';
import { excerpt, JsonFault } from './json-fault.ts';
import { SeenKeys } from './seen-keys.ts';
import { couldBeMoment, quickMoment } from './text-moments.ts';

/** Of a value that goes on behind the bytes that are there. */
export const incomplete = -1;

/** With more digits a DOUBLE may not tell two numbers apart. */
const doubleDigits = 15;

export class JsonScanner {
  readonly columns: ColumnFacts[] = [];
  /** A record had a line feed in it. */
  hasBreakInside = false;

  /** Of the values of the last record: their columns, and where their bytes begin and end. */
  readonly valueColumns: number[] = [];
  readonly valueStarts: number[] = [];
  readonly valueEnds: number[] = [];
  valueCount = 0;

  readonly #byKey = new Map<string, number>();
  /** The keys as bytes, with their quotes, in the order of the columns; null: written with escapes. */
  readonly keys: (Uint8Array | null)[] = [];
  /** The last record in which a column was seen. */
  #stamps = new Int32Array(64);
  #stamp = 0;
  #bytes: Uint8Array = new Uint8Array();
  #end = 0;
  #isLast = false;
  #hasEscape = false;
  readonly #seen = new SeenKeys();

  /** `isLast`: nothing comes behind `end`. */
  put(data: Uint8Array, end: number, isLast: boolean): void {
    this.#bytes = data;
    this.#end = end;
    this.#isLast = isLast;
  }

  /** Where the object that begins at `start` ends, or `incomplete`. Throws JsonFault. */
  scanRecord(begin: number): number {
    this.#stamp++;
    this.#seen.reset();
    this.valueCount = 0;
    let at = this.#skipSpace(begin + 1);
    if (at >= this.#end) return this.#more(at);
    if (this.#bytes[at] === bytes.closeBrace) return at + 1;
    for (let guess = 0; ; guess++) {
      const column = this.#scanKey(at, guess);
      if (column === incomplete) return incomplete;
      guess = column;
      at = this.#scanColon(at + this.#keyLength);
      if (at === incomplete) return incomplete;
      const start = at;
      at = this.#scanColumnValue(at, this.columns[column] as ColumnFacts);
      if (at === incomplete) return incomplete;
      this.#noteValue(column, start, at);
      at = this.#skipSpace(at);
      if (at >= this.#end) return this.#more(at);
      if (this.#bytes[at] === bytes.closeBrace) return at + 1;
      if (this.#bytes[at] !== bytes.comma) throw this.#unexpected("',' or '}'", at);
      at = this.#skipSpace(at + 1);
      if (at >= this.#end) return this.#more(at);
    }
  }

  #noteValue(column: number, start: number, end: number): void {
    const count = this.valueCount++;
    this.valueColumns[count] = column;
    this.valueStarts[count] = start;
    this.valueEnds[count] = end;
  }

  #keyLength = 0;

  /** The column of the key at `at`; most records have the keys of the one before in the same order. */
  #scanKey(at: number, guess: number): number {
    const expected = this.keys[guess];
    if (expected && this.#isAt(expected, at)) {
      this.#keyLength = expected.length;
      this.#stampColumn(guess, at);
      return guess;
    }
    if (this.#bytes[at] !== bytes.quote) throw this.#unexpected('a key in double quotes', at);
    const end = this.#scanText(at);
    if (end === incomplete) return incomplete;
    const key = this.#textBetween(at, end);
    let column = this.#byKey.get(key);
    if (column === undefined) {
      column = this.#addColumn(key, this.#hasEscape ? null : this.#bytes.slice(at, end), at);
    }
    this.#keyLength = end - at;
    this.#stampColumn(column, at);
    return column;
  }

  #addColumn(key: string, written: Uint8Array | null, at: number): number {
    const { most } = limits.fileColumns;
    if (this.columns.length === most) {
      throw new JsonFault(`expected at most ${most} different keys, found more`, at);
    }
    if (key.includes('\0')) {
      throw new JsonFault('expected a key without NUL, as it names a column, found one', at);
    }
    const column = this.columns.length;
    this.columns.push(new ColumnFacts(key));
    this.keys.push(written);
    this.#byKey.set(key, column);
    if (column === this.#stamps.length) {
      const grown = new Int32Array(2 * column);
      grown.set(this.#stamps);
      this.#stamps = grown;
    }
    return column;
  }

  #stampColumn(column: number, at: number): void {
    if (this.#stamps[column] === this.#stamp) {
      throw new JsonFault(
        `expected each key once, found '${this.columns[column]?.name}' twice in one object`,
        at,
      );
    }
    this.#stamps[column] = this.#stamp;
  }

  #isAt(expected: Uint8Array, at: number): boolean {
    const data = this.#bytes;
    if (at + expected.length > this.#end) return false;
    for (let i = 0; i < expected.length; i++) if (data[at + i] !== expected[i]) return false;
    return true;
  }

  #scanColon(at: number): number {
    const next = this.#skipSpace(at);
    if (next >= this.#end) return this.#more(next);
    if (this.#bytes[next] !== bytes.colon) throw this.#unexpected("':' behind a key", next);
    const value = this.#skipSpace(next + 1);
    return value >= this.#end ? this.#more(value) : value;
  }

  #scanColumnValue(at: number, column: ColumnFacts): number {
    const byte = this.#bytes[at] as number;
    if (byte === bytes.quote) return this.#scanColumnText(at, column);
    if (byte === bytes.minus || isDigit(byte)) return this.#scanColumnNumber(at, column);
    if (byte === bytes.openBrace || byte === bytes.openBracket) {
      column.kinds |= valueKinds.nested;
      return this.#scanNested(at, column, 2);
    }
    const end = this.#scanWord(at);
    if (end !== incomplete && byte !== bytes.smallN) column.kinds |= valueKinds.boolean;
    return end;
  }

  #scanColumnText(at: number, column: ColumnFacts): number {
    const end = this.#scanText(at);
    if (end === incomplete) return incomplete;
    const data = this.#bytes;
    let types: number = typeBit.VARCHAR;
    if (column.mayBeMoments && !this.#hasEscape && couldBeMoment(data, at + 1, end - 1)) {
      types = quickMoment(data, at + 1, end - 1) ?? typesOfMoment(this.#textBetween(at, end));
    }
    column.takeText(types);
    return end;
  }

  #scanColumnNumber(at: number, column: ColumnFacts): number {
    const end = this.#scanNumber(at);
    if (end === incomplete) return incomplete;
    if (this.#isPlain) column.takePlainNumber(this.#wholeDigits, this.#fractionDigits);
    else column.takeNumber(this.#ascii(at, end));
    return end;
  }

  #scanNested(at: number, column: ColumnFacts, depth: number): number {
    if (depth > limits.jsonDepth.most) {
      throw new JsonFault(
        `expected at most ${limits.jsonDepth.most} levels of brackets, found more`,
        at,
      );
    }
    return this.#bytes[at] === bytes.openBrace
      ? this.#scanObject(at, column, depth)
      : this.#scanList(at, column, depth);
  }

  #scanObject(start: number, column: ColumnFacts, depth: number): number {
    let at = this.#skipSpace(start + 1);
    if (at >= this.#end) return this.#more(at);
    if (this.#bytes[at] === bytes.closeBrace) return at + 1;
    const seen = this.#seen.open();
    for (;;) {
      if (this.#bytes[at] !== bytes.quote) throw this.#unexpected('a key in double quotes', at);
      const end = this.#scanText(at);
      if (end === incomplete) return incomplete;
      const key = this.#textBetween(at, end);
      if (!this.#seen.add(key)) {
        throw new JsonFault(`expected each key once, found '${key}' twice in one object`, at);
      }
      at = this.#scanColon(end);
      if (at === incomplete) return incomplete;
      at = this.#scanInnerValue(at, column, depth);
      if (at === incomplete) return incomplete;
      at = this.#skipSpace(at);
      if (at >= this.#end) return this.#more(at);
      if (this.#bytes[at] === bytes.closeBrace) {
        this.#seen.close(seen);
        return at + 1;
      }
      if (this.#bytes[at] !== bytes.comma) throw this.#unexpected("',' or '}'", at);
      at = this.#skipSpace(at + 1);
      if (at >= this.#end) return this.#more(at);
    }
  }

  #scanList(start: number, column: ColumnFacts, depth: number): number {
    let at = this.#skipSpace(start + 1);
    if (at >= this.#end) return this.#more(at);
    if (this.#bytes[at] === bytes.closeBracket) return at + 1;
    for (;;) {
      at = this.#scanInnerValue(at, column, depth);
      if (at === incomplete) return incomplete;
      at = this.#skipSpace(at);
      if (at >= this.#end) return this.#more(at);
      if (this.#bytes[at] === bytes.closeBracket) return at + 1;
      if (this.#bytes[at] !== bytes.comma) throw this.#unexpected("',' or ']'", at);
      at = this.#skipSpace(at + 1);
      if (at >= this.#end) return this.#more(at);
    }
  }

  #scanInnerValue(at: number, column: ColumnFacts, depth: number): number {
    const byte = this.#bytes[at] as number;
    if (byte === bytes.quote) return this.#scanText(at);
    if (byte === bytes.openBrace || byte === bytes.openBracket) {
      return this.#scanNested(at, column, depth + 1);
    }
    if (byte !== bytes.minus && !isDigit(byte)) return this.#scanWord(at);
    const end = this.#scanNumber(at);
    if (end !== incomplete && !this.#isPlain) column.takeInnerNumber(this.#ascii(at, end));
    return end;
  }

  /** `true`, `false` or `null`. */
  #scanWord(at: number): number {
    const first = this.#bytes[at];
    const word =
      first === bytes.smallT ? words.true : first === bytes.smallF ? words.false : words.null;
    const length = Math.min(word.length, this.#end - at);
    for (let i = 0; i < length; i++) {
      if (this.#bytes[at + i] !== word[i]) throw this.#unexpected('a value', at);
    }
    return length < word.length ? this.#more(at) : at + length;
  }

  /** Digits of the number that was scanned last, which a DOUBLE keeps where it is plain. */
  #wholeDigits = 0;
  #fractionDigits = 0;
  #isPlain = false;

  #scanNumber(start: number): number {
    const data = this.#bytes;
    const end = this.#end;
    let at = data[start] === bytes.minus ? start + 1 : start;
    const first = at;
    while (at < end && isDigit(data[at])) at++;
    const whole = at - first;
    if (whole > 1 && data[first] === bytes.zero) {
      throw this.#unexpected('a number without leading zeros', start);
    }
    let fraction = 0;
    if (at < end && data[at] === bytes.point) {
      const behind = ++at;
      while (at < end && isDigit(data[at])) at++;
      fraction = at - behind;
      if (fraction === 0 && at < end) throw this.#unexpected('digits behind the point', start);
    }
    let hasExponent = false;
    if (at < end && (data[at] === bytes.smallE || data[at] === bytes.letterE)) {
      hasExponent = true;
      at++;
      if (at < end && (data[at] === bytes.plus || data[at] === bytes.minus)) at++;
      const behind = at;
      while (at < end && isDigit(data[at])) at++;
      if (at === behind && at < end) throw this.#unexpected('digits in the exponent', start);
    }
    if (at >= end && !this.#isLast) return incomplete;
    if (whole === 0 || !isDigit(data[at - 1])) throw this.#unexpected('a number', start);
    const isZero = data[first] === bytes.zero;
    this.#wholeDigits = isZero ? 0 : whole;
    this.#fractionDigits = fraction;
    this.#isPlain = whole + fraction <= doubleDigits && !hasExponent && !(isZero && first > start);
    return at;
  }

  /** Where the text that begins with the quote at `start` ends, behind its other quote. */
  #scanText(start: number): number {
    const data = this.#bytes;
    const end = this.#end;
    this.#hasEscape = false;
    for (let at = start + 1; at < end; at++) {
      const byte = data[at] as number;
      if (byte === bytes.quote) return at + 1;
      if (byte === bytes.backslash) {
        this.#hasEscape = true;
        const next = this.#scanEscape(at);
        if (next === incomplete) return incomplete;
        at = next - 1;
      } else if (byte < bytes.space) {
        const code = byte.toString(16).padStart(4, '0');
        throw new JsonFault(`expected \\u${code} in a text, found the character itself`, at);
      }
    }
    return this.#more(end);
  }

  #scanEscape(at: number): number {
    if (at + 1 >= this.#end) return this.#more(at);
    const kind = this.#bytes[at + 1] as number;
    if (kind !== bytes.smallU) {
      if (!escapes.has(kind)) throw this.#unexpected('an escape that JSON knows', at);
      return at + 2;
    }
    const unit = this.#unitAt(at);
    if (unit === incomplete) return incomplete;
    if (unit < 0xd800 || unit > 0xdfff) return at + 6;
    const isHigh = unit < 0xdc00;
    if (isHigh && at + 12 > this.#end && !this.#isLast) return incomplete;
    const isPair =
      isHigh && this.#bytes[at + 6] === bytes.backslash && this.#bytes[at + 7] === bytes.smallU;
    const low = isPair ? this.#unitAt(at + 6) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) return at + 12;
    throw new JsonFault(
      `expected a character, found half a surrogate pair (\\u${unit.toString(16)})`,
      at,
    );
  }

  #unitAt(at: number): number {
    if (at + 6 > this.#end) return this.#more(at);
    const digits = this.#ascii(at + 2, at + 6);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw this.#unexpected('four hexadecimal digits', at);
    return Number.parseInt(digits, 16);
  }

  #skipSpace(start: number): number {
    const data = this.#bytes;
    const end = this.#end;
    let at = start;
    for (; at < end; at++) {
      const byte = data[at];
      if (byte === bytes.lineFeed) this.hasBreakInside = true;
      else if (byte !== bytes.space && byte !== bytes.tab && byte !== bytes.carriageReturn) break;
    }
    return at;
  }

  #textBetween(start: number, end: number): string {
    const text = buffer(this.#bytes).toString('utf8', start, end);
    return this.#hasEscape ? String(JSON.parse(text)) : text.slice(1, -1);
  }

  #ascii(start: number, end: number): string {
    return buffer(this.#bytes).toString('latin1', start, end);
  }

  #more(at: number): number {
    if (!this.#isLast) return incomplete;
    throw new JsonFault('expected the rest of an object, found the end of the file', at);
  }

  #unexpected(expected: string, at: number): JsonFault {
    return new JsonFault(`expected ${expected}, found ${excerpt(this.#bytes, at, this.#end)}`, at);
  }
}

const escapes: ReadonlySet<number> = new Set([...Buffer.from('"\\/bfnrt')]);
const words = {
  true: Buffer.from('true'),
  false: Buffer.from('false'),
  null: Buffer.from('null'),
} as const;

function buffer(data: Uint8Array): Buffer {
  return data instanceof Buffer ? data : Buffer.from(data.buffer, data.byteOffset, data.length);
}
