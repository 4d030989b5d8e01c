// Writes SQL expressions that give a value as JSON text, strictly valid and with all its digits.
import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
} from '@duckdb/node-api';
import { literal } from '../../../text/sql-text.ts';

/** A VARCHAR expression, never NULL. `depth` keeps the names of lambdas apart. */
export function jsonText(value: string, type: DuckDBType, depth = 0): string {
  return `coalesce(${jsonWriter(type)(value, type, depth)}, 'null')`;
}

/** Whether `json_array` writes `nativeValue` as promised: it would write some types through a double. */
export function isNative(type: DuckDBType): boolean {
  return jsonWriter(type) === nativeText;
}

/** The value of a native type as `json_array` is to get it. */
export function nativeValue(value: string, type: DuckDBType, depth = 0): string {
  if (isList(type)) return nativeList(value, type.valueType, depth);
  if (plainTypes.has(type.typeId)) return value;
  return (conversions[type.typeId] ?? asVarchar)(value);
}

/** The text of a value outside JSON; that of a nested one is JSON. NULL stays NULL. */
export function plainText(value: string, type: DuckDBType): string {
  if (type.typeId === DuckDBTypeId.VARCHAR) return asVarchar(value);
  const write = jsonWriter(type);
  if (write !== nativeText || isNested(type)) return write(value, type, 0);
  return asVarchar(`(${nativeValue(value, type)})`);
}

/** Lists, structs and their like, and JSON. */
export function isNested(type: DuckDBType): boolean {
  return nestedTypes.has(type.typeId) || isJson(type);
}

const nestedTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
]);

export function isJson(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias === 'JSON';
}

function isList(type: DuckDBType): type is DuckDBListType | DuckDBArrayType {
  return type instanceof DuckDBListType || type instanceof DuckDBArrayType;
}

/** Gives a VARCHAR expression, NULL for NULL. */
type Write = (value: string, type: DuckDBType, depth: number) => string;

function jsonWriter(type: DuckDBType): Write {
  if (isJson(type)) return storedJson;
  if (isList(type)) return isNative(type.valueType) ? nativeText : list;
  return ownTexts[type.typeId] ?? nativeText;
}

const ownTexts: Readonly<Partial<Record<DuckDBTypeId, Write>>> = {
  [DuckDBTypeId.DECIMAL]: decimal,
  [DuckDBTypeId.BIGNUM]: asVarchar,
  [DuckDBTypeId.FLOAT]: (value) => `CASE WHEN isfinite(${value}) THEN ${value}::VARCHAR END`,
  [DuckDBTypeId.STRUCT]: struct,
  [DuckDBTypeId.MAP]: map,
  [DuckDBTypeId.UNION]: union,
};

/** Values of these types are given to `json_array` as they are; a type named nowhere here is written as its text. */
const plainTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.UBIGINT,
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.SQLNULL,
]);

const conversions: Readonly<Partial<Record<DuckDBTypeId, (value: string) => string>>> = {
  [DuckDBTypeId.TIMESTAMP]: (value) => unlessBc(value, 'TIMESTAMP', iso(value)),
  [DuckDBTypeId.TIMESTAMP_S]: (value) => unlessBc(value, 'TIMESTAMP_S', iso(value)),
  [DuckDBTypeId.TIMESTAMP_MS]: (value) => unlessBc(value, 'TIMESTAMP_MS', iso(value)),
  [DuckDBTypeId.TIMESTAMP_NS]: iso,
  [DuckDBTypeId.TIMESTAMP_TZ]: (value) =>
    unlessBc(value, 'TIMESTAMPTZ', `replace(${iso(value)}, '+00', 'Z')`),
  [DuckDBTypeId.BLOB]: (value) => `base64(${value})`,
  [DuckDBTypeId.DOUBLE]: (value) => `CASE WHEN isfinite(${value}) THEN ${value} END`,
};

function nativeText(value: string, type: DuckDBType, depth: number): string {
  return `to_json(${nativeValue(value, type, depth)})::VARCHAR`;
}

function nativeList(value: string, itemType: DuckDBType, depth: number): string {
  const item = `x${depth}`;
  const converted = nativeValue(item, itemType, depth + 1);
  return converted === item ? value : `list_transform(${value}, lambda ${item}: ${converted})`;
}

function asVarchar(value: string): string {
  return `${value}::VARCHAR`;
}

