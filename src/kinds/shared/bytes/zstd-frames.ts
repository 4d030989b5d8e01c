// Cuts a zstd stream into frames without decompressing, and refuses those that want too much memory.

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

/** What a frame says of its content; null: it does not. Of one that a reader passes over, nothing. */
export interface FrameFacts {
  readonly contentBytes: number | null;
  /** The lower half of its XXH64. */
  readonly checksum: number | null;
}

/** Bytes of one frame. */
interface FramePart {
  readonly bytes: Buffer;
  /** Null: the frame goes on. */
  readonly ended: FrameFacts | null;
}

const nothing = Buffer.alloc(0);

export class ZstdFrames {
  readonly #steps = frameSteps({
    onWindow: (windowBytes) => {
      this.#largestWindow = Math.max(this.#largestWindow, windowBytes);
    },
    onEnd: (facts) => {
      this.#ended = facts;
    },
  });
  #step: Step = this.#steps.next(nothing).value;
  #missing = this.#step.bytes;
  #seen: Buffer = nothing;
  #largestWindow = 0;
  #ended: FrameFacts | null = null;

  /** Bytes of memory that a frame wants, of those whose header was seen. */
  get largestWindow(): number {
    return this.#largestWindow;
  }

  /** The next bytes of the stream, cut. Throws at what is no frame or too large; the decoder finds other faults. */
  *cut(bytes: Buffer): Generator<FramePart> {
    for (let at = 0; at < bytes.length; ) {
      const length = this.#toEnd(bytes.subarray(at));
      yield { bytes: bytes.subarray(at, at + length), ended: this.#ended };
      at += length;
    }
  }

  /** How many of the bytes belong to the frame that they begin in. */
  #toEnd(bytes: Buffer): number {
    this.#ended = null;
    let at = 0;
    while (at < bytes.length && this.#ended === null) {
      const part = bytes.subarray(at, at + this.#missing);
      if (!this.#step.isSkipped) this.#seen = Buffer.concat([this.#seen, part]);
      this.#missing -= part.length;
      at += part.length;
      while (this.#missing === 0) this.#next();
    }
    return at;
  }

  #next(): void {
    this.#step = this.#steps.next(this.#seen).value;
    this.#missing = this.#step.bytes;
    this.#seen = nothing;
  }
}

const look = (bytes: number): Step => ({ bytes, isSkipped: false });
const skip = (bytes: number): Step => ({ bytes, isSkipped: true });

interface FrameEvents {
  readonly onWindow: (bytes: number) => void;
  readonly onEnd: (facts: FrameFacts) => void;
}

function* frameSteps({ onWindow, onEnd }: FrameEvents): Generator<Step, never, Buffer> {
  for (;;) {
    const magic = (yield look(4)).readUInt32LE();
    if ((magic & ~15) >>> 0 === skippableMagic) {
      yield skip((yield look(4)).readUInt32LE());
      onEnd({ contentBytes: null, checksum: null });
      continue;
    }
    if (magic !== frameMagic) throw new Error('no frame of zstd');
    const { hasChecksum, windowBytes, contentBytes } = yield* frameHeader();
    onWindow(windowBytes);
    for (let isLast = false; !isLast; ) {
      const block = (yield look(3)).readUIntLE(0, 3);
      const bytes = block >>> 3;
      if (bytes > maxBlockBytes) throw new Error('a block that is too large');
      isLast = (block & 1) === 1;
      const isRepeatedByte = ((block >>> 1) & 3) === 1;
      yield skip(isRepeatedByte ? 1 : bytes);
    }
    const checksum = hasChecksum ? (yield look(4)).readUInt32LE() : null;
    onEnd({ contentBytes, checksum });
  }
}

interface FrameHeader {
  /** A checksum ends the frame. */
  readonly hasChecksum: boolean;
  readonly windowBytes: number;
  readonly contentBytes: number | null;
}

function* frameHeader(): Generator<Step, FrameHeader, Buffer> {
  const descriptor = (yield look(1)).readUInt8();
  const isSingleSegment = (descriptor & 0b100000) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  let windowBytes = isSingleSegment ? 0 : windowOf((yield look(1)).readUInt8());
  yield skip(dictionaryBytes);
  const size = yield look(sizeBytes);
  const contentBytes = sizeBytes === 0 ? null : sizeOf(size);
  if (isSingleSegment) windowBytes = sizeOf(size);
  if (windowBytes > maxWindowBytes) throw new FrameTooLarge(tooLarge(windowBytes));
  return { hasChecksum: (descriptor & 0b100) !== 0, windowBytes, contentBytes };
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
