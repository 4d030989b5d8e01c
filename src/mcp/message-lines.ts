// Passes on the lines that are messages of JSON-RPC and answers the others, as the transport of the SDK is silent about them.
import { isUtf8 } from 'node:buffer';
import { Transform, type TransformCallback, type Writable } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { withExactParams } from './exact-params.ts';
import { withoutNulls } from './without-nulls.ts';

export interface LineLimits {
  /** Where answers go. */
  readonly output: Writable;
  readonly maxMessageBytes: number;
}

/** Of JSON-RPC. */
const parseError = -32_700;
const invalidRequest = -32_600;

const newline = 0x0a;

export class MessageLines extends Transform {
  readonly #output: Writable;
  readonly #maxBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor({ output, maxMessageBytes }: LineLimits) {
    super();
    this.#output = output;
    this.#maxBytes = maxMessageBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#add(chunk.subarray(start));
    done();
  }

  /** Of a line that is too long only the length is kept. */
  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #endLine(): void {
    const isTooLong = this.#bytes > this.#maxBytes;
    const line = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#bytes = 0;
    if (!isTooLong) {
      this.#take(line);
      return;
    }
    const fault = `of at most ${this.#maxBytes} bytes (MAX_BODY_BYTES), got a larger one`;
    this.#refuse({ code: invalidRequest, fault });
  }

  #take(line: Buffer): void {
    const text = line
      .toString()
      .replace(/^\uFEFF/, '')
      .trim();
    if (text === '') return;
    const message = isUtf8(line) ? messageIn(text) : notUtf8;
    if (typeof message === 'string') this.push(`${message}\n`);
    else this.#refuse(message);
  }

  #refuse({ code, fault, id = null }: Refusal): void {
    const message = `Expected a message of JSON-RPC ${fault}`;
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

interface Refusal {
  readonly code: number;
  /** What was expected of the message, and what came. */
  readonly fault: string;
  readonly id?: string | number | null;
}

const notUtf8: Refusal = { code: parseError, fault: 'in UTF-8, got bytes that are not UTF-8' };

/** As it is passed on. */
function messageIn(text: string): string | Refusal {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    const fault = `in each line, got a line that is no JSON: ${startOf(text)}`;
    return { code: parseError, fault };
  }
  try {
    const given = withExactParams(withoutNulls(message), () => text);
    parseJSONRPCMessage(given);
    return given === message ? text : JSON.stringify(given);
  } catch {
    const came = Array.isArray(message) ? 'an array; batches are not taken' : startOf(text);
    return { code: invalidRequest, fault: `in each line, got ${came}`, id: idOf(message) };
  }
}

function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { readonly id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function startOf(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
