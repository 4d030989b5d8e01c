// Reads a gzip file to its end: DuckDB neither notices that one is cut short nor compares its checksum.
import { createReadStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { PathqlError } from '../errors.ts';
import type { CsvFile } from './csv-table.ts';
import { type Bytes, notReadable } from './file-head.ts';

/** The first `maxBytes`; rejects with csv_invalid when any of the file is damaged. */
export async function readGzip(file: CsvFile, maxBytes: number): Promise<Bytes> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let isWhole = true;
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const wanted = chunk.subarray(0, maxBytes - kept);
      if (wanted.length > 0) chunks.push(wanted);
      if (wanted.length < chunk.length) isWhole = false;
      kept += wanted.length;
      done();
    },
  });
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  try {
    await pipeline(createReadStream(file.path, { highWaterMark: 1 << 18 }), gunzip, keep);
  } catch (cause) {
    throw damaged(file, cause);
  }
  return { bytes: Buffer.concat(chunks), isWhole };
}

const faults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'it is damaged or no gzip file',
};

function damaged(file: CsvFile, cause: unknown): PathqlError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const fault = faults[code];
  if (fault === undefined) return notReadable(file, cause);
  const message = `The file '${file.shownPath}' cannot be decompressed: expected gzip, but ${fault}`;
  return new PathqlError('csv_invalid', message, { cause });
}
