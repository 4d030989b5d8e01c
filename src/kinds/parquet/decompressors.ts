// Decompresses pages of Parquet files, as hyparquet asks for it.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';

/** SNAPPY is in the library. */
export async function decompressors(): Promise<Compressors> {
  const { decompress } = await import('fzstd');
  return {
    GZIP: (input) => gunzipSync(input),
    BROTLI: (input) => brotliDecompressSync(input),
    ZSTD: (input, length) => decompress(input, new Uint8Array(length)),
  };
}
