// Puts bytes away as a blob, which the browser moves to disk when there are many. For workers, which may wait for a read.
import type { KeptBytes } from './row-pages.ts';

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

export function keepAsBlob(pieces: readonly Uint8Array[]): KeptBytes {
  const blob = new Blob([...pieces] as BlobPart[]);
  return {
    read: (start, end) =>
      new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob.slice(start, end))),
  };
}
