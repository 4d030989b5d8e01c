// Keeps the digits of a number where a double would lose some.

/** Digits as the server wrote them. Arithmetic on it is arithmetic on the nearest double. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.digits);
  }

  /** A string: JSON.stringify has no way to write a number with more digits than a double. */
  toJSON(): string {
    return this.digits;
  }
}

/**
 * A JSON number as the plainest value that keeps its digits: an integer as number or bigint, what the
 * server writes for a DOUBLE as number, anything else as ExactNumber.
 */
export function keepDigits(digits: string): number | bigint | ExactNumber {
  const double = Number(digits);
  if (isShort(digits, double)) return double;
  if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(double) ? double : BigInt(digits);
  const text = String(double);
  return text === digits || asDouble(text) === digits ? double : new ExactNumber(digits);
}

/** Up to 15 digits survive the way through a double; true only where they are written alike, too. */
function isShort(digits: string, double: number): boolean {
  if (digits.length > 15 || digits.endsWith('0') || Math.abs(double) < 1e-6) return false;
  return !/[eE]/.test(digits);
}

/** As the server marks a DOUBLE: 34.0, 1e21. */
function asDouble(text: string): string {
  return text.includes('e') ? text.replace('e+', 'e') : `${text}.0`;
}
