// Where the rows of a finished answer wait: in memory while they are few, else in a spool file.
import { type FileHandle, open, unlink } from 'node:fs/promises';

export interface StoredRows {
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Bytes of rows held in memory before they go to a file. */
const memoryLimitBytes = 8 * 1024 * 1024;
const readBytes = 1024 * 1024;

/** Takes rows in order; `store` ends the taking. */
export class RowStore {
  readonly #spoolPath: string;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #file: FileHandle | null = null;

  constructor(spoolPath: string) {
    this.#spoolPath = spoolPath;
  }

  async add(rows: Uint8Array): Promise<void> {
    this.#held.push(rows);
    this.#heldBytes += rows.length;
    if (this.#heldBytes > memoryLimitBytes) await this.#spill();
  }

  async store(): Promise<StoredRows> {
    if (this.#file === null) return inMemory(this.#held);
    await this.#spill();
    const file = this.#file;
    this.#file = null;
    return inFile(file, 0);
  }

  /** Frees what was taken when no one will store it. */
  async discard(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }

  async #spill(): Promise<void> {
    this.#file ??= await openUnlinked(this.#spoolPath, 'wx+');
    await this.#file.writev(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
  }
}

/** The rows in a file that is complete, without `margin` bytes at both ends. */
export async function rowsInFile(path: string, margin: number): Promise<StoredRows> {
  return inFile(await openUnlinked(path, 'r'), margin);
}

/** The name goes at once, so nothing is left behind however the process ends. */
async function openUnlinked(path: string, flags: string): Promise<FileHandle> {
  const file = await open(path, flags, 0o600);
  await unlink(path);
  return file;
}

function inMemory(rows: readonly Uint8Array[]): StoredRows {
  return {
    async *read() {
      yield* rows;
    },
    close: () => Promise.resolve(),
  };
}

function inFile(file: FileHandle, margin: number): StoredRows {
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= file.close();
    return closing;
  };
  async function* read(): AsyncIterable<Uint8Array> {
    const end = (await file.stat()).size - margin;
    for (let position = margin; position < end; ) {
      const length = Math.min(readBytes, end - position);
      const { bytesRead, buffer } = await file.read(
        Buffer.allocUnsafe(length),
        0,
        length,
        position,
      );
      if (bytesRead === 0) throw new Error('The spool file is shorter than it was');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
  return { read, close };
}
