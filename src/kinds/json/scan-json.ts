// Scans all bytes of a JSON file.
import { type Compression, fileBytes } from '../shared/bytes/file-bytes.ts';
import { lineAt } from '../shared/bytes/line-at.ts';
import { otherFormat } from '../shared/other-format.ts';
import type { PieceRules } from '../shared/piece-starts.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { JsonFault, jsonFault } from './json-fault.ts';
import type { JsonFindings, RecordReading } from './record-reader.ts';
import { scanPieces } from './scan-pieces.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface JsonScan extends RecordReading {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly signal: AbortSignal;
  /** Awaited whenever some records were scanned. */
  readonly onPause?: () => Promise<void>;
}

const chunkBytes = 1 << 20;

/**
 * A large file in several pieces at a time, unless its records are wanted. Rejects with file_invalid, naming the line, as
 * `fileBytes` does, or with the reason of the signal.
 */
export async function scanJson(scan: JsonScan, rules?: PieceRules): Promise<JsonFindings> {
  const { file, compression, signal, onRecord } = scan;
  try {
    const pieces = onRecord === undefined ? await scanPieces(scan, rules) : null;
    return pieces ?? (await scanInOrder(scan));
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line } = await lineAt(error.at, { file, compression, signal });
    const words = `, line ${line}: ${error.message}`;
    throw error.isOtherFormat ? otherFormat(file, words) : jsonFault(file, words);
  }
}

async function scanInOrder(scan: JsonScan): Promise<JsonFindings> {
  const { file, compression, signal, onPause } = scan;
  const waiting = new WaitingRecords(scan);
  for await (const chunk of fileBytes(file, compression, chunkBytes)) {
    signal.throwIfAborted();
    if (waiting.put(chunk)) await onPause?.();
  }
  waiting.take(true);
  await onPause?.();
  return waiting.records.end();
}
