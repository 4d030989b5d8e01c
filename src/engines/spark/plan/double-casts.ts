// Writes casts of exact numbers to DOUBLE with the roundings of DuckDB, which are not always to the nearest one.
import { hugeSql } from './literals.ts';
import { naming } from './naming.ts';
import type { DecimalType } from './types.ts';

const wordSize = hugeSql(2n ** 64n);

/** DuckDB casts the two words of a HUGEINT, and a negative one that fits a word from below. */
export function hugeToDouble(value: string): string {
  const write = (x: string) => {
    const [quotient, rest] = [`(${x} div ${wordSize})`, `(${x} % ${wordSize})`];
    const high = `(CASE WHEN ${rest} < 0 THEN ${quotient} - 1 ELSE ${quotient} END)`;
    const low = `(CASE WHEN ${rest} < 0 THEN ${rest} + ${wordSize} ELSE ${rest} END)`;
    const inWords = `CAST(${low} AS DOUBLE) + CAST(${high} AS DOUBLE) * CAST('${2n ** 64n}' AS DOUBLE)`;
    const fromBelow = `(- CAST(${hugeSql(-1n)} - ${x} AS DOUBLE)) - 1D`;
    return `CASE WHEN ${x} >= 0 AND ${x} < ${wordSize} THEN CAST(${x} AS DOUBLE) WHEN ${x} < 0 AND ${x} >= ${hugeSql(-(2n ** 64n))} THEN ${fromBelow} ELSE ${inWords} END`;
  };
  return naming(value, 'huge', write);
}

/** With so few digits the number without its point is a DOUBLE, and so the quotient the nearest one. */
const exactDigits = 15;
/** DuckDB keeps more digits as a HUGEINT. */
const digitsOfWord = 18;
const longestScale = 18;
const mostExact = 2 ** 53;

/** DuckDB divides by the power of ten: in two parts, where the digits are too many for a DOUBLE. */
export function decimalToDouble(value: string, type: DecimalType | null): string | undefined {
  const { width, scale } = type ?? { width: 0, scale: 0 };
  if (width <= exactDigits) return `CAST(${value} AS DOUBLE)`;
  if (scale > longestScale) return undefined;
  const toDouble = width > digitsOfWord ? hugeToDouble : (x: string) => `CAST(${x} AS DOUBLE)`;
  const digits = `CAST(replace(CAST(${value} AS STRING), '.', '') AS DECIMAL(38,0))`;
  if (scale === 0) return toDouble(digits);
  const power = hugeSql(10n ** BigInt(scale));
  const divisor = `CAST(${power} AS DOUBLE)`;
  return naming(digits, 'digits', (x) => {
    const whole = `CAST(${x} div ${power} AS DECIMAL(38,0))`;
    const inParts = `${toDouble(whole)} + ${toDouble(`(${x} % ${power})`)} / ${divisor}`;
    return `CASE WHEN abs(${x}) <= ${mostExact} THEN CAST(${x} AS DOUBLE) / ${divisor} ELSE ${inParts} END`;
  });
}
