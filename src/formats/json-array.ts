// Writes rows that are JSON objects as one JSON array, a row on each line.
import type { ByteWriter } from './row-writer.ts';

export async function jsonArrayWriter(): Promise<ByteWriter> {
  // Before the next byte of a row, when it comes.
  let separator = '\n';
  return {
    begin: () => '[',
    addBytes: (bytes) => {
      // A letter for each byte: no character of UTF-8 has a line break in it, and no row of JSON.
      const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
        'latin1',
      );
      const endsRow = lines.endsWith('\n');
      const rows = (endsRow ? lines.slice(0, -1) : lines).replaceAll('\n', ',\n');
      const text = separator + rows;
      separator = endsRow ? ',\n' : '';
      return Buffer.from(text, 'latin1');
    },
    end: () => (separator === '\n' ? ']\n' : '\n]\n'),
  };
}
