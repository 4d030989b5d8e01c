// Reads the values of a query's parameters from JSON, every digit of their numbers kept.
import { ExactNumber } from '../client/exact-number.ts';
import { readJson, type Value } from '../client/read-json.ts';
import { PathqlError } from '../errors.ts';
import type { Parameter, Parameters } from '../query/query-request.ts';
import { quoted } from '../text/quoted.ts';
import { checkJsonShape } from './check-json-shape.ts';

const expected = 'Expected "params" to be an array for ? and $1, or an object for $name';

/** Of a body that is a JSON object with `params`. It is parsed anew, as JSON.parse keeps no digits. */
export function paramsOfBody(text: string): Parameters {
  const { params = null } = exactJson(text) as { readonly params?: Value };
  return toParameters(params);
}

/** `text` is JSON; null is as good as none. */
export function readParams(text: string): Parameters | undefined {
  checkJsonShape(Buffer.from(text), '"params"');
  const params = exactJson(text);
  return params === null ? undefined : toParameters(params);
}

function exactJson(text: string): Value {
  try {
    return readJson(text, (digits) => new ExactNumber(digits));
  } catch (error) {
    throw invalid(`${expected}, as JSON: ${(error as Error).message}`);
  }
}

function toParameters(value: Value): Parameters {
  if (Array.isArray(value)) return value.map(toParameter);
  if (!isObject(value))
    throw invalid(`${expected}, got ${typeof value === 'string' ? quoted(value) : value}`);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toParameter(item)]));
}

function toParameter(value: Value): Parameter {
  if (typeof value === 'number') return { digits: Object.is(value, -0) ? '-0' : String(value) };
  if (value instanceof ExactNumber) return { digits: value.digits };
  if (Array.isArray(value)) return value.map(toParameter);
  if (!isObject(value) && typeof value !== 'bigint') return value as Parameter;
  throw invalid(
    'Expected each value of "params" to be a text, a number, true, false, null or an array of them, got an object',
  );
}

function isObject(value: Value): value is { readonly [key: string]: Value } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

function invalid(message: string): PathqlError {
  return new PathqlError('request_invalid', message);
}
