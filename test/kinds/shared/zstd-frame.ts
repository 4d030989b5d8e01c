// Makes zstd frames by hand: Node 20 cannot, and some must be such as no encoder makes.

const maxBlockBytes = 2 ** 17;
const blockTypes = { raw: 0, repeatedByte: 1, reserved: 3 } as const;

interface Block {
  readonly type: keyof typeof blockTypes;
  readonly size: number;
  readonly content: Uint8Array;
}

/** A frame that holds the bytes as they are. */
export function zstdFrame(bytes: string | Uint8Array): Buffer {
  const content = Buffer.from(bytes);
  const blocks: Block[] = [];
  for (let at = 0; at === 0 || at < content.length; at += maxBlockBytes) {
    const part = content.subarray(at, at + maxBlockBytes);
    blocks.push({ type: 'raw', size: part.length, content: part });
  }
  return frameOf(blocks);
}

/** A frame of `count` blocks of four bytes, each of which stands for `size` times the byte. */
export function zstdBomb(byte: string, count: number, size = maxBlockBytes): Buffer {
  const block: Block = { type: 'repeatedByte', size, content: Buffer.from(byte) };
  return frameOf(Array.from({ length: count }, () => block));
}

/** A frame with a block of a type that is none. */
export function brokenZstdFrame(): Buffer {
  return frameOf([{ type: 'reserved', size: 1, content: Buffer.from('x') }]);
}

/** `windowLog`: the frame asks for 2 to the power of so many bytes of memory. */
export function frameOf(blocks: readonly Block[], windowLog = 17): Buffer {
  const header = [0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3];
  const parts = blocks.flatMap(({ type, size, content }, index) => {
    const isLast = index === blocks.length - 1;
    const head = Buffer.alloc(3);
    head.writeUIntLE((size << 3) | (blockTypes[type] << 1) | (isLast ? 1 : 0), 0, 3);
    return [head, content];
  });
  return Buffer.concat([Buffer.from(header), ...parts]);
}

/** A frame that a reader passes over. */
export function skippableFrame(length: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0x184d2a53, 0);
  head.writeUInt32LE(length, 4);
  return Buffer.concat([head, Buffer.alloc(length, 'skipped')]);
}
