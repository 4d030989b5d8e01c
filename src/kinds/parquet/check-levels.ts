// Inspects the first page of columns of lists: its levels tell where rows begin, and engines do not doubt them.
import type { ColumnMetaData, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import type { CheckedFile } from './check-pages.ts';
import { decompressors } from './decompressors.ts';
import { parquetFault } from './parquet-fault.ts';

/** A longer page is left to the engine. */
const mostBytes = 1 << 20;
const mostPlainBytes = 1 << 24;

/**
 * Rejects with file_invalid, or with whatever a damaged page leads to. `depths`: in how many lists a value is, by path.
 * What a program gets wrong shows in the first group of rows.
 */
export async function checkLevels(
  { file, bytes, footer }: CheckedFile,
  depths: ReadonlyMap<string, number>,
): Promise<void> {
  const group = footer.row_groups.find(({ num_rows }) => num_rows > 0n);
  for (const { meta_data: chunk } of group?.columns ?? []) {
    const depth = depths.get(chunk?.path_in_schema.join('.') ?? '') ?? 0;
    if (chunk === undefined || depth === 0) continue;
    const start = Number(chunk.data_page_offset);
    const size = Math.min(Number(chunk.total_compressed_size), mostBytes);
    const reader = { view: new DataView(await bytes.slice(start, start + size)), offset: 0 };
    const header = parquetHeader(reader);
    const fault = countFault(header, chunk) ?? (await levelFault({ header, chunk, reader, depth }));
    if (fault === null) continue;
    const column = chunk.path_in_schema.join('.');
    throw parquetFault(file, `is damaged: in the first page of column '${column}', ${fault}`);
  }
}

function countFault(header: PageHeader, { num_values: most }: ColumnMetaData): string | null {
  const { num_values: count = 0 } = header.data_page_header ?? header.data_page_header_v2 ?? {};
  if (BigInt(count) <= most) return null;
  return `expected at most ${most} values, found ${count}`;
}

interface FirstPage {
  readonly header: PageHeader;
  readonly chunk: ColumnMetaData;
  /** Behind the head of the page. */
  readonly reader: { readonly view: DataView; readonly offset: number };
  readonly depth: number;
}

async function levelFault(page: FirstPage): Promise<string | null> {
  const levels = await levelsOf(page);
  const isMiddle = levels !== null && firstLevel(levels, page.depth) > 0;
  return isMiddle ? 'expected the start of a row, found the middle of one' : null;
}

/** Null: they are not looked at. */
async function levelsOf({ header, chunk, reader }: FirstPage): Promise<Uint8Array | null> {
  const { view, offset } = reader;
  const { compressed_page_size: size, uncompressed_page_size: plainSize } = header;
  if (offset + size > view.byteLength || plainSize > mostPlainBytes) return null;
  const page = new Uint8Array(view.buffer, view.byteOffset + offset, size);
  if (header.data_page_header_v2) return page;
  if (header.data_page_header?.repetition_level_encoding !== 'RLE') return null;
  const compressors = await decompressors();
  if (chunk.codec === 'LZ4_RAW') return null;
  return decompressPage(page, plainSize, chunk.codec, compressors).subarray(lengthBytes);
}

/** Of the levels, before them. */
const lengthBytes = 4;

/** They come in runs of one level, or as bits. */
function firstLevel(levels: Uint8Array, depth: number): number {
  let at = 0;
  const areBits = ((levels[0] ?? 0) & 1) === 1;
  while (((levels[at] ?? 0) & 0x80) !== 0) at++;
  const first = levels[at + 1] ?? 0;
  const bits = 32 - Math.clz32(depth);
  return areBits ? first & ((1 << bits) - 1) : first;
}
