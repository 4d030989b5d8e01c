// Casts result columns to what Parquet can hold without loss; what it cannot hold stops the query.
import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { objectKeys } from '../../../formats/object-keys.ts';
import { identifier } from '../../../sql-text.ts';
import type { ResultColumn } from './row-expression.ts';

/** Select list over columns named c0, c1, … Names that repeat get _1, _2, … as in JSON objects. */
export function parquetColumns(columns: readonly ResultColumn[]): string {
  const names = objectKeys(columns);
  return columns
    .map(({ type }, i) => `${lossless(`c${i}`, type)} AS ${identifier(names[i] ?? '')}`)
    .join(', ');
}

function lossless(column: string, { typeId }: DuckDBType): string {
  const type = storedAs[typeId];
  return type === undefined ? column : `${column}::${type}`;
}

/** DuckDB would write the first two as DOUBLE, with 16 digits, and refuse the others. */
const storedAs: Readonly<Partial<Record<DuckDBTypeId, string>>> = {
  [DuckDBTypeId.HUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.UHUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.BIGNUM]: 'VARCHAR',
  [DuckDBTypeId.TIME_TZ]: 'VARCHAR',
  [DuckDBTypeId.SQLNULL]: 'VARCHAR',
  [DuckDBTypeId.UNION]: 'JSON',
};
