// Writes rows that are JSON objects as one JSON array, a row on each line.
import type { RowWriter } from './row-writer.ts';

export async function jsonArrayWriter(): Promise<RowWriter> {
  let isFirst = true;
  return {
    begin: () => '[',
    add: (rows) => {
      const separator = isFirst ? '\n' : ',\n';
      isFirst = false;
      return separator + rows.join(',\n');
    },
    end: () => (isFirst ? ']\n' : '\n]\n'),
  };
}
