// Compares the pages of a Parquet file with their checksums, where the writer gave them any: engines do not.
import { crc32 } from 'node:zlib';
import type { ColumnMetaData, FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { SourceFile } from '../shared/source-file.ts';
import type { ParquetBytes } from './parquet-bytes.ts';
import { parquetFault } from './parquet-fault.ts';

export interface CheckedFile {
  readonly file: SourceFile;
  readonly bytes: ParquetBytes;
  readonly footer: FileMetaData;
}

/** Rejects with file_invalid, or with whatever a damaged page leads to. A writer gives checksums to all pages or to none. */
export async function checkPages({ file, bytes, footer }: CheckedFile): Promise<void> {
  for (const [group, { columns }] of footer.row_groups.entries()) {
    for (const { meta_data: chunk } of columns) {
      if (chunk === undefined || chunk.num_values === 0n) continue;
      const found = await checkChunk(chunk, bytes);
      if (found === 'unchecked') return;
      if (found === 'whole') continue;
      const column = chunk.path_in_schema.join('.');
      const words = `is damaged: in column '${column}', group ${group + 1} of its rows, expected a page with the checksum it was written with, found another one`;
      throw parquetFault(file, words);
    }
  }
}

type ChunkFinding = 'whole' | 'damaged' | 'unchecked';

const headBytes = 1 << 16;

async function checkChunk(chunk: ColumnMetaData, bytes: ParquetBytes): Promise<ChunkFinding> {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = chunk;
  const start = Number(dictionary && dictionary < data ? dictionary : data);
  const end = start + Number(chunk.total_compressed_size);
  const head = new DataView(await bytes.slice(start, Math.min(end, start + headBytes)));
  if (parquetHeader({ view: head, offset: 0 }).crc === undefined) return 'unchecked';
  const view = new DataView(await bytes.slice(start, end));
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength) {
    const { crc, compressed_page_size: size } = parquetHeader(reader);
    if (size < 0 || reader.offset + size > view.byteLength) return 'damaged';
    const page = new Uint8Array(view.buffer, reader.offset, size);
    if (crc !== undefined && crc32(page) !== crc >>> 0) return 'damaged';
    reader.offset += size;
  }
  return 'whole';
}
