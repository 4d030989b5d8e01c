// Writes SQL expressions that give the text of a result row: the one definition behind every output.
import {
  DuckDBArrayType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { objectKeys } from '../../../formats/object-keys.ts';
import type { RowLayout } from '../../../query.ts';
import { identifier, literal } from '../../../sql-text.ts';

export interface ResultColumn {
  readonly name: string;
  readonly type: DuckDBType;
}

/**
 * A VARCHAR expression that holds one row of `columns`, which are named c0, c1, … where it stands.
 * Objects are flat: lists and structs are JSON text in them.
 */
export function rowExpression(columns: readonly ResultColumn[], layout: RowLayout): string {
  return writers[layout](columns);
}

const writers: Readonly<Record<RowLayout, (columns: readonly ResultColumn[]) => string>> = {
  'json-array': (columns) => {
    if (columns.some(({ type }) => needsRawNumber(type))) {
      return joined('[', columns.map(jsonText), ']');
    }
    return `json_array(${columns.map(({ type }, i) => jsonValue(`c${i}`, type)).join(', ')})::VARCHAR`;
  },
  'json-object': (columns) => {
    const keys = objectKeys(columns);
    if (columns.some(({ type }) => needsRawNumber(type))) {
      const members = columns.map(
        (column, i) => `${literal(`${JSON.stringify(keys[i])}:`)}, ${flat(column, i)}`,
      );
      return joined('{', members, '}');
    }
    const members = columns.map(
      ({ type }, i) => `${literal(keys[i] ?? '')}, ${flatValue(`c${i}`, type)}`,
    );
    return `json_object(${members.join(', ')})::VARCHAR`;
  },
  csv: (columns) => record(columns, ','),
  tsv: (columns) => record(columns, '\t'),
  texts: (columns) =>
    `json_array(${columns.map(({ type }, i) => valueText(`c${i}`, type)).join(', ')})::VARCHAR`,
};

function record(columns: readonly ResultColumn[], delimiter: string): string {
  const fields = columns.map(({ type }, i) => field(`c${i}`, type, delimiter));
  return joined('', fields, '', delimiter);
}

/** One call of concat copies each part once, where a chain of || would copy all before it again and again. */
function joined(start: string, parts: readonly string[], end: string, delimiter = ','): string {
  return `concat('${start}', ${parts.join(`, '${delimiter}', `)}, '${end}')`;
}

/** Types that json_array would write through a double: their own digits are put into the row instead. */
function needsRawNumber(type: DuckDBType): boolean {
  return rawNumberTypes.has(type.typeId) || isJson(type);
}

const rawNumberTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.BIGNUM,
]);

function isJson(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias === 'JSON';
}

function jsonText({ type }: ResultColumn, index: number): string {
  const column = `c${index}`;
  if (type.typeId === DuckDBTypeId.FLOAT) {
    return `coalesce(CASE WHEN isfinite(${column}) THEN ${column}::VARCHAR END, 'null')`;
  }
  if (needsRawNumber(type)) return `coalesce(${column}::VARCHAR, 'null')`;
  return `coalesce(to_json(${jsonValue(column, type)})::VARCHAR, 'null')`;
}

function flat(column: ResultColumn, index: number): string {
  if (!isNested(column.type)) return jsonText(column, index);
  return `coalesce(to_json(${flatValue(`c${index}`, column.type)})::VARCHAR, 'null')`;
}

function flatValue(column: string, type: DuckDBType): string {
  return isNested(type) ? nestedText(column, type) : jsonValue(column, type);
}

function nestedText(column: string, type: DuckDBType): string {
  return isJson(type) ? `${column}::VARCHAR` : `to_json(${jsonValue(column, type)})::VARCHAR`;
}

function isNested(type: DuckDBType): boolean {
  return nestedTypes.has(type.typeId) || isJson(type);
}

const nestedTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.LIST,
  DuckDBTypeId.ARRAY,
  DuckDBTypeId.STRUCT,
  DuckDBTypeId.MAP,
  DuckDBTypeId.UNION,
]);

