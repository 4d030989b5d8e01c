// Tells the kind of a result column from its type.
import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { AnswerColumn, ColumnKind } from '../../../query/layouts.ts';

export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

export function answerColumn({ name, type }: ResultColumn): AnswerColumn {
  return { name, kind: columnKind(type) };
}

export function columnKind({ typeId }: DuckDBType): ColumnKind {
  return kinds[typeId] ?? 'text';
}

const kinds: Readonly<Partial<Record<DuckDBTypeId, ColumnKind>>> = {
  [DuckDBTypeId.BOOLEAN]: 'boolean',
  [DuckDBTypeId.TINYINT]: 'number',
  [DuckDBTypeId.SMALLINT]: 'number',
  [DuckDBTypeId.INTEGER]: 'number',
  [DuckDBTypeId.BIGINT]: 'number',
  [DuckDBTypeId.HUGEINT]: 'number',
  [DuckDBTypeId.UTINYINT]: 'number',
  [DuckDBTypeId.USMALLINT]: 'number',
  [DuckDBTypeId.UINTEGER]: 'number',
  [DuckDBTypeId.UBIGINT]: 'number',
  [DuckDBTypeId.UHUGEINT]: 'number',
  [DuckDBTypeId.BIGNUM]: 'number',
  [DuckDBTypeId.DECIMAL]: 'number',
  [DuckDBTypeId.FLOAT]: 'number',
  [DuckDBTypeId.DOUBLE]: 'number',
  [DuckDBTypeId.DATE]: 'time',
  [DuckDBTypeId.TIMESTAMP]: 'time',
  [DuckDBTypeId.TIMESTAMP_S]: 'time',
  [DuckDBTypeId.TIMESTAMP_MS]: 'time',
  [DuckDBTypeId.TIMESTAMP_NS]: 'time',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'time',
};
