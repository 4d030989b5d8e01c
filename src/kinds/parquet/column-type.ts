// Tells the types of Parquet columns, alike for all ways to write them, so that files can be compared.
import type { LogicalType, SchemaElement, SchemaTree } from 'hyparquet';

export interface ColumnShape {
  /** The same where every engine reads the same type. */
  readonly type: string;
  /** Why not every value can be read exactly; null: it can. */
  readonly fault: string | null;
  /** Paths of the values in it that may have nanoseconds, which are cut off: whether they do is to be looked at. */
  readonly coarse: readonly string[];
}

interface LeafShape {
  readonly type: string;
  readonly fault?: string;
  readonly isCoarse?: boolean;
}

/** Of a column with all that is in it. */
export function shapeOf(tree: SchemaTree): ColumnShape {
  if (tree.children.length === 0) return shapeOfLeaf(tree);
  const { logical_type: logical, converted_type: converted, repetition_type } = tree.element;
  const name = logical?.type ?? converted ?? 'STRUCT';
  // Writers call the parts of a list and of a map as they like.
  const parts = isAnonymous.has(name) ? tree.children.flatMap(insideOf) : tree.children;
  const shapes = parts.map((part) => ({ name: part.element.name, ...shapeOf(part) }));
  const fields = shapes.map(({ name: field, type }) =>
    isAnonymous.has(name) ? type : `${JSON.stringify(field)} ${type}`,
  );
  const own = ownFault(name, tree);
  return {
    type: `${name}(${fields.join(', ')})${repetition_type === 'REPEATED' ? '[]' : ''}`,
    fault: own ?? shapes.find(({ fault }) => fault !== null)?.fault ?? null,
    coarse: shapes.flatMap(({ coarse }) => coarse),
  };
}

function ownFault(name: string, { children: [entries] }: SchemaTree): string | null {
  if (name === 'VARIANT') return 'is a VARIANT, a type that is not available';
  const isSet = name === 'MAP' && entries?.children.length === 1;
  return isSet ? 'is a map without values, a type that is not available' : null;
}

const isAnonymous: ReadonlySet<string> = new Set(['LIST', 'MAP', 'MAP_KEY_VALUE']);

function insideOf(tree: SchemaTree): readonly SchemaTree[] {
  return tree.children.length > 0 ? tree.children : [tree];
}

function shapeOfLeaf({ element, path }: SchemaTree): ColumnShape {
  const { type, fault = null, isCoarse = false } = leafShape(element);
  return {
    type: element.repetition_type === 'REPEATED' ? `${type}[]` : type,
    fault,
    coarse: isCoarse ? [path.join('.')] : [],
  };
}

/** Of a DECIMAL in the engine. */
const mostDigits = 38;

function leafShape(element: SchemaElement): LeafShape {
  const {
    type: physical = 'BOOLEAN',
    converted_type: converted,
    precision = 0,
    scale = 0,
  } = element;
  const logical = element.logical_type ?? logicalOf[converted ?? ''];
  if (physical === 'INT96') return { type: 'TIMESTAMP', isCoarse: true };
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL') {
    const type = `DECIMAL(${precision}, ${scale})`;
    if (precision < 1 || scale > precision) return { type, fault: `is a ${type}, which is none` };
    if (precision <= mostDigits) return { type };
    return { type, fault: `is a ${type}, and at most ${mostDigits} digits can be read exactly` };
  }
  if (logical === undefined) return { type: plainTypes[physical] ?? physical };
  if (logical.type === 'TIMESTAMP' || logical.type === 'TIME') return momentShape(logical);
  if (logical.type === 'INTEGER') {
    return { type: `${logical.isSigned ? 'INT' : 'UINT'}${logical.bitWidth}` };
  }
  return { type: logical.type };
}

/** Without a zone nanoseconds have a type of their own. */
function momentShape({
  type,
  unit,
  isAdjustedToUTC,
}: Extract<LogicalType, { isAdjustedToUTC: boolean }>): LeafShape {
  const zone = isAdjustedToUTC ? ' WITH TIME ZONE' : '';
  const isNanos = unit === 'NANOS';
  const hasOwnType = isNanos && type === 'TIMESTAMP' && !isAdjustedToUTC;
  return {
    type: `${type}${hasOwnType ? '_NS' : ''}${zone}`,
    isCoarse: isNanos && !hasOwnType,
  };
}

const plainTypes: Readonly<Record<string, string>> = {
  INT32: 'INT32',
  INT64: 'INT64',
  BYTE_ARRAY: 'BLOB',
  FIXED_LEN_BYTE_ARRAY: 'BLOB',
};

const integer = (bitWidth: number, isSigned: boolean): LogicalType => ({
  type: 'INTEGER',
  bitWidth,
  isSigned,
});
const moment = (type: 'TIME' | 'TIMESTAMP', unit: 'MILLIS' | 'MICROS'): LogicalType => ({
  type,
  unit,
  // DuckDB takes it for a moment without a zone where nothing else is said.
  isAdjustedToUTC: false,
});

/** What older files say. */
const logicalOf: Readonly<Record<string, LogicalType>> = {
  UTF8: { type: 'STRING' },
  ENUM: { type: 'ENUM' },
  DATE: { type: 'DATE' },
  JSON: { type: 'JSON' },
  BSON: { type: 'BSON' },
  INTERVAL: { type: 'INTERVAL' },
  INT_8: integer(8, true),
  INT_16: integer(16, true),
  INT_32: integer(32, true),
  INT_64: integer(64, true),
  UINT_8: integer(8, false),
  UINT_16: integer(16, false),
  UINT_32: integer(32, false),
  UINT_64: integer(64, false),
  TIME_MILLIS: moment('TIME', 'MILLIS'),
  TIME_MICROS: moment('TIME', 'MICROS'),
  TIMESTAMP_MILLIS: moment('TIMESTAMP', 'MILLIS'),
  TIMESTAMP_MICROS: moment('TIMESTAMP', 'MICROS'),
};
