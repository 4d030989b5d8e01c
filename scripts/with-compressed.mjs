// Compresses the file of a page in advance, for those who take it so.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below this, compressing saves nothing worth a second file. */
const smallestCompressed = 200;

/** The file, and its compressed ones. */
export async function withCompressed(file) {
  const { path, contents } = file;
  if (contents.length < smallestCompressed) return [file];
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  return [
    file,
    { path: `${path}.br`, contents: await promisify(brotliCompress)(contents, quality) },
    { path: `${path}.gz`, contents: await promisify(gzip)(contents, { level: 9 }) },
  ];
}
