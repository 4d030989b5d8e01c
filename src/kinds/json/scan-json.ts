// Scans all bytes of a JSON file.
import { type Compression, fileBytes } from '../shared/bytes/file-bytes.ts';
import { lineAt } from '../shared/bytes/line-at.ts';
import { otherFormat } from '../shared/other-format.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { JsonFault, jsonFault } from './json-fault.ts';
import { type JsonFindings, RecordReader, type RecordReading } from './record-reader.ts';

export interface JsonScan extends RecordReading {
  readonly file: SourceFile;
  readonly compression: Compression;
  readonly signal: AbortSignal;
  /** Awaited whenever some records were scanned. */
  readonly onPause?: () => Promise<void>;
}

const chunkBytes = 1 << 20;

/** Rejects with file_invalid, naming the line, as `fileBytes` does, or with the reason of the signal. */
export async function scanJson(scan: JsonScan): Promise<JsonFindings> {
  const { file, compression, signal } = scan;
  const records = new RecordReader(scan);
  let waiting: Buffer = Buffer.alloc(0);
  let offset = 0;
  const take = async (isLast: boolean) => {
    try {
      const done = records.take(waiting, isLast);
      waiting = waiting.subarray(done);
      offset += done;
    } catch (error) {
      if (!(error instanceof JsonFault)) throw error;
      const { line } = await lineAt(offset + error.at, { file, compression, signal });
      const words = `, line ${line}: ${error.message}`;
      throw error.isOtherFormat ? otherFormat(file, words) : jsonFault(file, words);
    }
    await scan.onPause?.();
  };
  let enough = 0;
  for await (const chunk of fileBytes(file, compression, chunkBytes)) {
    signal.throwIfAborted();
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    if (waiting.length < enough) continue;
    await take(false);
    // A long record is not scanned again for each chunk.
    enough = 2 * waiting.length;
  }
  await take(true);
  return records.findings();
}
