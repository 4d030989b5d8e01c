// Copies the rows of a plan into an Arrow file, and finds out why where that fails.
import { rm } from 'node:fs/promises';
import { type CopyTarget, copyRows } from '../copy-rows.ts';
import type { Delivery } from '../delivery.ts';
import type { RowPlan } from '../plan-rows.ts';

/** Resolves with the number of rows. */
export async function copyToArrow(
  { plan, connection, spool }: Delivery,
  path: string,
  form: 'stream' | 'file',
): Promise<number> {
  // The library takes a while to load.
  const { writeArrow } = await import('./write-arrow.ts');
  const tellFault = () => runForFault(plan, { connection, path: spool.newPath() });
  return writeArrow(plan, { connection, path, form, tellFault });
}

/** A result that is read chunk by chunk keeps its error to itself; written by DuckDB, the same rows tell it. */
async function runForFault(
  plan: RowPlan,
  target: Pick<CopyTarget, 'connection' | 'path'>,
): Promise<void> {
  try {
    await copyRows(plan, { ...target, layout: 'parquet' });
  } finally {
    await rm(target.path, { force: true });
  }
}
