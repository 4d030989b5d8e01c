// Tells by the names of files how they are compressed.

export type Compression = 'none' | 'gzip' | 'zstd';

export const compressedExtensions = ['.gz', '.zst'] as const;

export function compressionByName(path: string): Compression {
  if (/\.gz$/i.test(path)) return 'gzip';
  return /\.zst$/i.test(path) ? 'zstd' : 'none';
}