/** DuckDB leaves out the 0 before the point where the type has no room for it, which is no number in JSON. */
function decimal(value: string, type: DuckDBType): string {
  const text = asVarchar(value);
  const isFraction = type instanceof DuckDBDecimalType && type.width === type.scale;
  return isFraction
    ? `CASE WHEN ${value} < 0 THEN '-0' || substr(${text}, 2) ELSE '0' || ${text} END`
    : text;
}

function iso(value: string): string {
  return `replace(${value}::VARCHAR, ' ', 'T')`;
}

/** Before the common era DuckDB's text stays as it is, `0044-03-15 (BC) 10:00:00`: ISO 8601 counts years otherwise. */
function unlessBc(value: string, type: string, text: string): string {
  return `CASE WHEN ${value} < ${type} '0001-01-01 00:00:00' THEN ${value}::VARCHAR ELSE ${text} END`;
}

/** DuckDB takes NaN, Infinity and a comma before a bracket for JSON; such a value is written as a string. */
function storedJson(value: string): string {
  const text = asVarchar(value);
  // Most values are cleared by the first look; the second leaves the strings inside out, which may hold anything.
  const isLenient = `${looksLenient(text)} AND ${looksLenient(withoutStrings(text))}`;
  return `CASE WHEN json_valid(${text}) AND NOT (${isLenient}) THEN ${text} ELSE to_json(${text})::VARCHAR END`;
}

function looksLenient(text: string): string {
  return `regexp_matches(${text}, '(?i:nan|inf)|,\\s*[\\]}]')`;
}

function withoutStrings(text: string): string {
  return `regexp_replace(${text}, '"(?:[^"\\\\]|\\\\.)*"', '""', 'g')`;
}

function list(value: string, type: DuckDBType, depth: number): string {
  if (!isList(type)) throw unlike(type);
  const item = `x${depth}`;
  const items = `list_transform(${value}, lambda ${item}: ${jsonText(item, type.valueType, depth + 1)})`;
  return `'[' || array_to_string(${items}, ',') || ']'`;
}

function struct(value: string, type: DuckDBType, depth: number): string {
  if (!(type instanceof DuckDBStructType)) throw unlike(type);
  const members = type.entryNames.map((name, i) => {
    const member = `struct_extract(${value}, ${name === '' ? i + 1 : literal(name)})`;
    const text = jsonText(member, type.entryTypes[i] as DuckDBType, depth);
    return `${literal(`${i === 0 ? '{' : ','}${key(name || `v${i + 1}`)}`)}, ${text}`;
  });
  return `CASE WHEN ${value} IS NOT NULL THEN concat(${members.join(', ')}, '}') END`;
}

function map(value: string, type: DuckDBType, depth: number): string {
  if (!(type instanceof DuckDBMapType)) throw unlike(type);
  const entry = `x${depth}`;
  const keyText = `to_json(${mapKey(`${entry}.key`, type.keyType, depth + 1)})::VARCHAR`;
  const content = jsonText(`${entry}.value`, type.valueType, depth + 1);
  const members = `list_transform(map_entries(${value}), lambda ${entry}: concat(${keyText}, ':', ${content}))`;
  return `'{' || array_to_string(${members}, ',') || '}'`;
}

/** Keys are texts: that of NaN is nan, as there can be but one null. */
function mapKey(value: string, type: DuckDBType, depth: number): string {
  if (isJson(type) || floatTypes.has(type.typeId)) return asVarchar(value);
  if (isNested(type)) return jsonText(value, type, depth);
  return plainText(value, type);
}

const floatTypes: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.FLOAT, DuckDBTypeId.DOUBLE]);

/** An object with one member, the one that is set. */
function union(value: string, type: DuckDBType, depth: number): string {
  if (!(type instanceof DuckDBUnionType)) throw unlike(type);
  const cases = type.memberTags.map((tag, i) => {
    const member = `union_extract(${value}, ${literal(tag)})`;
    const text = jsonText(member, type.memberTypes[i] as DuckDBType, depth);
    return `WHEN ${literal(tag)} THEN concat(${literal(`{${key(tag)}`)}, ${text}, '}')`;
  });
  return `CASE union_tag(${value})::VARCHAR ${cases.join(' ')} END`;
}

function key(name: string): string {
  return `${JSON.stringify(name)}:`;
}

function unlike(type: DuckDBType): Error {
  return new Error(`A type does not match its id: ${type}`);
}
