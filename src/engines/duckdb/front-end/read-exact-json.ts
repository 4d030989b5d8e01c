// Reads JSON as DuckDB writes it: whole numbers beyond 2^53 as bigints, and numbers that JSON does not have.

/** A text, or a number that is long or not finite. */
const tokens = /"(?:[^"\\]|\\.)*"|(?<![\d.])-?(?:\d{16,}(?![\d.eE])|Infinity|NaN|nan|inf)/g;

/** Stands before the digits of a number in quotes. DuckDB escapes control characters, so that no text begins with it. */
const mark = '\\u0001';

export function readExactJson(json: string): unknown {
  const quoted = json.replace(tokens, (token) => {
    return token.startsWith('"') ? token : `"${mark}${token}"`;
  });
  return JSON.parse(quoted, (_, value: unknown) => {
    return typeof value === 'string' && value.startsWith('\u0001')
      ? numberOf(value.slice(1))
      : value;
  });
}

function numberOf(text: string): bigint | number {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  if (/nan/i.test(text)) return Number.NaN;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
