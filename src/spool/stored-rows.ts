// Holds the rows of a finished answer: in memory when they are few, else in a file.
import { open, rm } from 'node:fs/promises';

export interface StoredRows {
  /** Where they lie, when they are not in memory. */
  readonly file: RowFile | null;
  /** To be called at most once. */
  read(): AsyncIterable<Uint8Array>;
  /** Frees what holds them. Closing twice is safe. */
  close(): Promise<void>;
}

export interface RowFile {
  readonly path: string;
  /** Bytes at both ends that belong to no row. */
  readonly marginBytes: number;
}

/** Few, as a client that does not read leaves them in memory. */
const readBytes = 64 * 1024;

export function rowsInMemory(rows: Uint8Array): StoredRows {
  return {
    file: null,
    async *read() {
      yield rows;
    },
    close: () => Promise.resolve(),
  };
}

/** The file is complete. It goes when the rows are closed. */
export function rowsInFile(file: RowFile): StoredRows {
  return { file, read: () => readFrom(file), close: () => rm(file.path, { force: true }) };
}

async function* readFrom({ path, marginBytes }: RowFile): AsyncIterable<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const end = (await handle.stat()).size - marginBytes;
    for (let position = marginBytes; position < end; ) {
      const length = Math.min(readBytes, end - position);
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      if (bytesRead === 0) throw new Error('The spool file is shorter than it was');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
