// Counts the records that `ignore_errors` leaves out of a table.
import type { CsvTable } from '../../../csv/csv-table.ts';
import type { RunSql } from '../database/run-sql.ts';
import { rejectingScan } from './csv-scan.ts';

const rejected = { errors: 'pathql_rejected', scans: 'pathql_rejecting_scans' };

/** Reads all files once more. All on one connection. */
export async function countSkippedRecords(table: CsvTable, run: RunSql): Promise<number> {
  try {
    await run(`SELECT * FROM ${rejectingScan(table, rejected)}`);
    const distinct = `SELECT DISTINCT scan_id, file_id, line FROM ${rejected.errors}`;
    const [row] = await run(`SELECT count(*) FROM (${distinct})`);
    return Number(row?.[0] ?? 0);
  } finally {
    await run(`DROP TABLE IF EXISTS ${rejected.errors}`);
    await run(`DROP TABLE IF EXISTS ${rejected.scans}`);
  }
}
