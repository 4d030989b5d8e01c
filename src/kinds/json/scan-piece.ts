// Scans a piece of a file whose objects are lines, without a pause, for a thread of its own.
import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { PiecePlace } from '../shared/scan-in-threads.ts';
import { JsonFault } from './json-fault.ts';
import type { JsonFindings } from './record-reader.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface JsonPiece extends PiecePlace {
  readonly maxRecordBytes: number;
}

export type PieceFindings =
  | { readonly fault: Pick<JsonFault, 'message' | 'at' | 'isOtherFormat'> }
  | {
      readonly findings: JsonFindings;
      /** It ends with a whole record, and not within a list. */
      readonly isWhole: boolean;
    };

const chunkBytes = 1 << 20;

/** Null where it was stopped. Throws what the file system says. */
export function scanPiece(piece: JsonPiece): PieceFindings | null {
  const file = openSync(piece.path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return scanBytes(file, piece);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { message, at, isOtherFormat } = error;
    return { fault: { message, at: piece.start + at, isOtherFormat } };
  } finally {
    closeSync(file);
  }
}

function scanBytes(
  file: number,
  { start, end, stop, maxRecordBytes }: JsonPiece,
): PieceFindings | null {
  const waiting = new WaitingRecords({ maxRecordBytes, isBehindRecords: start > 0 });
  let position = start;
  for (;;) {
    if (Atomics.load(stop, 0) !== 0) return null;
    const wanted = end === null ? chunkBytes : Math.min(chunkBytes, end - position);
    const chunk = Buffer.allocUnsafe(wanted);
    const length = wanted === 0 ? 0 : readSync(file, chunk, 0, wanted, position);
    if (length === 0) break;
    position += length;
    waiting.put(chunk.subarray(0, length));
  }
  waiting.take(end === null);
  const { records } = waiting;
  const isWhole = end === null || (waiting.areWhole && records.isBehindRecords);
  return { findings: records.end(), isWhole };
}
