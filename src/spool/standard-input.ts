// Writes standard input, and what other descriptors hold, to files: a query may read them more than once, and types are inferred before.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { waitFor } from '../concurrency/wait-for.ts';
import { PathqlError } from '../errors.ts';
import { isMissing, notReadable } from '../files/not-readable.ts';
import type { EnoughBytes, FindPiped, PipedFile } from '../files/piped-file.ts';

export interface PipedInputs {
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  /** Whether /dev/fd/63 is read, too. */
  readonly readsDescriptors?: boolean | undefined;
}

export interface PipedFiles {
  readonly folder: string;
  /** Of each. */
  readonly limitBytes: number;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

const standardInputNames: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0']);
/** Not what the command itself writes. */
const descriptorName = /^\/(?:dev|proc\/self)\/fd\/(?![012]$)\d+$/;

/** Each is written to a file of its own, as far as it was asked for. Rejects with answer_too_large beyond the limit. */
export function spooledOnce(inputs: PipedInputs, files: PipedFiles): FindPiped | undefined {
  const { standardInput, readsDescriptors = false } = inputs;
  if (standardInput === undefined && !readsDescriptors) return undefined;
  const spooled = new Map<string, SpooledInput>();
  const open = (name: string): AsyncIterable<Uint8Array> | undefined => {
    if (standardInputNames.has(name)) return standardInput;
    return readsDescriptors && descriptorName.test(name) ? chunksOf(name) : undefined;
  };
  return (name, enough) => {
    const key = standardInputNames.has(name) ? '-' : name;
    const known = spooled.get(key);
    if (known !== undefined) return known.read(enough);
    const input = open(name);
    if (input === undefined) return undefined;
    const added = new SpooledInput(input, `standard-input-${spooled.size}.csv`, files);
    spooled.set(key, added);
    return added.read(enough);
  };
}

async function* chunksOf(descriptor: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(descriptor);
  } catch (cause) {
    if (isMissing(cause)) {
      const message = `The file '${descriptor}' does not exist: nothing is open there. A shell opens it for <(…)`;
      throw new PathqlError('file_not_found', message, { cause });
    }
    throw notReadable(cause, descriptor);
  }
}

/** What came so far lies in a file, which grows when more is asked for. */
class SpooledInput {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #name: string;
  readonly #files: PipedFiles;
  #path: string | null = null;
  #bytes = 0;
  #isWhole = false;
  /** One after the other. */
  #reading: Promise<unknown> = Promise.resolve();

  constructor(input: AsyncIterable<Uint8Array>, name: string, files: PipedFiles) {
    this.#chunks = input[Symbol.asyncIterator]();
    this.#name = name;
    this.#files = files;
  }

  read(enough: EnoughBytes | undefined): Promise<PipedFile> {
    const reading = this.#reading.then(() => this.#readOn(enough));
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #readOn(enough: EnoughBytes | undefined): Promise<PipedFile> {
    const path = this.#path ?? (await this.#begin());
    const isPlain = path.endsWith(this.#name);
    const most = enough?.[isPlain ? 'plain' : 'compressed'] ?? Number.POSITIVE_INFINITY;
    if (!this.#isWhole && this.#bytes < most) {
      const file = createWriteStream(path, { flags: 'a', mode: 0o600 });
      await pipeline(Readable.from(this.#upTo(most)), file, { signal: this.#files.signal });
    }
    return { path, isWhole: this.#isWhole };
  }

  /** The first bytes tell its name. */
  async #begin(): Promise<string> {
    const { folder, signal } = this.#files;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const start = await waitFor(startOf(this.#chunks), signal);
    const path = join(folder, this.#name + endingOf(start));
    await writeFile(path, start, { mode: 0o600 });
    this.#path = path;
    this.#bytes = start.length;
    return path;
  }

  async *#upTo(most: number): AsyncGenerator<Uint8Array> {
    const { limitBytes } = this.#files;
    while (this.#bytes < most) {
      const { done = false, value } = await this.#chunks.next();
      this.#isWhole = done;
      if (done) return;
      this.#bytes += value.length;
      if (this.#bytes > limitBytes) throw tooLarge(limitBytes);
      yield value;
    }
  }
}

function tooLarge(limitBytes: number): PathqlError {
  const message = `What is piped in takes more disk space than SPILL_LIMIT allows (${limitBytes} bytes): it is stored before it is read. Raise the limit, pipe in less, or name a file`;
  return new PathqlError('answer_too_large', message);
}

const longestMark = 4;

/** Its first bytes, as many as tell how it is compressed. */
async function startOf(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < longestMark) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, Buffer.from(next.value)]);
  }
  return start;
}

const marks: readonly { readonly bytes: Buffer; readonly ending: string }[] = [
  { bytes: Buffer.from([0x1f, 0x8b]), ending: '.gz' },
  { bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), ending: '.zst' },
];

/** Compressed files are told by their names, which a pipe has not. */
function endingOf(start: Buffer): string {
  const mark = marks.find(({ bytes }) => start.subarray(0, bytes.length).equals(bytes));
  return mark?.ending ?? '';
}
