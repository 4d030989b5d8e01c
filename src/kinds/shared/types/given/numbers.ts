// Decides whether a text is exactly a number of a type that the call gave.
import { digitsOf } from '../exact-types.ts';

/** How a file writes numbers. */
export interface NumberNotation {
  readonly decimalSeparator?: string;
  /** Stands between groups of three digits; without a decimal separator of its own, '.' takes the point's place. */
  readonly thousands?: string;
}

/** Digits without signs, groups and padding. */
interface NumberParts {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
  readonly exponent: string | undefined;
}

type Fits = (text: string) => boolean;

export function fitsWholeNumber(least: bigint, most: bigint, notation: NumberNotation): Fits {
  const read = numberReader(notation);
  const safeDigits = String(most).length - 1;
  return (text) => {
    const number = read(text);
    if (number === null || number.exponent !== undefined || !isZero(number.fraction)) return false;
    if (number.isNegative && least === 0n) return false;
    if (number.whole.length <= safeDigits) return true;
    const value = BigInt(number.whole) * (number.isNegative ? -1n : 1n);
    return value >= least && value <= most;
  };
}

export function fitsDecimal(precision: number, scale: number, notation: NumberNotation): Fits {
  const read = numberReader(notation);
  return (text) => {
    const number = read(text);
    if (number === null || number.exponent !== undefined) return false;
    const whole = number.whole.replace(/^0+/, '');
    return whole.length <= precision - scale && isZero(number.fraction.slice(scale));
  };
}

/** Of any size and with any digits. */
export function fitsNumber(notation: NumberNotation): Fits {
  const read = numberReader(notation);
  return (text) => read(text) !== null;
}

/** Any two numbers of 15 digits are two DOUBLE. */
const safeDoubleDigits = 15;
const safeFloatDigits = 6;

export function fitsDouble(notation: NumberNotation): Fits {
  return fitsFloating(notation, safeDoubleDigits, (value) => [value, String(value)]);
}

export function fitsFloat(notation: NumberNotation): Fits {
  return fitsFloating(notation, safeFloatDigits, (value) => {
    const float = Math.fround(value);
    return [float, printedFloat(float)];
  });
}

/** `stored` gives the value of the type nearest to a number, and that value as an answer has it. */
function fitsFloating(
  notation: NumberNotation,
  safeDigits: number,
  stored: (value: number) => readonly [value: number, printed: string],
): Fits {
  const read = numberReader(notation);
  return (text) => {
    const number = read(text);
    if (number === null) return false;
    const { whole, fraction, exponent } = number;
    if (exponent === undefined && whole.length + fraction.length <= safeDigits) return true;
    const digits = `${whole}.${fraction}`;
    const [value, printed] = stored(Number(`${digits}e${exponent ?? '0'}`));
    return Number.isFinite(value) && digitsOf(digits) === digitsOf(printed);
  };
}

const maxFloatDigits = 9;
/** Smaller ones have fewer digits. */
const smallestNormalFloat = 2 ** -126;
/** The FLOAT below a power of two is nearer than the one above: the shortest notation may not be the nearest. */
const unknownNotation = '';

/**
 * The shortest notation that no other FLOAT has. Where two are equally near to the value, or a short one lies halfway
 * to another FLOAT, it is the value itself: so the engine prints it.
 */
function printedFloat(float: number): string {
  const isNormal = Math.abs(float) >= smallestNormalFloat;
  for (let digits = isNormal ? safeFloatDigits : 1; digits < maxFloatDigits; digits++) {
    const text = float.toPrecision(digits);
    const isHalfway = isHalfwayToNext(float, Number(text));
    if (!isHalfway && Math.fround(Number(text)) !== float) continue;
    const mayBeTie = Number(float.toPrecision(digits + 1)) === float;
    return isHalfway || (mayBeTie && isTie(float, digits)) ? float.toPrecision(100) : text;
  }
  const isPowerOfTwo = Number.isInteger(Math.log2(Math.abs(float)));
  return isPowerOfTwo ? unknownNotation : float.toPrecision(maxFloatDigits);
}

/** The value has one digit more, a 5. */
function isTie(float: number, digits: number): boolean {
  const exact = digitsOf(float.toPrecision(100));
  return exact.length === digits + 1 && exact.endsWith('5');
}

function isHalfwayToNext(float: number, value: number): boolean {
  const next = 2 * value - float;
  const isBetweenNeighbours = [float, next].includes(Math.fround(value));
  return next !== float && Math.fround(next) === next && isBetweenNeighbours;
}

function isZero(digits: string): boolean {
  return /^0*$/.test(digits);
}

function numberReader({ thousands, decimalSeparator }: NumberNotation) {
  const point = decimalSeparator ?? (thousands === '.' ? undefined : '.');
  const grouped = thousands === undefined ? '' : `[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+|`;
  const fraction = point === undefined ? '()' : `(?:\\${point}(\\d*))?`;
  const pattern = new RegExp(
    `^[ \\t]*([+-]?)(${grouped}\\d*)${fraction}(?:[eE]([+-]?\\d+))?[ \\t]*$`,
  );
  return (text: string): NumberParts | null => {
    const parts = pattern.exec(text);
    if (parts === null) return null;
    const [, sign, given = '', fraction = '', exponent] = parts;
    const whole = thousands === undefined ? given : given.replaceAll(thousands, '');
    if (whole === '' && fraction === '') return null;
    return { isNegative: sign === '-', whole, fraction, exponent };
  };
}
