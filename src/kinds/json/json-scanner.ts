// Scans JSON objects: proves that they are JSON, and gathers what the values of each key have in common.
import { limits } from '../../limits.ts';
import { typeBit } from '../shared/types/column-types.ts';
import { ColumnFacts, typesOfMoment, valueKinds } from './column-facts.ts';
import { bytes, isDigit } from './json-bytes.ts';
import { JsonFault } from './json-fault.ts';
import { incomplete, JsonTokens } from './json-tokens.ts';
import { SeenKeys } from './seen-keys.ts';
import { couldBeMoment, quickMoment } from './text-moments.ts';

export class JsonScanner extends JsonTokens {
  readonly columns: ColumnFacts[] = [];
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
  readonly #seen = new SeenKeys();

  /** Where the object that begins at `start` ends, or `incomplete`. Throws JsonFault. */
  scanRecord(begin: number): number {
    this.#stamp++;
    this.#seen.reset();
    this.valueCount = 0;
    let at = this.skipSpace(begin + 1);
    if (at >= this.end) return this.more(at);
    if (this.bytes[at] === bytes.closeBrace) return at + 1;
    for (let guess = 0; ; guess++) {
      const column = this.#scanKey(at, guess);
      if (column === incomplete) return incomplete;
      guess = column;
      at = this.scanColon(at + this.#keyLength);
      if (at === incomplete) return incomplete;
      const start = at;
      at = this.#scanColumnValue(at, this.columns[column] as ColumnFacts);
      if (at === incomplete) return incomplete;
      this.#noteValue(column, start, at);
      at = this.skipSpace(at);
      if (at >= this.end) return this.more(at);
      if (this.bytes[at] === bytes.closeBrace) return at + 1;
      if (this.bytes[at] !== bytes.comma) throw this.unexpected("',' or '}'", at);
      at = this.skipSpace(at + 1);
      if (at >= this.end) return this.more(at);
    }
  }

  /** Of any kind, on its own: where the value that begins at `at` ends, or `incomplete`. Throws JsonFault. */
  scanValue(at: number): number {
    return this.#scanInnerValue(at, new ColumnFacts(''), 0);
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
    if (this.bytes[at] !== bytes.quote) throw this.unexpected('a key in double quotes', at);
    const end = this.scanText(at);
    if (end === incomplete) return incomplete;
    const key = this.textBetween(at, end);
    let column = this.#byKey.get(key);
    if (column === undefined) {
      column = this.#addColumn(key, this.hasEscape ? null : this.bytes.slice(at, end), at);
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
    const data = this.bytes;
    if (at + expected.length > this.end) return false;
    for (let i = 0; i < expected.length; i++) if (data[at + i] !== expected[i]) return false;
    return true;
  }

  #scanColumnValue(at: number, column: ColumnFacts): number {
    const byte = this.bytes[at] as number;
    if (byte === bytes.quote) return this.#scanColumnText(at, column);
    if (byte === bytes.minus || isDigit(byte)) return this.#scanColumnNumber(at, column);
    if (byte === bytes.openBrace || byte === bytes.openBracket) {
      column.kinds |= valueKinds.nested;
      return this.#scanNested(at, column, 2);
    }
    const end = this.scanWord(at);
    if (end !== incomplete && byte !== bytes.smallN) column.kinds |= valueKinds.boolean;
    return end;
  }

  #scanColumnText(at: number, column: ColumnFacts): number {
    const end = this.scanText(at);
    if (end === incomplete) return incomplete;
    const data = this.bytes;
    let types: number = typeBit.VARCHAR;
    if (column.mayBeMoments && !this.hasEscape && couldBeMoment(data, at + 1, end - 1)) {
      types = quickMoment(data, at + 1, end - 1) ?? typesOfMoment(this.textBetween(at, end));
    }
    column.takeText(types);
    return end;
  }

  #scanColumnNumber(at: number, column: ColumnFacts): number {
    const end = this.scanNumber(at);
    if (end === incomplete) return incomplete;
    if (this.isPlain) column.takePlainNumber(this.wholeDigits, this.fractionDigits);
    else column.takeNumber(this.ascii(at, end));
    return end;
  }

  #scanNested(at: number, column: ColumnFacts, depth: number): number {
    if (depth > limits.jsonDepth.most) {
      throw new JsonFault(
        `expected at most ${limits.jsonDepth.most} levels of brackets, found more`,
        at,
      );
    }
    return this.bytes[at] === bytes.openBrace
      ? this.#scanObject(at, column, depth)
      : this.#scanList(at, column, depth);
  }

  #scanObject(start: number, column: ColumnFacts, depth: number): number {
    let at = this.skipSpace(start + 1);
    if (at >= this.end) return this.more(at);
    if (this.bytes[at] === bytes.closeBrace) return at + 1;
    const seen = this.#seen.open();
    for (;;) {
      if (this.bytes[at] !== bytes.quote) throw this.unexpected('a key in double quotes', at);
      const end = this.scanText(at);
      if (end === incomplete) return incomplete;
      const key = this.textBetween(at, end);
      if (!this.#seen.add(key)) {
        throw new JsonFault(`expected each key once, found '${key}' twice in one object`, at);
      }
      at = this.scanColon(end);
      if (at === incomplete) return incomplete;
      at = this.#scanInnerValue(at, column, depth);
      if (at === incomplete) return incomplete;
      at = this.skipSpace(at);
      if (at >= this.end) return this.more(at);
      if (this.bytes[at] === bytes.closeBrace) {
        this.#seen.close(seen);
        return at + 1;
      }
      if (this.bytes[at] !== bytes.comma) throw this.unexpected("',' or '}'", at);
      at = this.skipSpace(at + 1);
      if (at >= this.end) return this.more(at);
    }
  }

  #scanList(start: number, column: ColumnFacts, depth: number): number {
    let at = this.skipSpace(start + 1);
    if (at >= this.end) return this.more(at);
    if (this.bytes[at] === bytes.closeBracket) return at + 1;
    for (;;) {
      at = this.#scanInnerValue(at, column, depth);
      if (at === incomplete) return incomplete;
      at = this.skipSpace(at);
      if (at >= this.end) return this.more(at);
      if (this.bytes[at] === bytes.closeBracket) return at + 1;
      if (this.bytes[at] !== bytes.comma) throw this.unexpected("',' or ']'", at);
      at = this.skipSpace(at + 1);
      if (at >= this.end) return this.more(at);
    }
  }

  #scanInnerValue(at: number, column: ColumnFacts, depth: number): number {
    const byte = this.bytes[at] as number;
    if (byte === bytes.quote) return this.scanText(at);
    if (byte === bytes.openBrace || byte === bytes.openBracket) {
      return this.#scanNested(at, column, depth + 1);
    }
    if (byte !== bytes.minus && !isDigit(byte)) return this.scanWord(at);
    const end = this.scanNumber(at);
    if (end !== incomplete && !this.isPlain) column.takeInnerNumber(this.ascii(at, end));
    return end;
  }
}
