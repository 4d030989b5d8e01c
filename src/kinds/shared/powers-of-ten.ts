// Computes the table of powers of ten by which scanner/doubles.ts tells what a DOUBLE keeps.

const bits = 64n;

/** One little-endian integer of 64 bits for each power: its highest bits, rounded. */
export function powersOfTen(least: number, most: number): Uint8Array {
  const mantissas = new BigUint64Array(most - least + 1);
  for (let power = least; power <= most; power++) mantissas[power - least] = mantissaOf(power);
  return new Uint8Array(mantissas.buffer);
}

function mantissaOf(power: number): bigint {
  const ten = 10n ** BigInt(Math.abs(power));
  // One bit more than needed, for rounding; 1 / ten is less than 2 / 2 ** length.
  const length = BigInt(ten.toString(2).length);
  const quotient = power >= 0 ? (ten << bits) >> (length - 1n) : (1n << (bits + length)) / ten;
  const excess = BigInt(quotient.toString(2).length) - bits;
  return (quotient + (1n << (excess - 1n))) >> excess;
}

/** Those that a DOUBLE holds exactly, from 10^0 on. */
export function doublePowers(): Uint8Array {
  const powers = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
  return new Uint8Array(powers.buffer);
}
