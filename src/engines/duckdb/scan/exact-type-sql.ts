// Writes the value of a text that is exact in a type as SQL.
import { type ExactType, maxDigits } from '../../../kinds/shared/types/exact-types.ts';

/** SQL of the value of the field `s`: a text where it is a DECIMAL or a HUGEINT, else the value itself. */
export function exactValueSql(s: string, type: ExactType): string {
  if (type.name === 'NULL') return 'NULL';
  if (type.name === 'HUGEINT') return `CAST(${s} AS HUGEINT)`;
  return type.name === 'DECIMAL' ? decimalSql(s, type) : s;
}

/** The type's name as SQL has it. */
export function sqlTypeName({ name, scale }: ExactType): string {
  return name === 'DECIMAL' ? `DECIMAL(${maxDigits}, ${scale})` : name;
}

/** DuckDB takes 20 µs and more to cast a text to DECIMAL(38, …), unless its whole part is 0. */
function decimalSql(s: string, type: ExactType): string {
  const name = sqlTypeName(type);
  const whole = `ifnull(TRY_CAST(left(${s}, strpos(${s}, '.') - 1) AS HUGEINT), 0)`;
  const sign = `CASE WHEN contains(${s}, '-') THEN '-0.' ELSE '0.' END`;
  const fraction = `${sign} || substr(${s}, strpos(${s}, '.') + 1)`;
  const sum = `CAST(CAST(${whole} AS ${name}) + CAST(${fraction} AS ${name}) AS ${name})`;
  return `CASE WHEN contains(${s}, '.') THEN ${sum} ELSE CAST(CAST(${s} AS HUGEINT) AS ${name}) END`;
}
