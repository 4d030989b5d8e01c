// Checks the shape of JSON before it is parsed: how much it is, how deep, and that no object has a key twice.
import { PathqlError } from '../errors.ts';
import { type Limit, limits, shownNumber } from '../limits.ts';
import { quoted } from '../text/quoted.ts';

/**
 * Looks at brackets, commas, colons and keys only, and leaves at the first too many: to parse millions of values takes
 * seconds. What is no JSON is for the parser to tell. `expected` says what it is to be.
 */
export function checkJsonShape(json: Buffer, expected: string): void {
  const shape = new Shape(expected);
  let text = { start: 0, end: 0 };
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === bytes.quote) {
      text = { start: at, end: endOfText(json, at) };
      assertShortText(json, text);
      at = text.end;
    } else if (byte === bytes.comma) shape.countValue();
    else if (byte === bytes.colon) shape.addKey(keyIn(json, text));
    else if (byte === bytes.openBrace || byte === bytes.openBracket) shape.open();
    else if (byte === bytes.closeBrace || byte === bytes.closeBracket) shape.close();
  }
}

class Shape {
  readonly #expected: string;
  /** The keys so far of what is open; null: none. */
  readonly #keys: (Set<string> | null)[] = [];
  #keyCount = 0;
  #valueCount = 0;

  constructor(expected: string) {
    this.#expected = expected;
  }

  open(): void {
    this.#keys.push(null);
    this.#assertFits(this.#keys.length, limits.bodyDepth);
  }

  close(): void {
    this.#keys.pop();
  }

  countValue(): void {
    this.#valueCount += 1;
    this.#assertFits(this.#valueCount, limits.bodyValues);
  }

  addKey(key: string): void {
    this.#keyCount += 1;
    this.#assertFits(this.#keyCount, limits.bodyKeys);
    const keys = this.#keys.pop() ?? new Set();
    if (keys.has(key)) throw duplicateKey(key);
    this.#keys.push(keys.add(key));
  }

  #assertFits(count: number, { most, unit }: Limit): void {
    if (count <= most) return;
    throw invalid(`Expected ${this.#expected} with at most ${shownNumber(most)} ${unit}, got more`);
  }
}

const bytes = {
  quote: 0x22,
  backslash: 0x5c,
  comma: 0x2c,
  colon: 0x3a,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  openBracket: 0x5b,
  closeBracket: 0x5d,
} as const;

/** Of a text with its quotes. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** In JSON a character takes three bytes of UTF-8 at most, or six as an escape: what is longer need not be decoded. */
function assertShortText(json: Buffer, { start, end }: Span): void {
  const { most } = limits.sqlLength;
  const length = end - start;
  if (length <= 3 * most) return;
  if (length <= 6 * most && json.subarray(start, end).includes(bytes.backslash)) return;
  throw new PathqlError(
    'sql_too_complex',
    `The query is too long: expected at most ${shownNumber(most)} characters, found more`,
  );
}

/** Of the text whose quote opens at `start`; the end of the JSON when it is never closed. */
function endOfText(json: Buffer, start: number): number {
  for (
    let at = json.indexOf(bytes.quote, start + 1);
    at !== -1;
    at = json.indexOf(bytes.quote, at + 1)
  ) {
    let before = at;
    while (json[before - 1] === bytes.backslash && before - 1 > start) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}

/** One key may be written in several ways, by escapes. */
function keyIn(json: Buffer, { start, end }: Span): string {
  const text = json.toString('utf8', start, end + 1);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

function duplicateKey(key: string): PathqlError {
  return invalid(`Expected each key once, got ${quoted(key)} twice in one object`);
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
