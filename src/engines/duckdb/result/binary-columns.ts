// Casts result columns to what Parquet or Arrow can hold without loss; what they cannot hold stops the query.
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
import type { BinaryLayout } from '../../../query.ts';
import { identifier, literal } from '../../../sql-text.ts';
import type { ResultColumn } from './column-kinds.ts';
import { plainText } from './json-text.ts';

/** Select list over columns named c0, c1, … Names that repeat get _1, _2, … as in JSON objects. */
export function binaryColumns(columns: readonly ResultColumn[], layout: BinaryLayout): string {
  const names = objectKeys(columns);
  const storage = storages[layout];
  return columns
    .map(({ type }, i) => {
      const name = names[i] ?? '';
      const value = mayBeInfinite(type) ? finite(`c${i}`, name) : lossless(`c${i}`, type, storage);
      return `${value} AS ${identifier(name)}`;
    })
    .join(', ');
}

/** Written as the least or greatest number, an infinite date is some day of a distant year to other readers. */
function finite(column: string, name: string): string {
  const message = `The column ${name} holds an infinite date, which Parquet and Arrow cannot. Cast it to VARCHAR`;
  return `CASE WHEN isinf(${column}) THEN error(${literal(message)}) ELSE ${column} END`;
}

function mayBeInfinite({ typeId }: DuckDBType): boolean {
  return infiniteTypes.has(typeId);
}

const infiniteTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.DATE,
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
  DuckDBTypeId.TIMESTAMP_NS,
  DuckDBTypeId.TIMESTAMP_TZ,
]);

function lossless(column: string, type: DuckDBType, storage: Storage): string {
  if (type.typeId === DuckDBTypeId.UNION) return plainText(column, type);
  const stored = storedType(type, storage);
  return stored === null ? column : `${column}::${stored}`;
}

/** The types to cast to, of those that the layout does not hold itself. */
type Storage = Readonly<Partial<Record<DuckDBTypeId, string>>>;

/** The type to cast to, or null where the layout holds the type itself. */
function storedType(type: DuckDBType, storage: Storage): string | null {
  const stored = storage[type.typeId];
  if (stored !== undefined) return stored;
  if (type instanceof DuckDBListType) return suffixed(type.valueType, '[]', storage);
  if (type instanceof DuckDBArrayType) return storedArray(type, storage);
  if (type instanceof DuckDBStructType) {
    return storedMembers('STRUCT', namedTypes(type.entryNames, type.entryTypes), storage);
  }
  if (type instanceof DuckDBUnionType) {
    return storedMembers('UNION', namedTypes(type.memberTags, type.memberTypes), storage);
  }
  return type instanceof DuckDBMapType ? storedMap(type, storage) : null;
}

/** DuckDB would write the first two as DOUBLE, with 16 digits, and cut intervals to milliseconds. */
const inParquet: Storage = {
  [DuckDBTypeId.HUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.UHUGEINT]: 'DECIMAL(38, 0)',
  [DuckDBTypeId.BIGNUM]: 'VARCHAR',
  [DuckDBTypeId.INTERVAL]: 'VARCHAR',
  [DuckDBTypeId.TIME_TZ]: 'VARCHAR',
  [DuckDBTypeId.SQLNULL]: 'VARCHAR',
};

/** Unlike Parquet, Arrow has no union that all its readers know. */
const inArrow: Storage = {
  ...inParquet,
  [DuckDBTypeId.UNION]: 'VARCHAR',
  [DuckDBTypeId.ENUM]: 'VARCHAR',
  [DuckDBTypeId.UUID]: 'VARCHAR',
  [DuckDBTypeId.BIT]: 'VARCHAR',
  [DuckDBTypeId.TIME_NS]: 'VARCHAR',
  [DuckDBTypeId.GEOMETRY]: 'VARCHAR',
};

const storages: Readonly<Record<BinaryLayout, Storage>> = { parquet: inParquet, arrow: inArrow };

/** In Parquet an array that is NULL is written in a way that other readers refuse; a list is not. */
function storedArray({ valueType, length }: DuckDBArrayType, storage: Storage): string | null {
  if (storage === inParquet) return `${storedType(valueType, storage) ?? valueType}[]`;
  return suffixed(valueType, `[${length}]`, storage);
}

function suffixed(itemType: DuckDBType, suffix: string, storage: Storage): string | null {
  const stored = storedType(itemType, storage);
  return stored === null ? null : `${stored}${suffix}`;
}

interface NamedType {
  readonly name: string;
  readonly type: DuckDBType;
}

function namedTypes(names: readonly string[], types: readonly DuckDBType[]): NamedType[] {
  return types.map((type, i) => ({ name: names[i] || `v${i + 1}`, type }));
}

function storedMembers(
  kind: 'STRUCT' | 'UNION',
  members: readonly NamedType[],
  storage: Storage,
): string | null {
  if (members.every(({ type }) => storedType(type, storage) === null)) return null;
  const texts = members.map(
    ({ name, type }) => `${identifier(name)} ${storedType(type, storage) ?? type}`,
  );
  return `${kind}(${texts.join(', ')})`;
}

function storedMap({ keyType, valueType }: DuckDBMapType, storage: Storage): string | null {
  const key = storedType(keyType, storage);
  const value = storedType(valueType, storage);
  return key === null && value === null ? null : `MAP(${key ?? keyType}, ${value ?? valueType})`;
}
