// Walks the frames of a zstd file without decompressing: DuckDB does not notice that one is cut short.
import { type FileHandle, open } from 'node:fs/promises';
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-table.ts';
import { notReadable } from './file-bytes.ts';

const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;

/** Rejects with csv_invalid unless the file is complete frames from its first byte to its last. */
export async function checkZstdFrames(file: CsvFile): Promise<void> {
  const handle = await open(file.path).catch((cause: unknown) => {
    throw notReadable(file, cause);
  });
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new BrokenFrame('it is empty');
    for (let at = 0; at < size; ) at = await endOfFrame(new Window(handle, size), at);
  } catch (cause) {
    if (!(cause instanceof BrokenFrame)) throw notReadable(file, cause);
    const message = `The file '${file.shownPath}' cannot be decompressed: expected zstd, but ${cause.message}`;
    throw new PathqlError('csv_invalid', message, { cause });
  } finally {
    await handle.close();
  }
}

class BrokenFrame extends Error {}

async function endOfFrame(bytes: Window, start: number): Promise<number> {
  const magic = await bytes.read(start, 4);
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) {
    return bytes.within(start + 8 + (await bytes.read(start + 4, 4)));
  }
  if (magic !== frameMagic) throw new BrokenFrame('it is damaged or no zstd file');
  const descriptor = await bytes.read(start + 4, 1);
  const hasChecksum = (descriptor & 0b100) !== 0;
  let at = start + 5 + headerLength(descriptor);
  for (let isLast = false; !isLast; ) {
    const block = await bytes.read(at, 3);
    isLast = (block & 1) === 1;
    const isRepeatedByte = ((block >>> 1) & 0b11) === 1;
    at = bytes.within(at + 3 + (isRepeatedByte ? 1 : block >>> 3));
  }
  return bytes.within(at + (hasChecksum ? 4 : 0));
}

/** Bytes between the frame header's descriptor and the first block. */
function headerLength(descriptor: number): number {
  const isSingleSegment = (descriptor & 0b100000) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 0b11] ?? 0;
  const contentSize = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >>> 6] ?? 0;
  return (isSingleSegment ? 0 : 1) + dictionary + contentSize;
}

class Window {
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.#size = size;
  }

  /** A little-endian number. */
  async read(at: number, length: number): Promise<number> {
    this.within(at + length);
    const buffer = Buffer.alloc(length);
    await this.#handle.read(buffer, 0, length, at);
    return buffer.readUIntLE(0, length);
  }

  within(end: number): number {
    if (end > this.#size) throw new BrokenFrame('it ends too early');
    return end;
  }
}
