// Writes constants as Spark SQL. Nothing of a text but letters, digits and blanks stands in the SQL as it is.
import { isNode, notOnSpark, type PlanNode } from './plan-node.ts';
import { decimalOf, sparkType, typeName } from './types.ts';

/** Every other character as its number in UTF-16, so that no text can end its quotes or be taken for a variable. */
export function textLiteral(text: string): string {
  const encoded = text.replace(/[^A-Za-z0-9 ]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${encoded}'`;
}

/** Of a constant of the plan. */
export function constantSql(constant: PlanNode): string {
  const type = typeName(constant.type as PlanNode);
  if (constant.is_null === true) return nullOf(type);
  const { value } = constant;
  const decimal = decimalOf(type);
  if (decimal !== null) return `CAST('${decimalText(wholeOf(value), decimal.scale)}' AS ${type})`;
  const write = writers[type];
  if (write === undefined) throw notOnSpark(`A constant of the type ${type}`);
  return write(value);
}

export function nullOf(type: string): string {
  return type === 'NULL' ? 'NULL' : `CAST(NULL AS ${sparkType(type)})`;
}

const writers: Readonly<Record<string, (value: unknown) => string>> = {
  BOOLEAN: (value) => (value === true ? 'true' : 'false'),
  TINYINT: (value) => `CAST(${wholeOf(value)} AS TINYINT)`,
  SMALLINT: (value) => `CAST(${wholeOf(value)} AS SMALLINT)`,
  INTEGER: (value) => `CAST(${wholeOf(value)} AS INT)`,
  BIGINT: (value) => `CAST('${wholeOf(value)}' AS BIGINT)`,
  HUGEINT: (value) => hugeSql(wholeOf(value)),
  DOUBLE: (value) => doubleSql(Number(value)),
  VARCHAR: (value) => textLiteral(String(value)),
};

export function hugeSql(value: bigint): string {
  return `CAST('${value}' AS DECIMAL(38,0))`;
}

export function doubleSql(value: number): string {
  return `CAST('${Object.is(value, -0) ? '-0.0' : value}' AS DOUBLE)`;
}

/** 128 bits come in two halves. */
export function wholeOf(value: unknown): bigint {
  if (isNode(value)) {
    return (BigInt(String(value.upper)) << 64n) + BigInt.asUintN(64, BigInt(String(value.lower)));
  }
  return BigInt(value as number | bigint);
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? '' : `.${digits.slice(-scale)}`;
  return `${unscaled < 0n ? '-' : ''}${whole}${fraction}`;
}
