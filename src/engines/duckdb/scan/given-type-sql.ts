// Writes the SQL that turns a text into a value of the type that the call gave: only for texts proven to fit it.
import { type GivenTypeOptions, notationOf } from '../../../kinds/shared/types/given-types.ts';
import { literal } from '../../../text/sql-text.ts';

/** SQL of the value of the text `s`, for which `fits` of `givenTypeRule` is true, or of NULL. */
export function givenValueSql(s: string, type: string, options: GivenTypeOptions): string {
  if (type === 'VARCHAR') return s;
  if (type === 'TIMETZ') return `CAST(replace(${s}, 'Z', '+00') AS TIMETZ)`;
  const format = formatOf(type, options);
  if (format !== undefined) return momentSql(s, type, format);
  const isNumber = notationOf(type).includes('thousands');
  return `CAST(${isNumber ? plainNumber(s, options) : s} AS ${type})`;
}

function formatOf(type: string, options: GivenTypeOptions): string | undefined {
  const [name] = notationOf(type);
  return name === 'dateFormat' || name === 'timestampFormat' ? options[name] : undefined;
}

/** Nanoseconds, of %n, cannot be cast to seconds and milliseconds. */
function momentSql(s: string, type: string, format: string): string {
  const value = `strptime(${s}, ${literal(format.trim())})`;
  const isCoarse = type === 'TIMESTAMP_S' || type === 'TIMESTAMP_MS';
  return `CAST(${isCoarse ? `CAST(${value} AS TIMESTAMP)` : value} AS ${type})`;
}

function plainNumber(s: string, { thousands, decimalSeparator }: GivenTypeOptions): string {
  const joined = thousands === undefined ? s : `replace(${s}, ${literal(thousands)}, '')`;
  return decimalSeparator === ',' ? `replace(${joined}, ',', '.')` : joined;
}
