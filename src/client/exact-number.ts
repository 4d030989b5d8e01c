// A number whose digits a double does not keep, and when that is so.

/** Digits as the server wrote them. Arithmetic on it is arithmetic on the nearest double. */
export class ExactNumber {
  readonly #digits: string;

  constructor(digits: string) {
    this.#digits = digits;
  }

  toString(): string {
    return this.#digits;
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.#digits);
  }

  /** A string: JSON.stringify has no way to write a number with more digits than a double. */
  toJSON(): string {
    return this.#digits;
  }
}

/** A JSON number as the plainest value that `String()` turns back into the same digits. */
export function keepDigits(digits: string): number | bigint | ExactNumber {
  const double = Number(digits);
  if (isShort(digits, double)) return double;
  if (/^-?\d+$/.test(digits)) return Number.isSafeInteger(double) ? double : BigInt(digits);
  return String(double) === digits ? double : new ExactNumber(digits);
}

/** Up to 15 digits survive the way through a double; true only where String() writes them alike, too. */
function isShort(digits: string, double: number): boolean {
  if (digits.length > 15 || digits.endsWith('0') || Math.abs(double) < 1e-6) return false;
  return !/[eE]/.test(digits);
}
