// Whether a file has a quote after its header: only without any may DuckDB read it with several threads.
import { createReadStream } from 'node:fs';
import type { CsvFile } from './csv-table.ts';
import { notReadable } from './file-head.ts';

/** Looks at the bytes from `start` on; stops at the first quote. */
export async function hasQuote(file: CsvFile, quote: string, start: number): Promise<boolean> {
  const wanted = quote.charCodeAt(0);
  const stream = createReadStream(file.path, { start, highWaterMark: 1 << 22 });
  try {
    for await (const chunk of stream) {
      if ((chunk as Buffer).includes(wanted)) return true;
    }
    return false;
  } catch (cause) {
    throw notReadable(file, cause);
  } finally {
    stream.destroy();
  }
}
