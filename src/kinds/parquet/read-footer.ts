// Reads the footer of a Parquet file: how many rows it has, and which columns.
import { type FileMetaData, parquetMetadataAsync } from 'hyparquet';
import { otherFormat } from '../shared/other-format.ts';
import type { SourceFile } from '../shared/source-file.ts';
import type { ParquetBytes } from './parquet-bytes.ts';
import { parquetFault } from './parquet-fault.ts';

const mark = 'PAR1';
const encryptedMark = 'PARE';
/** The marks at both ends, and the length of the footer. */
const leastBytes = 12;

/** Rejects with file_invalid, or with whatever a damaged footer leads to. */
export async function readFooter(file: SourceFile, bytes: ParquetBytes): Promise<FileMetaData> {
  await assertMarks(file, bytes);
  return parquetMetadataAsync(bytes, { geoparquet: false });
}

async function assertMarks(file: SourceFile, { byteLength, slice }: ParquetBytes): Promise<void> {
  const expected = `expected Parquet, which begins and ends with ${mark}`;
  if (byteLength < leastBytes) {
    throw otherFormat(file, ` has ${byteLength} bytes: ${expected}`);
  }
  const head = textOf(await slice(0, mark.length));
  const tail = textOf(await slice(byteLength - mark.length));
  if (head === encryptedMark || tail === encryptedMark) {
    throw parquetFault(file, 'is encrypted: only plain Parquet can be read');
  }
  if (head !== mark) {
    throw otherFormat(file, ` is not what its name says: ${expected}, found other bytes`);
  }
  if (tail !== mark) {
    throw parquetFault(file, `is cut short or damaged: ${expected}, found another end`);
  }
}

function textOf(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('latin1');
}
