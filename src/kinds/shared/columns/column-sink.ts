// Writes row groups into a column file that several threads write to.
import { writeSync } from 'node:fs';
import type { ColumnChunk, RowGroup } from './column-pages.ts';

export interface ColumnSink {
  /** Descriptor. */
  readonly file: number;
  /** One number: bytes of the file that are taken. Each thread writes where no other does. */
  readonly taken: BigInt64Array;
}

/** Writes pages whose places are counted from their first byte; returns where they stand in the file. */
export function writeChunk(
  { bytes, group }: { readonly bytes: Buffer; readonly group: RowGroup },
  { file, taken }: ColumnSink,
): RowGroup {
  const place = Number(Atomics.add(taken, 0, BigInt(bytes.length)));
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, bytes.length - at, place + at);
  }
  return { rows: group.rows, chunks: group.chunks.map((chunk) => movedBy(chunk, place)) };
}

function movedBy({ dictionaryAt, dataAt, ...chunk }: ColumnChunk, bytes: number): ColumnChunk {
  const dictionary = dictionaryAt === null ? null : dictionaryAt + bytes;
  return { ...chunk, dictionaryAt: dictionary, dataAt: dataAt + bytes };
}
