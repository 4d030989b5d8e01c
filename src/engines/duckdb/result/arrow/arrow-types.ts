// Names Arrow's type for each type of a result that was cast to what Arrow holds.
import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  Decimal,
  Field,
  FixedSizeList,
  Float32,
  Float64,
  Int8,
  Int16,
  Int32,
  Int64,
  List,
  Map_,
  Struct,
  TimeMicrosecond,
  Timestamp,
  TimeUnit,
  Uint8,
  Uint16,
  Uint32,
  Uint64,
  Utf8,
} from 'apache-arrow';

export function arrowField(name: string, type: DuckDBType): Field {
  return new Field(name, arrowType(type), true);
}

function arrowType(type: DuckDBType): DataType {
  if (type instanceof DuckDBDecimalType) return new Decimal(type.scale, type.width, 128);
  if (type instanceof DuckDBListType) return new List(arrowField('item', type.valueType));
  if (type instanceof DuckDBArrayType) {
    return new FixedSizeList(type.length, arrowField('item', type.valueType));
  }
  if (type instanceof DuckDBStructType) return new Struct(structFields(type));
  if (type instanceof DuckDBMapType) return mapType(type);
  const make = scalars[type.typeId];
  if (make !== undefined) return make();
  throw new Error(`A column was not cast to what Arrow holds: ${type}`);
}

function structFields({ entryNames, entryTypes }: DuckDBStructType): Field[] {
  return entryTypes.map((type, i) => arrowField(entryNames[i] || `v${i + 1}`, type));
}

/** A key is never NULL. */
function mapType({ keyType, valueType }: DuckDBMapType): DataType {
  const key = new Field('key', arrowType(keyType), false);
  const entries = new Struct([key, arrowField('value', valueType)]);
  return new Map_(new Field('entries', entries, false));
}

const scalars: Readonly<Partial<Record<DuckDBTypeId, () => DataType>>> = {
  [DuckDBTypeId.BOOLEAN]: () => new Bool(),
  [DuckDBTypeId.TINYINT]: () => new Int8(),
  [DuckDBTypeId.SMALLINT]: () => new Int16(),
  [DuckDBTypeId.INTEGER]: () => new Int32(),
  [DuckDBTypeId.BIGINT]: () => new Int64(),
  [DuckDBTypeId.UTINYINT]: () => new Uint8(),
  [DuckDBTypeId.USMALLINT]: () => new Uint16(),
  [DuckDBTypeId.UINTEGER]: () => new Uint32(),
  [DuckDBTypeId.UBIGINT]: () => new Uint64(),
  [DuckDBTypeId.FLOAT]: () => new Float32(),
  [DuckDBTypeId.DOUBLE]: () => new Float64(),
  [DuckDBTypeId.VARCHAR]: () => new Utf8(),
  [DuckDBTypeId.BLOB]: () => new Binary(),
  [DuckDBTypeId.DATE]: () => new DateDay(),
  [DuckDBTypeId.TIME]: () => new TimeMicrosecond(),
  [DuckDBTypeId.TIMESTAMP]: () => new Timestamp(TimeUnit.MICROSECOND),
  [DuckDBTypeId.TIMESTAMP_S]: () => new Timestamp(TimeUnit.SECOND),
  [DuckDBTypeId.TIMESTAMP_MS]: () => new Timestamp(TimeUnit.MILLISECOND),
  [DuckDBTypeId.TIMESTAMP_NS]: () => new Timestamp(TimeUnit.NANOSECOND),
  [DuckDBTypeId.TIMESTAMP_TZ]: () => new Timestamp(TimeUnit.MICROSECOND, 'UTC'),
};
