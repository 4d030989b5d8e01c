// Collects the rows of a small answer in memory, as the texts of their values.
import { RowLines } from '../../formats/row-lines.ts';
import { readTexts } from '../../formats/row-writer.ts';
import type { QueryRequest } from '../../query/query-request.ts';
import type { QueryRunner } from '../../query/services.ts';

export async function collectTexts(
  engine: QueryRunner,
  request: Omit<QueryRequest, 'layout'>,
): Promise<(string | null)[][]> {
  const lines = new RowLines();
  const rows: (string | null)[][] = [];
  await engine.stream(
    { ...request, layout: 'texts' },
    {
      begin: () => Promise.resolve(),
      write: async (bytes) => {
        for (const line of lines.add(bytes)) rows.push(readTexts(line));
      },
    },
  );
  return rows;
}
