// Tells whether a decimal number is the shortest one that stands for its DOUBLE: whether a DOUBLE keeps its digits.

/** For 10^e, e from `leastPower` to `mostPower`: the 64 highest bits of its binary digits, rounded. */
let powers: usize = 0;
export const leastPower: i32 = -60;
export const mostPower: i32 = 30;

export function setPowers(at: usize): void {
  powers = at;
}

/** In this order, so that the least of two says what both are together. */
export enum Shortest {
  no,
  unknown,
  yes,
}

/** A DOUBLE holds 53 of 64 bits. Half of what the last of them stands for: */
const half: f64 = 1024;
/** More than the product of two rounded numbers is off. */
const margin: f64 = 8;

/**
 * For `mantissa` × 10^`exponent`; a mantissa has 16 or 17 digits and no zero at the end. All distances are counted in the last of
 * 64 bits. Where rounding could tip the scales, the answer is unknown.
 */
export function isShortestDouble(mantissa: u64, exponent: i32): Shortest {
  if (exponent < leastPower || exponent > mostPower) return Shortest.unknown;
  const power = load<u64>(powers + ((<usize>(exponent - leastPower)) << 3));
  let value = highProduct(mantissa << clz(mantissa), power);
  value <<= clz(value);
  const cut = <f64>(value & 2047);
  if (abs(cut - half) < margin) return Shortest.unknown;
  // Below a power of two, numbers are closer to each other.
  const kept = (value >> 11) + (cut > half ? 1 : 0);
  if ((kept & ((1 << 52) - 1)) === 0) return Shortest.unknown;
  const offset = cut > half ? cut - 2 * half : cut;
  const unit = <f64>value / <f64>mantissa;
  const nearest = unit / 2 - abs(offset);
  if (abs(nearest) < margin) return Shortest.unknown;
  if (nearest < 0) return Shortest.no;
  const last = <f64>(mantissa % 10);
  return min(beyond(offset - last * unit), beyond(offset + (10 - last) * unit));
}

/** A shorter number at this distance stands for another DOUBLE. */
function beyond(distance: f64): Shortest {
  const over = abs(distance) - half;
  if (abs(over) < margin) return Shortest.unknown;
  return over > 0 ? Shortest.yes : Shortest.no;
}

/** The upper 64 of 128 bits. */
function highProduct(a: u64, b: u64): u64 {
  const mask: u64 = 0xffffffff;
  const low = (a & mask) * (b & mask);
  const left = (a >> 32) * (b & mask) + (low >> 32);
  const right = (a & mask) * (b >> 32) + (left & mask);
  return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
}
