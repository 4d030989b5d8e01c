// Follows the frames of a zstd stream without decompressing, and refuses those that want too much memory.

/** As much as `zstd -d` sets aside for a frame unless told otherwise. */
const maxWindowBytes = 2 ** 27;
const maxBlockBytes = 2 ** 17;

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

export class FrameTooLarge extends Error {}

/** What comes next: so many bytes to look at, or to pass over. */
interface Step {
  readonly bytes: number;
  readonly isSkipped: boolean;
}

const nothing = Buffer.alloc(0);

export class ZstdFrames {
  readonly #steps = frameSteps((windowBytes) => {
    this.#largestWindow = Math.max(this.#largestWindow, windowBytes);
  });
  #step: Step = this.#steps.next(nothing).value;
  #missing = this.#step.bytes;
  #seen: Buffer = nothing;
  #largestWindow = 0;

  /** Bytes of memory that a frame wants, of those whose header was seen. */
  get largestWindow(): number {
    return this.#largestWindow;
  }

  /** Takes the next bytes of the stream. Throws at what is no frame or too large; the decoder finds other faults. */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#missing);
      if (!this.#step.isSkipped) this.#seen = Buffer.concat([this.#seen, part]);
      this.#missing -= part.length;
      at += part.length;
      while (this.#missing === 0) this.#next();
    }
  }

  #next(): void {
    this.#step = this.#steps.next(this.#seen).value;
    this.#missing = this.#step.bytes;
    this.#seen = nothing;
  }
}

const look = (bytes: number): Step => ({ bytes, isSkipped: false });
const skip = (bytes: number): Step => ({ bytes, isSkipped: true });

function* frameSteps(onWindow: (bytes: number) => void): Generator<Step, never, Buffer> {
  for (;;) {
    const magic = (yield look(4)).readUInt32LE();
    if ((magic & ~15) >>> 0 === skippableMagic) {
      yield skip((yield look(4)).readUInt32LE());
      continue;
    }
    if (magic !== frameMagic) throw new Error('no frame of zstd');
    const { hasChecksum, windowBytes } = yield* frameHeader();
    onWindow(windowBytes);
    for (let isLast = false; !isLast; ) {
      const block = (yield look(3)).readUIntLE(0, 3);
      const bytes = block >>> 3;
      if (bytes > maxBlockBytes) throw new Error('a block that is too large');
      isLast = (block & 1) === 1;
      const isRepeatedByte = ((block >>> 1) & 3) === 1;
      yield skip(isRepeatedByte ? 1 : bytes);
    }
    yield skip(hasChecksum ? 4 : 0);
  }
}

interface FrameHeader {
  /** A checksum ends the frame. */
  readonly hasChecksum: boolean;
  readonly windowBytes: number;
}

function* frameHeader(): Generator<Step, FrameHeader, Buffer> {
  const descriptor = (yield look(1)).readUInt8();
  const isSingleSegment = (descriptor & 0b100000) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  let windowBytes = isSingleSegment ? 0 : windowOf((yield look(1)).readUInt8());
  yield skip(dictionaryBytes);
  const size = yield look(sizeBytes);
  if (isSingleSegment) windowBytes = sizeOf(size);
  if (windowBytes > maxWindowBytes) throw new FrameTooLarge(tooLarge(windowBytes));
  return { hasChecksum: (descriptor & 0b100) !== 0, windowBytes };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >>> 3));
  return base + (base / 8) * (descriptor & 7);
}

function sizeOf(bytes: Buffer): number {
  if (bytes.length === 8) return Number(bytes.readBigUInt64LE());
  return bytes.readUIntLE(0, bytes.length) + (bytes.length === 2 ? 256 : 0);
}

function tooLarge(windowBytes: number): string {
  return `it needs ${windowBytes} bytes of memory at once, at most ${maxWindowBytes} are given. Compress it again without --long`;
}
