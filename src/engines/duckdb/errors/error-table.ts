// Declares what an error has to know of a table of the query that failed.
import type { DuckDbTable } from '../duckdb-table.ts';

export interface ErrorTable extends Pick<DuckDbTable, 'files' | 'kind'> {
  readonly contents: Pick<DuckDbTable['contents'], 'packed'>;
}
