// Gives parts of the bytes of a Parquet file.
import { openFile } from '../shared/bytes/open-file.ts';
import type { SourceFile } from '../shared/source-file.ts';

export interface ParquetBytes {
  readonly byteLength: number;
  /** Rejects with the reason of the signal. */
  slice(start: number, end?: number): Promise<ArrayBuffer>;
}

/** The file is open while `work` runs. */
export async function withParquetBytes<T>(
  file: SourceFile,
  signal: AbortSignal,
  work: (bytes: ParquetBytes) => Promise<T>,
): Promise<T> {
  const handle = await openFile(file);
  try {
    const { size: byteLength } = await handle.stat();
    const slice = async (start: number, end = byteLength) => {
      signal.throwIfAborted();
      const part = new Uint8Array(Math.max(0, Math.min(end, byteLength) - start));
      const { bytesRead } = await handle.read(part, 0, part.length, start);
      return bytesRead === part.length ? part.buffer : part.buffer.slice(0, bytesRead);
    };
    return await work({ byteLength, slice });
  } finally {
    await handle.close();
  }
}
