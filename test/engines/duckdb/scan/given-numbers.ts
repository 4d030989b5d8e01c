// Makes texts of numbers in several notations, and reads them by sums of whole numbers.
import fc from 'fast-check';
import type { GivenTypeOptions } from '../../../../src/kinds/shared/types/given-types.ts';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));
const sign = fc.constantFrom('', '', '-', '+');
const pad = fc.constantFrom('', '', '', ' ', '\t', '  ');

const edges = [7n, 8n, 15n, 16n, 31n, 32n, 63n, 64n, 127n, 128n].map((bits) => 2n ** bits);
const edge = fc
  .tuple(fc.constantFrom(...edges), fc.integer({ min: -2, max: 2 }), fc.constantFrom(1n, -1n))
  .map(([value, by, side]) => String((value + BigInt(by)) * side));

export const wholeNumbers = joined(
  pad,
  fc.oneof(edge, joined(sign, digits(1, 4)), joined(sign, digits(1, 41))),
  fc.constantFrom('', '', '.', '.0', '.000'),
  pad,
);

const floats = fc.oneof(
  fc.double({ noNaN: true }).map(String),
  fc.float({ noNaN: true }).map(String),
  fc
    .float({ noNaN: true })
    .chain((value) => fc.integer({ min: 1, max: 17 }).map((n) => value.toPrecision(n))),
);

export const decimals = joined(
  pad,
  fc.oneof(
    floats,
    joined(sign, digits(0, 6), fc.constantFrom('.', ''), digits(0, 6)),
    joined(sign, digits(0, 39), fc.constant('.'), digits(0, 45)),
    joined(sign, digits(1, 9), fc.constant('e'), fc.integer({ min: -330, max: 310 }).map(String)),
  ),
  pad,
);

/** Mostly right: groups of three digits, then a fraction. */
export function europeanNumbers(options: GivenTypeOptions): fc.Arbitrary<string> {
  const { thousands = '', decimalSeparator = '.' } = options;
  const group = fc.oneof(
    { arbitrary: digits(3, 3), weight: 12 },
    { arbitrary: digits(1, 4), weight: 1 },
  );
  const groups = fc.array(group, { maxLength: 5 });
  const whole = fc.tuple(digits(1, 3), groups).map((parts) => parts.flat().join(thousands));
  const fraction = fc.oneof(
    fc.constant(''),
    digits(0, 4).map((text) => decimalSeparator + text),
  );
  return joined(pad, sign, whole, fraction, pad);
}

/** The number as `digits × 10^exponent`, without zeros at the end of the digits. */
export function numberValue(text: string, options: GivenTypeOptions): string {
  const { thousands, decimalSeparator = thousands === '.' ? '' : '.' } = options;
  const [mantissa = '', exponent = '0'] = text.trim().toLowerCase().split('e');
  const plain = thousands === undefined ? mantissa : mantissa.split(thousands).join('');
  const [whole = '', fraction = ''] = decimalSeparator ? plain.split(decimalSeparator) : [plain];
  let value =
    BigInt(`${whole.replace(/[+-]/, '')}${fraction}`) *
    (text.includes('-') && whole.includes('-') ? -1n : 1n);
  let power = Number(exponent) - fraction.length;
  if (value === 0n) return '0';
  while (value % 10n === 0n) {
    value /= 10n;
    power += 1;
  }
  return `${value}e${power}`;
}
