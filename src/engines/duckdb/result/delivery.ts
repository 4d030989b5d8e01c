// Describes the delivery of the rows of a plan, and what comes of it.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Spool } from '../../../spool/spool.ts';
import type { StoredRows } from '../../../spool/stored-rows.ts';
import type { AnswerSize, RowPlan } from './plan-rows.ts';

export interface Delivery {
  readonly plan: RowPlan;
  readonly connection: DuckDBConnection;
  readonly spool: Spool;
  readonly size: AnswerSize;
  readonly warnings: readonly string[];
  readonly signal: AbortSignal;
}

export interface Delivered {
  readonly rowCount: number;
  /** Of an output that stores them, else null. */
  readonly rows: StoredRows | null;
}
