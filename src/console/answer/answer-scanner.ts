// Takes the JSON document of an answer apart as its bytes come: what stands before the rows, the rows, what comes behind.
import { unit } from '../../client/json-code-units.ts';
import { readJson, type Value } from '../../client/read-json.ts';

export interface RowPage {
  /** Rows as JSON arrays, joined by commas. */
  readonly bytes: Uint8Array;
  readonly rowCount: number;
}

/** A page is asked for, sent and read as one; small enough that reading it is not felt. */
const mostRowsOfPage = 256;
const mostBytesOfPage = 128 * 1024;
/** Names and types of columns are not as long. */
const mostBytesOfHead = 16 * 1024 * 1024;

export class AnswerScanner {
  readonly #onPage: (page: RowPage) => void;
  #part: 'head' | 'rows' | 'tail' = 'head';
  #head = '';
  #tail = '';
  readonly #decoder = new TextDecoder();
  /** Of the page that is not full: its bytes in earlier chunks. */
  #begun: Uint8Array[] = [];
  #begunBytes = 0;
  #begunRows = 0;
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  constructor(onPage: (page: RowPage) => void) {
    this.#onPage = onPage;
  }

  push(chunk: Uint8Array): void {
    const rowsFrom = this.#part === 'head' ? this.#readHead(chunk) : 0;
    const tailFrom = this.#part === 'rows' ? this.#readRows(chunk, rowsFrom) : rowsFrom;
    if (this.#part === 'tail') {
      this.#tail += this.#decoder.decode(chunk.subarray(tailFrom), { stream: true });
    }
  }

  /** The document without its rows, and without what comes behind them as long as it is not here. */
  get frame(): Value | undefined {
    if (this.#part === 'head') return undefined;
    return readJson(`${this.#head}]${this.isComplete ? this.#tail : '}'}`);
  }

  /** Whether all of the document has come. */
  get isComplete(): boolean {
    if (this.#part !== 'tail') return false;
    try {
      readJson(`{"rows":[]${this.#tail}`);
      return true;
    } catch {
      return false;
    }
  }

  /** The offset behind the bracket that opens the rows, or the length of the chunk. */
  #readHead(chunk: Uint8Array): number {
    const before = this.#head.length;
    // One character for each byte, so that places in both are the same.
    const text = this.#head + latin1(chunk);
    // Not a part of a name: quotes inside of those are escaped.
    const opening = /"rows"\s*:\s*\[/.exec(text);
    if (opening === null) {
      if (text.length > mostBytesOfHead) throw new SyntaxError('Expected "rows" in the answer');
      this.#head = text;
      return chunk.length;
    }
    const end = opening.index + opening[0].length;
    this.#head = asUtf8(text.slice(0, end));
    this.#part = 'rows';
    return end - before;
  }

  /** The offset behind the bracket that closes the rows, or the length of the chunk. */
  #readRows(chunk: Uint8Array, from: number): number {
    let pageStart = this.#begunRows > 0 || this.#begunBytes > 0 ? from : -1;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === unit.backslash) this.#isEscaped = true;
        else if (byte === unit.quote) this.#isInText = false;
      } else if (byte === unit.quote) {
        this.#isInText = true;
      } else if (byte === unit.openBracket || byte === unit.openBrace) {
        if (pageStart === -1) pageStart = at;
        this.#depth += 1;
      } else if (byte === unit.closeBracket || byte === unit.closeBrace) {
        if (this.#depth === 0) {
          this.#endRows(chunk.subarray(Math.max(pageStart, 0), pageStart === -1 ? 0 : at));
          return at + 1;
        }
        this.#depth -= 1;
        if (this.#depth === 0) {
          this.#begunRows += 1;
          if (this.#isFull(at - pageStart)) {
            this.#endPage(chunk.subarray(pageStart, at + 1));
            pageStart = -1;
          }
        }
      }
    }
    if (pageStart !== -1) this.#keep(chunk.subarray(pageStart));
    return chunk.length;
  }

  #isFull(bytes: number): boolean {
    return this.#begunRows >= mostRowsOfPage || this.#begunBytes + bytes >= mostBytesOfPage;
  }

  #keep(bytes: Uint8Array): void {
    this.#begun.push(bytes);
    this.#begunBytes += bytes.length;
  }

  #endPage(last: Uint8Array): void {
    this.#keep(last);
    this.#onPage({ bytes: joined(this.#begun, this.#begunBytes), rowCount: this.#begunRows });
    this.#begun = [];
    this.#begunBytes = 0;
    this.#begunRows = 0;
  }

  #endRows(last: Uint8Array): void {
    this.#part = 'tail';
    if (this.#begunRows > 0) this.#endPage(last);
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return text;
}

function asUtf8(latin1Text: string): string {
  return new TextDecoder().decode(Uint8Array.from(latin1Text, (letter) => letter.charCodeAt(0)));
}
