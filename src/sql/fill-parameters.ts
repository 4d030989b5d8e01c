// Writes the values of parameters into a statement, as literals in the places of ?, $1 and $name.
import { PathqlError } from '../errors.ts';
import type { Parameter, Parameters } from '../query/query-request.ts';
import { literal } from '../text/sql-text.ts';
import type { ScannedStatement } from './scan-statement.ts';
import { type Edit, type Rewritten, rewrite } from './text/rewrite.ts';
import type { Token } from './text/token.ts';

/** Throws sql_parameter for a parameter without a value and for a value without a parameter. */
export function fillParameters(scanned: ScannedStatement, values: Parameters): Rewritten {
  const { sql, tokens } = scanned;
  const found = tokens.filter(({ kind }) => kind === 'parameter');
  const unused = new Set(Object.keys(values));
  let position = 0;
  const edits: Edit[] = found.map((token) => {
    if (token.text === '?') position += 1;
    const key = keyOf(token, { position, values });
    const value = Object.hasOwn(values, key) ? values[key as keyof Parameters] : undefined;
    if (value === undefined) throw withoutValue(token, { sql, values });
    unused.delete(key);
    return { start: token.start, end: token.end, text: ` ${parameterSql(value as Parameter)} ` };
  });
  const [other] = unused;
  if (other !== undefined) throw withoutParameter(other, values);
  return rewrite(sql, edits);
}

/** In an array the first value is for `$1`. */
function keyOf(
  { text }: Token,
  { position, values }: { readonly position: number; readonly values: Parameters },
): string {
  const name = text === '?' ? String(position) : text.slice(1);
  if (!Array.isArray(values)) return text === '?' ? '' : name;
  return /^[1-9]\d{0,6}$/.test(name) ? String(Number(name) - 1) : '';
}

/** More digits than a DECIMAL has would become a DOUBLE. */
const maxDigits = 38;

function parameterSql(value: Parameter): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return literal(value);
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(parameterSql).join(', ')}]`;
  const { digits } = value;
  assertKept(digits);
  return digits.startsWith('-') ? `(${digits})` : digits;
}

/** With an exponent it is a DOUBLE, else an integer or a DECIMAL. */
function assertKept(digits: string): void {
  const [mantissa = '', exponent] = digits.split(/e/i);
  if (exponent === undefined) {
    if (mantissa.replace(/[-.]/g, '').length > maxDigits) throw tooManyDigits(digits);
    return;
  }
  const significant = mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  if (significant === '') return;
  const rest = Math.min(significant.length - 1, 100);
  const [kept] = Math.abs(Number(digits)).toExponential(rest).split('e');
  if (kept?.replace('.', '') !== significant) throw beyondDouble(digits);
}

function isList(value: Parameter): value is readonly Parameter[] {
  return Array.isArray(value);
}

function tooManyDigits(digits: string): PathqlError {
  const message = `A number in "params" has ${digits.replace(/[-.]/g, '').length} digits, and at most ${maxDigits} are possible: ${digits}. Give it as a text`;
  return new PathqlError('sql_parameter', message);
}

function beyondDouble(digits: string): PathqlError {
  const message = `A number in "params" with an exponent is a DOUBLE, and no DOUBLE has the digits of ${digits}. Give it as a text, and cast that`;
  return new PathqlError('sql_parameter', message);
}

function withoutValue(
  token: Token,
  { sql, values }: { readonly sql: string; readonly values: Parameters },
): PathqlError {
  const given = Array.isArray(values)
    ? `"params" is an array of ${values.length}, for ? or $1, $2, …`
    : `"params" is an object with ${names(values)}, for $name`;
  const message = `The parameter ${token.text} has no value: ${given},`;
  return new PathqlError('sql_parameter', message, { at: { sql, span: token } });
}

function names(values: Parameters): string {
  const keys = Object.keys(values);
  return keys.length === 0 ? 'no names' : keys.join(', ');
}

function withoutParameter(key: string, values: Parameters): PathqlError {
  const which = Array.isArray(values) ? `The value number ${Number(key) + 1}` : `The value ${key}`;
  const message = `${which} in "params" has no parameter in the query; a path cannot be one`;
  return new PathqlError('sql_parameter', message);
}