/** Values of these types are written as they are; every type not named here is written as its text. */
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
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.VARCHAR,
  DuckDBTypeId.SQLNULL,
  DuckDBTypeId.UNION,
]);

const asText: Readonly<Partial<Record<DuckDBTypeId, (value: string) => string>>> = {
  [DuckDBTypeId.TIMESTAMP]: isoTimestamp,
  [DuckDBTypeId.TIMESTAMP_S]: isoTimestamp,
  [DuckDBTypeId.TIMESTAMP_MS]: isoTimestamp,
  [DuckDBTypeId.TIMESTAMP_NS]: isoTimestamp,
  [DuckDBTypeId.TIMESTAMP_TZ]: (value) => `replace(${isoTimestamp(value)}, '+00', 'Z')`,
  [DuckDBTypeId.BLOB]: (value) => `base64(${value})`,
  [DuckDBTypeId.FLOAT]: finite,
  [DuckDBTypeId.DOUBLE]: finite,
};

function isoTimestamp(value: string): string {
  return `replace(${value}::VARCHAR, ' ', 'T')`;
}

function finite(value: string): string {
  return `CASE WHEN isfinite(${value}) THEN ${value} END`;
}

/** An expression that DuckDB's JSON functions write the way we promise. `depth` keeps lambda names apart. */
function jsonValue(value: string, type: DuckDBType, depth = 0): string {
  if (plainTypes.has(type.typeId)) return value;
  const convert = asText[type.typeId];
  if (convert !== undefined) return convert(value);
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return listValue(value, type.valueType, depth);
  }
  if (type instanceof DuckDBStructType) return structValue(value, type, depth);
  if (type instanceof DuckDBMapType) return mapValue(value, type, depth);
  return `${value}::VARCHAR`;
}

function listValue(value: string, itemType: DuckDBType, depth: number): string {
  const item = `x${depth}`;
  return `list_transform(${value}, lambda ${item}: ${jsonValue(item, itemType, depth + 1)})`;
}

function structValue(value: string, type: DuckDBStructType, depth: number): string {
  const members = type.entryNames.map((name, i) => {
    const member = `struct_extract(${value}, ${name === '' ? i + 1 : literal(name)})`;
    const key = name === '' ? `v${i + 1}` : name;
    return `${identifier(key)} := ${jsonValue(member, type.entryTypes[i] as DuckDBType, depth)}`;
  });
  return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${members.join(', ')}) END`;
}

function mapValue(value: string, type: DuckDBMapType, depth: number): string {
  const entry = `x${depth}`;
  const key = `${jsonValue(`${entry}.key`, type.keyType, depth + 1)}::VARCHAR`;
  const content = jsonValue(`${entry}.value`, type.valueType, depth + 1);
  return `map_from_entries(list_transform(map_entries(${value}), lambda ${entry}: struct_pack(k := ${key}, v := ${content})))`;
}

function field(value: string, type: DuckDBType, delimiter: string): string {
  const text = valueText(value, type);
  const mayNeedQuotes = isNested(type) || type.typeId === DuckDBTypeId.VARCHAR;
  return `coalesce(${mayNeedQuotes ? quoted(text, delimiter) : text}, '')`;
}

function valueText(value: string, type: DuckDBType): string {
  if (isNested(type)) return nestedText(value, type);
  if (type.typeId === DuckDBTypeId.VARCHAR) return value;
  return `(${jsonValue(value, type)})::VARCHAR`;
}

/** Quoted only where a reader needs it; an empty text is "" so that it differs from NULL. */
function quoted(text: string, delimiter: string): string {
  const special = [delimiter, '"', '\n', '\r'].map(
    (mark) => `contains(${text}, chr(${mark.charCodeAt(0)}))`,
  );
  return `CASE WHEN ${text} = '' OR ${special.join(' OR ')} THEN '"' || replace(${text}, '"', '""') || '"' ELSE ${text} END`;
}
