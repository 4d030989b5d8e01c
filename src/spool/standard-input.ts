// Writes standard input, and what other descriptors hold, to files: a query may read them more than once, and types are inferred before.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PathqlError } from '../errors.ts';

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

/** The path of the file that holds what a pipe of this name brought; undefined for what names no pipe. */
export type FindPiped = (name: string) => Promise<string> | undefined;

const standardInputNames: ReadonlySet<string> = new Set(['-', '/dev/stdin', '/dev/fd/0']);
const descriptorName = /^\/(?:dev|proc\/self)\/fd\/(?!0$)\d+$/;

/** Each is written to a file of its own when first asked for. Rejects with answer_too_large beyond the limit. */
export function spooledOnce(inputs: PipedInputs, files: PipedFiles): FindPiped | undefined {
  const { standardInput, readsDescriptors = false } = inputs;
  if (standardInput === undefined && !readsDescriptors) return undefined;
  const spooled = new Map<string, Promise<string>>();
  const open = (name: string): AsyncIterable<Uint8Array> | undefined => {
    if (standardInputNames.has(name)) return standardInput;
    return readsDescriptors && descriptorName.test(name) ? createReadStream(name) : undefined;
  };
  return (name) => {
    const key = standardInputNames.has(name) ? '-' : name;
    const known = spooled.get(key);
    if (known !== undefined) return known;
    const input = open(name);
    if (input === undefined) return undefined;
    const path = spool(input, `standard-input-${spooled.size}.csv`, files);
    spooled.set(key, path);
    return path;
  };
}

async function spool(
  input: AsyncIterable<Uint8Array>,
  name: string,
  { folder, limitBytes, signal }: PipedFiles,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const chunks = input[Symbol.asyncIterator]();
  const start = await startOf(chunks);
  const path = join(folder, name + endingOf(start));
  const whole = async function* () {
    let bytes = start.length;
    yield start;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      bytes += next.value.length;
      if (bytes > limitBytes) throw tooLarge(limitBytes);
      yield next.value;
    }
  };
  await pipeline(Readable.from(whole()), createWriteStream(path, { mode: 0o600 }), { signal });
  return path;
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
