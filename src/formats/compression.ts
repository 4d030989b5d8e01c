// Compresses what is written into files whose names end in .gz or .zst.
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { PathqlError } from '../errors.ts';
import type { Compression } from '../query/layouts.ts';

export const compressionOfExtension: Readonly<Record<string, Compression>> = {
  '.gz': 'gzip',
  '.zst': 'zstd',
};

/** Throws usage_invalid where this Node has none. */
export function compressor(compression: Compression): Transform {
  if (compression === 'gzip') return zlib.createGzip();
  // From Node 22.15 on.
  const create = (zlib as { createZstdCompress?: () => Transform }).createZstdCompress;
  if (create !== undefined) return create();
  const message = `Node ${process.version} compresses this format by gzip only: let the name end in .gz, or write CSV, TSV or NDJSON`;
  throw new PathqlError('usage_invalid', message);
}
