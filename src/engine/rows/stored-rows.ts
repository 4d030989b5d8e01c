// Where the rows of a finished answer wait: in memory when they are few, else in a spool file.
import { type FileHandle, open, unlink } from 'node:fs/promises';

export interface StoredRows {
  read(): AsyncIterable<Uint8Array>;
  /** Closing twice is safe. */
  close(): Promise<void>;
}

const readBytes = 1024 * 1024;

export function rowsInMemory(rows: Uint8Array): StoredRows {
  return {
    async *read() {
      yield rows;
    },
    close: () => Promise.resolve(),
  };
}

/**
 * The rows in a file that is complete, without `margin` bytes at both ends. The name of the file goes at once,
 * so nothing is left behind however the process ends.
 */
export async function rowsInFile(path: string, margin: number): Promise<StoredRows> {
  const file = await open(path, 'r');
  await unlink(path);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= file.close();
    return closing;
  };
  return { read: () => readFrom(file, margin), close };
}

async function* readFrom(file: FileHandle, margin: number): AsyncIterable<Uint8Array> {
  const end = (await file.stat()).size - margin;
  for (let position = margin; position < end; ) {
    const length = Math.min(readBytes, end - position);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position);
    if (bytesRead === 0) throw new Error('The spool file is shorter than it was');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
