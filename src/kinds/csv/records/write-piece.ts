// Writes the columns of a piece of a file without a pause, for a thread of its own.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { RowGroup } from '../../shared/columns/column-pages.ts';
import type { PiecePlace } from '../../shared/scan-in-threads.ts';
import { type ColumnSink, ColumnWriter, type WriterSetup } from './column-writer.ts';

/** It begins and ends with a whole record. */
export interface WrittenPiece extends PiecePlace {
  readonly end: number;
  readonly setup: WriterSetup;
  readonly sink: ColumnSink;
}

let idle: ColumnWriter | null = null;

/** Null where it was stopped. Throws what the file system says, or ValueRefused. */
export function writePiece({
  path,
  start,
  end,
  stop,
  setup,
  sink,
}: WrittenPiece): RowGroup[] | null {
  const writer = idle ?? new ColumnWriter();
  idle = null;
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    writer.begin(setup);
    const groups: RowGroup[] = [];
    for (let at = start; ; ) {
      if (Atomics.load(stop, 0) !== 0) return null;
      const { room } = writer;
      const wanted = Math.min(room.length, end - at);
      const length = wanted === 0 ? 0 : readSync(file, room, 0, wanted, at);
      at += length;
      writer.put(length);
      groups.push(...writer.write(length === 0, sink));
      if (length === 0) return groups;
    }
  } finally {
    closeSync(file);
    idle = writer;
  }
}
