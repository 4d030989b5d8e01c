// Rows read in process, chunk by chunk: the quicker way while they are few.
import { DuckDBBlobVector, type DuckDBDataChunk } from '@duckdb/node-api';
import type { RowLayout } from '../../query.ts';
import type { RowPlan } from './row-plan.ts';

export interface RowsRead {
  readonly rowCount: number;
}

const comma = Buffer.from(',');
const newline = Buffer.from('\n');

/** Runs the plan and passes each chunk of rows on, joined or ended as the layout has it. */
export async function readRows(
  plan: RowPlan,
  layout: RowLayout,
  write: (rows: Uint8Array) => Promise<void>,
): Promise<RowsRead> {
  const result = await plan.statement.stream();
  let rowCount = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return { rowCount };
    await write(joinRows(chunk, layout, rowCount === 0));
    rowCount += chunk.rowCount;
  }
}

/** The same for rows that memory holds all at once: one way through the thread pool instead of three. */
export async function readFewRows(
  plan: RowPlan,
  layout: RowLayout,
  write: (rows: Uint8Array) => Promise<void>,
): Promise<RowsRead> {
  const result = await plan.statement.run();
  for (let index = 0; index < result.chunkCount; index++) {
    await write(joinRows(result.getChunk(index), layout, index === 0));
  }
  return { rowCount: result.rowCount };
}

function joinRows(chunk: DuckDBDataChunk, layout: RowLayout, isFirst: boolean): Uint8Array {
  const vector = chunk.getColumnVector(0);
  if (!(vector instanceof DuckDBBlobVector)) throw new Error('A row did not come as bytes');
  const parts: Uint8Array[] = [];
  for (let row = 0; row < chunk.rowCount; row++) {
    const value = vector.getItem(row);
    if (value === null) throw new Error('A row came without its text');
    if (layout === 'json-array' && !(isFirst && row === 0)) parts.push(comma);
    parts.push(value.bytes);
    if (layout !== 'json-array') parts.push(newline);
  }
  return Buffer.concat(parts);
}
