// Decompresses a zstd stream frame by frame, and compares what frames say of their content: its length and its checksum.
import { setImmediate } from 'node:timers/promises';
import { type FrameFacts, ZstdFrames } from './zstd-frames.ts';

/** Nothing else is done while so many bytes are written. */
const bytesAtOnce = 64_000_000;
/** A block may take no more. */
const leastBlockBytes = 4;

/** For each block, which is 128 KiB at most, the decoder moves its whole window. */
function sliceBytesFor(windowBytes: number): number {
  return leastBlockBytes * Math.max(1, Math.floor(bytesAtOnce / (windowBytes + 2 ** 17)));
}

/** Throws at a stream that is damaged, is cut, or goes on after its last frame. */
export async function* unzstd(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoders = await frameDecoders();
  const frames = new ZstdFrames();
  let decoder = decoders();
  for await (const chunk of source) {
    for (const { bytes, ended } of frames.cut(chunk)) {
      const sliceBytes = sliceBytesFor(frames.largestWindow);
      for (let at = 0; at < bytes.length; at += sliceBytes) {
        const parts = decoder.push(bytes.subarray(at, at + sliceBytes));
        yield* parts;
        if (parts.length > 0) await setImmediate();
      }
      if (ended === null) continue;
      yield* decoder.end(ended);
      decoder = decoders();
    }
  }
  if (decoder.hasBegun) yield* decoder.end(null);
}

interface FrameDecoder {
  readonly hasBegun: boolean;
  push(bytes: Uint8Array): Buffer[];
  /** Null: the stream ends within the frame. */
  end(facts: FrameFacts | null): Buffer[];
}

async function frameDecoders(): Promise<() => FrameDecoder> {
  const { Decompress } = await import('fzstd');
  const { default: newHasher } = await import('xxhash-wasm');
  const { create64 } = await newHasher();
  return () => {
    let parts: Buffer[] = [];
    let hasBegun = false;
    let length = 0;
    const hash = create64();
    const decoder = new Decompress((part) => {
      length += part.length;
      hash.update(part);
      parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    });
    const push = (bytes: Uint8Array, isLast = false) => {
      hasBegun = true;
      parts = [];
      decoder.push(bytes, isLast);
      return parts;
    };
    return {
      get hasBegun() {
        return hasBegun;
      },
      push: (bytes) => push(bytes),
      end(facts) {
        const rest = push(new Uint8Array(0), true);
        if (facts !== null) assertContent(facts, { length, checksum: lowerHalf(hash.digest()) });
        return rest;
      },
    };
  };
}

function lowerHalf(hash: bigint): number {
  return Number(BigInt.asUintN(32, hash));
}

interface Content {
  readonly length: number;
  readonly checksum: number;
}

function assertContent({ contentBytes, checksum }: FrameFacts, found: Content): void {
  if (contentBytes !== null && contentBytes !== found.length) throw new Error('another length');
  if (checksum !== null && checksum !== found.checksum) throw new Error('another checksum');
}
