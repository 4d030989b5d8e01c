// Checks that bytes that come in chunks are UTF-8, and finds where they stop being so.
import { isUtf8 } from 'node:buffer';

export class Utf8Check {
  /** The start of a character whose rest is in the next chunk. */
  #open: Buffer = Buffer.alloc(0);
  #offset = 0;

  /** Bytes before the first character that is none, or null. */
  check(chunk: Buffer): number | null {
    const missing = this.#open.length === 0 ? 0 : lengthAfter(this.#open[0]) - this.#open.length;
    const closed = Buffer.concat([this.#open, chunk.subarray(0, missing)]);
    if (chunk.length < missing) {
      this.#open = closed;
      return null;
    }
    const start = this.#offset - this.#open.length;
    if (!isUtf8(closed)) return start;
    const rest = chunk.subarray(missing);
    const end = endOfWhole(rest);
    const whole = rest.subarray(0, end);
    if (!isUtf8(whole)) return this.#offset + missing + validLength(whole);
    this.#open = Buffer.from(rest.subarray(end));
    this.#offset += chunk.length;
    return null;
  }

  end(): number | null {
    return this.#open.length === 0 ? null : this.#offset - this.#open.length;
  }
}

/** Bytes of a character that starts with `lead`. */
function lengthAfter(lead = 0): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** Where the characters end that are there in full. */
function endOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return byte >= 0xc0 && lengthAfter(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function validLength(bytes: Buffer): number {
  let [valid, invalid] = [0, bytes.length];
  while (invalid - valid > 4) {
    let middle = (valid + invalid) >> 1;
    while (middle > valid && isContinuation(bytes[middle] ?? 0)) middle--;
    if (middle === valid) break;
    if (isUtf8(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  for (let length = 1; length <= 4; length++) {
    if (!isUtf8(bytes.subarray(valid, valid + length))) continue;
    valid += length;
    length = 0;
    if (valid >= bytes.length) break;
  }
  return valid;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
