// Scans the tokens of JSON byte by byte: words, numbers, texts and what stands between them.
import { bytes, isDigit } from './json-bytes.ts';
import { EndOfFile, excerpt, JsonFault } from './json-fault.ts';

/** Of a value that goes on behind the bytes that are there. */
export const incomplete = -1;

/** With more digits a DOUBLE may not tell two numbers apart. */
const doubleDigits = 15;

/** Each method takes where a token begins, and gives where it ends, or `incomplete`. They throw JsonFault. */
export class JsonTokens {
  /** A line feed stood between tokens. */
  hasBreakInside = false;

  protected bytes: Uint8Array = new Uint8Array();
  protected end = 0;
  /** The text that was scanned last has an escape. */
  protected hasEscape = false;
  private isLast = false;

  /** `isLast`: nothing comes behind `end`. */
  put(data: Uint8Array, end: number, isLast: boolean): void {
    this.bytes = data;
    this.end = end;
    this.isLast = isLast;
  }

  protected scanColon(at: number): number {
    const next = this.skipSpace(at);
    if (next >= this.end) return this.more(next);
    if (this.bytes[next] !== bytes.colon) throw this.unexpected("':' behind a key", next);
    const value = this.skipSpace(next + 1);
    return value >= this.end ? this.more(value) : value;
  }

  /** `true`, `false` or `null`. */
  protected scanWord(at: number): number {
    const first = this.bytes[at];
    const word =
      first === bytes.smallT ? words.true : first === bytes.smallF ? words.false : words.null;
    const length = Math.min(word.length, this.end - at);
    for (let i = 0; i < length; i++) {
      if (this.bytes[at + i] !== word[i]) throw this.unexpected('a value', at);
    }
    return length < word.length ? this.more(at) : at + length;
  }

  /** Digits of the number that was scanned last, which a DOUBLE keeps where it is plain. */
  protected wholeDigits = 0;
  protected fractionDigits = 0;
  protected isPlain = false;

  protected scanNumber(start: number): number {
    const data = this.bytes;
    const end = this.end;
    let at = data[start] === bytes.minus ? start + 1 : start;
    const first = at;
    while (at < end && isDigit(data[at])) at++;
    const whole = at - first;
    if (whole > 1 && data[first] === bytes.zero) {
      throw this.unexpected('a number without leading zeros', start);
    }
    let fraction = 0;
    if (at < end && data[at] === bytes.point) {
      const behind = ++at;
      while (at < end && isDigit(data[at])) at++;
      fraction = at - behind;
      if (fraction === 0 && at < end) throw this.unexpected('digits behind the point', start);
    }
    let hasExponent = false;
    if (at < end && (data[at] === bytes.smallE || data[at] === bytes.letterE)) {
      hasExponent = true;
      at++;
      if (at < end && (data[at] === bytes.plus || data[at] === bytes.minus)) at++;
      const behind = at;
      while (at < end && isDigit(data[at])) at++;
      if (at === behind && at < end) throw this.unexpected('digits in the exponent', start);
    }
    if (at >= end && !this.isLast) return incomplete;
    if (whole === 0 || !isDigit(data[at - 1])) throw this.unexpected('a number', start);
    const isZero = data[first] === bytes.zero;
    this.wholeDigits = isZero ? 0 : whole;
    this.fractionDigits = fraction;
    this.isPlain = whole + fraction <= doubleDigits && !hasExponent && !(isZero && first > start);
    return at;
  }

  /** Where the text that begins with the quote at `start` ends, behind its other quote. */
  protected scanText(start: number): number {
    const data = this.bytes;
    const end = this.end;
    this.hasEscape = false;
    for (let at = start + 1; at < end; at++) {
      const byte = data[at] as number;
      if (byte === bytes.quote) return at + 1;
      if (byte === bytes.backslash) {
        this.hasEscape = true;
        const next = this.#scanEscape(at);
        if (next === incomplete) return incomplete;
        at = next - 1;
      } else if (byte < bytes.space) {
        const code = byte.toString(16).padStart(4, '0');
        throw new JsonFault(`expected \\u${code} in a text, found the character itself`, at);
      }
    }
    return this.more(end);
  }

  #scanEscape(at: number): number {
    if (at + 1 >= this.end) return this.more(at);
    const kind = this.bytes[at + 1] as number;
    if (kind !== bytes.smallU) {
      if (!escapes.has(kind)) throw this.unexpected('an escape that JSON knows', at);
      return at + 2;
    }
    const unit = this.#unitAt(at);
    if (unit === incomplete) return incomplete;
    if (unit < 0xd800 || unit > 0xdfff) return at + 6;
    const isHigh = unit < 0xdc00;
    if (isHigh && at + 12 > this.end && !this.isLast) return incomplete;
    const isPair =
      isHigh && this.bytes[at + 6] === bytes.backslash && this.bytes[at + 7] === bytes.smallU;
    const low = isPair ? this.#unitAt(at + 6) : 0;
    if (low >= 0xdc00 && low <= 0xdfff) return at + 12;
    throw new JsonFault(
      `expected a character, found half a surrogate pair (\\u${unit.toString(16)})`,
      at,
    );
  }

  #unitAt(at: number): number {
    if (at + 6 > this.end) return this.more(at);
    const digits = this.ascii(at + 2, at + 6);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw this.unexpected('four hexadecimal digits', at);
    return Number.parseInt(digits, 16);
  }

  protected skipSpace(start: number): number {
    const data = this.bytes;
    const end = this.end;
    let at = start;
    for (; at < end; at++) {
      const byte = data[at];
      if (byte === bytes.lineFeed) this.hasBreakInside = true;
      else if (byte !== bytes.space && byte !== bytes.tab && byte !== bytes.carriageReturn) break;
    }
    return at;
  }

  protected textBetween(start: number, end: number): string {
    const text = buffer(this.bytes).toString('utf8', start, end);
    return this.hasEscape ? String(JSON.parse(text)) : text.slice(1, -1);
  }

  protected ascii(start: number, end: number): string {
    return buffer(this.bytes).toString('latin1', start, end);
  }

  protected more(at: number): number {
    if (!this.isLast) return incomplete;
    throw new EndOfFile('expected the rest of an object, found the end of the file', at);
  }

  protected unexpected(expected: string, at: number): JsonFault {
    return new JsonFault(`expected ${expected}, found ${excerpt(this.bytes, at, this.end)}`, at);
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
