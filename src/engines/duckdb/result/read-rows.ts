// Reads the rows of a small answer into memory.
import { DuckDBBlobVector, type DuckDBDataChunk } from '@duckdb/node-api';
import type { RowLayout } from '../../../query/layouts.ts';
import type { RowPlan } from './plan-rows.ts';

interface RowsRead {
  readonly rowCount: number;
  /** Joined or ended as the layout has it. */
  readonly rows: Uint8Array;
}

const comma = Buffer.from(',');
const newline = Buffer.from('\n');

export async function readRows(plan: RowPlan, layout: RowLayout): Promise<RowsRead> {
  const result = await plan.statement.run();
  const parts: Uint8Array[] = [];
  for (let index = 0; index < result.chunkCount; index++) {
    addRows(result.getChunk(index), layout, parts);
  }
  return { rowCount: result.rowCount, rows: Buffer.concat(parts) };
}

function addRows(chunk: DuckDBDataChunk, layout: RowLayout, parts: Uint8Array[]): void {
  const vector = chunk.getColumnVector(0);
  if (!(vector instanceof DuckDBBlobVector)) throw new Error('A row did not come as bytes');
  for (let row = 0; row < chunk.rowCount; row++) {
    const value = vector.getItem(row);
    if (value === null) throw new Error('A row came without its text');
    if (layout === 'json-array' && parts.length > 0) parts.push(comma);
    parts.push(value.bytes);
    if (layout !== 'json-array') parts.push(newline);
  }
}
