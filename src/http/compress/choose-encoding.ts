// Chooses how the body of an answer is compressed, of what the client takes and this Node can write.
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { AnswerFormat } from '../../formats/answer-formats.ts';
import { weightOf } from '../accepted-names.ts';
import type { ContentEncoding } from './content-encoding.ts';
import { parallelGzip } from './parallel-gzip.ts';
import { zstdOfNode } from './zstd.ts';

/** The quickest ones: an answer is compressed once and sent once. */
const gzipLevel = { level: 1 };
const flush = zlib.constants.Z_SYNC_FLUSH;
const brotliLevel = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };

const brotli: ContentEncoding = {
  name: 'br',
  compress: (body) => promisify(zlib.brotliCompress)(body, brotliLevel),
  compressor: (flushesEachChunk) => {
    const flushing = { flush: zlib.constants.BROTLI_OPERATION_FLUSH };
    return zlib.createBrotliCompress({ ...brotliLevel, ...(flushesEachChunk && flushing) });
  },
};

const gzip: ContentEncoding = {
  name: 'gzip',
  compress: (body) => promisify(zlib.gzip)(body, gzipLevel),
  compressor: (flushesEachChunk) => {
    // Node has it from 20.15 and 22.2 on.
    if (typeof zlib.crc32 !== 'function')
      return zlib.createGzip({ ...gzipLevel, ...(flushesEachChunk && { flush }) });
    return (chunks) => parallelGzip(chunks, { ...gzipLevel, flushesEachChunk });
  },
};

/** The quickest first: it is taken where the client likes others no better. */
const encodings = [zstdOfNode(), brotli, gzip].filter((encoding) => encoding !== null);

/** Null: an answer in `format` is sent as it is. */
export function encodingOf(
  { isCompressed = false }: Pick<AnswerFormat, 'isCompressed'>,
  headers: IncomingHttpHeaders,
): ContentEncoding | null {
  if (isCompressed) return null;
  const accepted = headers['accept-encoding'];
  let best: ContentEncoding | null = null;
  let bestWeight = 0;
  for (const encoding of encodings) {
    const weight = weightOf(encoding.name, accepted);
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}
