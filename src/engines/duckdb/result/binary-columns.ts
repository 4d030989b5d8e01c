// Turns result columns into what Parquet or Arrow can hold without loss; what they cannot hold stops the query.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { objectKeys } from '../../../formats/object-keys.ts';
import type { BinaryLayout } from '../../../query/layouts.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import type { ResultColumn } from './column-kinds.ts';
import { plainText } from './json-text.ts';

/** Select list over columns named c0, c1, … Names that repeat get _1, _2, … as in JSON objects. */
export function binaryColumns(columns: readonly ResultColumn[], layout: BinaryLayout): string {
  const names = objectKeys(columns);
  return columns
    .map(({ type }, i) => {
      const name = names[i] ?? '';
      const value = `c${i}`;
      const stored = storedAs({ value, type, depth: 0 }, { layout, name });
      return `${stored?.value ?? value} AS ${identifier(name)}`;
    })
    .join(', ');
}

interface Value<Type extends DuckDBType = DuckDBType> {
  /** An SQL expression. */
  readonly value: string;
  readonly type: Type;
  /** Keeps the names of lambdas apart. */
  readonly depth: number;
}

interface Place {
  readonly layout: BinaryLayout;
  /** Of the column, for messages. */
  readonly name: string;
}

interface Stored {
  readonly value: string;
  /** As SQL writes it. */
  readonly type: string;
  /** Whether a cast to `type` is all. */
  readonly isCast: boolean;
}

/** Null for a value that the layout holds as it is. */
function storedAs(from: Value, place: Place): Stored | null {
  const { value, type } = from;
  const castType = castTypes[place.layout][type.typeId];
  if (castType !== undefined) return cast(value, castType);
  if (type.typeId === DuckDBTypeId.UNION) return unionText(from);
  if (type instanceof DuckDBListType) return storedList(from, type.valueType, place);
  if (type instanceof DuckDBArrayType) return storedArray({ ...from, type }, place);
  if (type instanceof DuckDBStructType) return storedStruct({ ...from, type }, place);
  if (type instanceof DuckDBMapType) return storedMap({ ...from, type }, place);
  return checked(from, place);
}

function cast(value: string, type: string): Stored {
  return { value: `${value}::${type}`, type, isCast: true };
}

type CastTypes = Readonly<Partial<Record<DuckDBTypeId, string>>>;

/** DuckDB would cut intervals to milliseconds. */
const inParquet: CastTypes = {
  [DuckDBTypeId.BIGNUM]: 'VARCHAR',
  [DuckDBTypeId.INTERVAL]: 'VARCHAR',
  [DuckDBTypeId.TIME_TZ]: 'VARCHAR',
  [DuckDBTypeId.SQLNULL]: 'VARCHAR',
};

const inArrow: CastTypes = {
  ...inParquet,
  [DuckDBTypeId.ENUM]: 'VARCHAR',
  [DuckDBTypeId.UUID]: 'VARCHAR',
  [DuckDBTypeId.BIT]: 'VARCHAR',
  [DuckDBTypeId.TIME_NS]: 'VARCHAR',
  [DuckDBTypeId.GEOMETRY]: 'VARCHAR',
};

const castTypes: Readonly<Record<BinaryLayout, CastTypes>> = { parquet: inParquet, arrow: inArrow };

/** Parquet has no union, and Arrow none that all its readers know. */
function unionText({ value, type }: Value): Stored {
  return { value: plainText(value, type), type: 'VARCHAR', isCast: false };
}

function storedList({ value, depth }: Value, itemType: DuckDBType, place: Place): Stored | null {
  const item = `e${depth}`;
  const stored = storedAs({ value: item, type: itemType, depth: depth + 1 }, place);
  if (stored === null) return null;
  const type = `${stored.type}[]`;
  if (stored.isCast) return cast(value, type);
  return {
    value: `list_transform(${value}, lambda ${item}: ${stored.value})`,
    type,
    isCast: false,
  };
}

/** In Parquet an array that is NULL is written in a way that other readers refuse; a list is not. */
function storedArray(from: Value<DuckDBArrayType>, place: Place): Stored | null {
  const { valueType, length } = from.type;
  const asList = cast(from.value, `${valueType}[]`);
  const list = storedList({ ...from, value: asList.value }, valueType, place);
  if (place.layout === 'parquet') return list ?? asList;
  if (list === null) return null;
  const type = `${list.type.slice(0, -'[]'.length)}[${length}]`;
  return list.isCast ? cast(from.value, type) : { ...list, value: `${list.value}::${type}`, type };
}

interface Member {
  readonly name: string;
  readonly stored: Stored;
  readonly isSame: boolean;
}

