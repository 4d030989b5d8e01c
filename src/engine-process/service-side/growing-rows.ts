// Reads rows from a file that the engine still writes, until the query has ended.
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const readBytes = 64 * 1024;
/** The engine writes some 100 KB at a time. */
const pauseMs = 20;

/** Rejects as the query does: then what was read is not all. */
export async function* growingRows(
  path: string,
  query: Promise<unknown>,
): AsyncGenerator<Uint8Array, void> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  query.then(end, end);
  let handle: FileHandle | null = null;
  try {
    for (let position = 0; ; ) {
      // Looked at before the read: what was written until then is read.
      const isLast = hasEnded;
      handle ??= await openIfThere(path);
      const part = handle === null ? null : await readPart(handle, position);
      if (part !== null) {
        position += part.length;
        yield part;
      } else if (isLast) {
        await query;
        if (handle === null) throw new Error('The file of the rows is gone');
        return;
      } else await sleep(pauseMs);
    }
  } finally {
    await handle?.close();
  }
}

async function readPart(handle: FileHandle, position: number): Promise<Uint8Array | null> {
  const buffer = Buffer.allocUnsafe(readBytes);
  const { bytesRead } = await handle.read(buffer, 0, readBytes, position);
  return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
}

/** The engine says that it begins before it opens the file. */
async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
