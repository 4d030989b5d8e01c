// Compresses by zstd where Node can: from 22.15 on.
import type { Duplex } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ContentEncoding } from './content-encoding.ts';

/** As the types of Node 20 do not know it. */
interface ZstdOfNode {
  readonly constants: Readonly<Record<'ZSTD_c_compressionLevel' | 'ZSTD_e_flush', number>>;
  createZstdCompress(options: object): Duplex;
  zstdCompress(
    body: Buffer,
    options: object,
    done: (error: Error | null, compressed: Buffer) => void,
  ): void;
}

export function zstdOfNode(): ContentEncoding | null {
  if (!('createZstdCompress' in zlib)) return null;
  const { constants, createZstdCompress, zstdCompress } = zlib as unknown as ZstdOfNode;
  const level = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
  return {
    name: 'zstd',
    compress: (body) => promisify(zstdCompress)(body, level),
    compressor: (flushesEachChunk) =>
      createZstdCompress({ ...level, ...(flushesEachChunk && { flush: constants.ZSTD_e_flush }) }),
  };
}
