// Names the types that values may have on both engines, as each has them.
import { isNode, notOnSpark, type PlanNode } from './plan-node.ts';

/** As DuckDB writes it: `BIGINT`, `DECIMAL(9,2)`. */
export type TypeName = string;

const sparkNames: Readonly<Record<string, string>> = {
  BOOLEAN: 'BOOLEAN',
  TINYINT: 'TINYINT',
  SMALLINT: 'SMALLINT',
  INTEGER: 'INT',
  BIGINT: 'BIGINT',
  HUGEINT: 'DECIMAL(38,0)',
  FLOAT: 'FLOAT',
  DOUBLE: 'DOUBLE',
  VARCHAR: 'STRING',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP_NTZ',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
  NULL: 'VOID',
};

export function sparkType(type: TypeName): string {
  if (type.startsWith('DECIMAL(')) return type;
  const name = sparkNames[type];
  if (name === undefined) throw notOnSpark(`The type ${type}`);
  return name;
}

/** Of an expression of the plan. */
export function typeOf(expression: PlanNode): TypeName {
  const { return_type: type, value } = expression;
  if (isNode(type)) return typeName(type);
  if (isNode(value) && isNode(value.type)) return typeName(value.type);
  return 'BOOLEAN';
}

export function typeName(type: PlanNode): TypeName {
  const id = String(type.id);
  const info = type.type_info;
  if (id === 'DECIMAL' && isNode(info)) return `DECIMAL(${info.width},${info.scale})`;
  if (isNode(info) && typeof info.alias === 'string' && info.alias !== '') return info.alias;
  return id;
}

export interface DecimalType {
  readonly width: number;
  readonly scale: number;
}

export function decimalOf(type: TypeName): DecimalType | null {
  const [, width, scale] = /^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? [];
  return width === undefined ? null : { width: Number(width), scale: Number(scale) };
}

export const wholeTypes: readonly TypeName[] = [
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
];

export function isWhole(type: TypeName): boolean {
  return wholeTypes.includes(type);
}

/** For the lists of reviewed signatures: all DECIMALs are one kind. */
export function kindOf(type: TypeName): string {
  return type.startsWith('DECIMAL(') ? 'DECIMAL' : type;
}
