// Casts result columns to what Parquet can hold without loss; what it cannot hold stops the query.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
} from '@duckdb/node-api';
import { objectKeys } from '../../../formats/object-keys.ts';
import { identifier } from '../../../sql-text.ts';
import type { ResultColumn } from './column-kinds.ts';
import { plainText } from './json-text.ts';

/** Select list over columns named c0, c1, … Names that repeat get _1, _2, … as in JSON objects. */
export function parquetColumns(columns: readonly ResultColumn[]): string {
  const names = objectKeys(columns);
  return columns
    .map(({ type }, i) => `${lossless(`c${i}`, type)} AS ${identifier(names[i] ?? '')}`)
    .join(', ');
}

function lossless(column: string, type: DuckDBType): string {
  if (type.typeId === DuckDBTypeId.UNION) return plainText(column, type);
  const stored = storedType(type);
  return stored === null ? column : `${column}::${stored}`;
}

/** The type to cast to, or null where Parquet holds the type itself. */
function storedType(type: DuckDBType): string | null {
  if (type instanceof DuckDBListType) return suffixed(type.valueType, '[]');
  if (type instanceof DuckDBArrayType) return suffixed(type.valueType, `[${type.length}]`);
  if (type instanceof DuckDBStructType) {
    return storedMembers('STRUCT', type.entryNames, type.entryTypes);
  }
  if (type instanceof DuckDBUnionType) {
    return storedMembers('UNION', type.memberTags, type.memberTypes);
  }
  if (type instanceof DuckDBMapType) return storedMap(type);
  return storedAs[type.typeId] ?? null;
}

/** DuckDB would write the first two as DOUBLE, with 16 digits, and cut intervals to milliseconds. */
const storedAs: Readonly<Partial<Record<DuckDBTypeId, string>>> = {
  [DuckDBTypeId.HUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.UHUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.BIGNUM]: 'VARCHAR',
  [DuckDBTypeId.INTERVAL]: 'VARCHAR',
  [DuckDBTypeId.TIME_TZ]: 'VARCHAR',
  [DuckDBTypeId.SQLNULL]: 'VARCHAR',
};

function suffixed(itemType: DuckDBType, suffix: string): string | null {
  const stored = storedType(itemType);
  return stored === null ? null : `${stored}${suffix}`;
}

function storedMembers(
  kind: 'STRUCT' | 'UNION',
  names: readonly string[],
  types: readonly DuckDBType[],
): string | null {
  if (types.every((type) => storedType(type) === null)) return null;
  const members = types.map((type, i) => {
    return `${identifier(names[i] || `v${i + 1}`)} ${storedType(type) ?? type}`;
  });
  return `${kind}(${members.join(', ')})`;
}

function storedMap({ keyType, valueType }: DuckDBMapType): string | null {
  const key = storedType(keyType);
  const value = storedType(valueType);
  return key === null && value === null ? null : `MAP(${key ?? keyType}, ${value ?? valueType})`;
}