function storedStruct(from: Value<DuckDBStructType>, place: Place): Stored | null {
  const { value, type } = from;
  const members = type.entryTypes.map((_, i) => storedMember(from, i, place));
  const isNamed = type.entryNames.every((name) => name !== '');
  if (isNamed && members.every(({ isSame }) => isSame)) return null;
  const types = members.map(({ name, stored }) => `${identifier(name)} ${stored.type}`);
  const structType = `STRUCT(${types.join(', ')})`;
  if (members.every(({ stored }) => stored.isCast)) return cast(value, structType);
  const values = members.map(({ name, stored }) => `${identifier(name)} := ${stored.value}`);
  const packed = `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${values.join(', ')}) END`;
  return { value: packed, type: structType, isCast: false };
}

function storedMember(from: Value<DuckDBStructType>, index: number, place: Place): Member {
  const name = from.type.entryNames[index] ?? '';
  const type = from.type.entryTypes[index] as DuckDBType;
  const value = `struct_extract(${from.value}, ${name === '' ? index + 1 : literal(name)})`;
  const stored = storedAs({ ...from, value, type }, place);
  const asItIs = { value, type: String(type), isCast: true };
  return { name: name || `v${index + 1}`, stored: stored ?? asItIs, isSame: stored === null };
}

function storedMap(from: Value<DuckDBMapType>, place: Place): Stored | null {
  const { value, type, depth } = from;
  const entry = `e${depth}`;
  const part = (name: string, partType: DuckDBType) =>
    storedAs({ value: `${entry}.${name}`, type: partType, depth: depth + 1 }, place);
  const key = part('key', type.keyType);
  const content = part('value', type.valueType);
  if (key === null && content === null) return null;
  const mapType = `MAP(${key?.type ?? type.keyType}, ${content?.type ?? type.valueType})`;
  if (key?.isCast !== false && content?.isCast !== false) return cast(value, mapType);
  const pair = `struct_pack(key := ${key?.value ?? `${entry}.key`}, value := ${content?.value ?? `${entry}.value`})`;
  const entries = `list_transform(map_entries(${value}), lambda ${entry}: ${pair})`;
  const map = `CASE WHEN ${value} IS NOT NULL THEN map_from_entries(${entries}) END`;
  return { value: map, type: mapType, isCast: false };
}

/** A type of which some values have no place in the layouts. */
interface Check {
  /** Whether the value is one of them. */
  readonly isOutside: (value: string) => string;
  readonly values: string;
  /** The type to cast the others to. */
  readonly castType?: string;
}

/** Written as the least or greatest number, an infinite date is some day of a distant year to other readers. */
const infinite: Check = {
  isOutside: (value) => `isinf(${value})`,
  values: 'an infinite date',
};

const mostDigits = '9'.repeat(38);

/** DuckDB would write these as DOUBLE, with 16 digits. */
const hugeInteger: Check = {
  isOutside: (value) => `${value} NOT BETWEEN -${mostDigits} AND ${mostDigits}`,
  values: 'an integer of more than 38 digits',
  castType: 'DECIMAL(38, 0)',
};

/** Both formats end a day before its last moment. */
const endOfDay: Check = {
  isOutside: (value) => `${value} = TIME '24:00:00'`,
  values: 'the time 24:00:00',
};

const checks: Readonly<Partial<Record<DuckDBTypeId, Check>>> = {
  [DuckDBTypeId.DATE]: infinite,
  [DuckDBTypeId.TIMESTAMP]: infinite,
  [DuckDBTypeId.TIMESTAMP_S]: infinite,
  [DuckDBTypeId.TIMESTAMP_MS]: infinite,
  [DuckDBTypeId.TIMESTAMP_NS]: infinite,
  [DuckDBTypeId.TIMESTAMP_TZ]: infinite,
  [DuckDBTypeId.HUGEINT]: hugeInteger,
  [DuckDBTypeId.UHUGEINT]: {
    ...hugeInteger,
    isOutside: (value) => `${value} > ${mostDigits}::UHUGEINT`,
  },
  [DuckDBTypeId.TIME]: endOfDay,
  [DuckDBTypeId.TIME_NS]: endOfDay,
};

function checked({ value, type }: Value, { name }: Place): Stored | null {
  const check = checks[type.typeId];
  if (check === undefined) return null;
  const { isOutside, values, castType } = check;
  const message = `The column ${name} holds ${values}, which Parquet and Arrow cannot. Cast it to VARCHAR`;
  const kept = castType === undefined ? value : `${value}::${castType}`;
  return {
    value: `CASE WHEN ${isOutside(value)} THEN error(${literal(message)}) ELSE ${kept} END`,
    type: castType ?? String(type),
    isCast: false,
  };
}
