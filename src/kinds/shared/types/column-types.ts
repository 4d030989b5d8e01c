// Narrows down the types that texts have in common, and chooses one: more texts only ever widen it.
import {
  type ExactType,
  type ExactTypeName,
  exactTypes,
  isExact,
  maxDigits,
} from './exact-types.ts';

/** What texts have in common. */
export interface TextTypes {
  /** Those in which every text is exact, one bit for each in the order of `exactTypes`. */
  readonly bits: number;
  /** The most digits before the point of a number, without a leading zero. */
  readonly wholeDigits: number;
  /** The most digits after it. */
  readonly fractionDigits: number;
}

export const typeBit: Readonly<Record<ExactTypeName, number>> = Object.fromEntries(
  exactTypes.map((name, position) => [name, 1 << position]),
) as Record<ExactTypeName, number>;

/** Of no text at all. */
export const everyType: TextTypes = {
  bits: (1 << exactTypes.length) - 1,
  wholeDigits: 0,
  fractionDigits: 0,
};

/** Of a text that is not empty. Only types among the bits of `wanted` are looked at. */
export function typesOfText(text: string, wanted = everyType.bits): TextTypes {
  const [whole = '', fraction = ''] = text.trim().split('.', 2);
  const fractionDigits = Math.min(fraction.length, 255);
  let bits = 0;
  for (const name of exactTypes) {
    const scale = name === 'DECIMAL' ? fractionDigits : 0;
    if ((wanted & typeBit[name]) === 0 || scale > maxDigits) continue;
    if (isExact(text, { name, scale })) bits |= typeBit[name];
  }
  const isNumber = (bits & numbers) !== 0;
  const wholeDigits = Math.min(whole.replace(/^-?0*/, '').length, 255);
  return isNumber
    ? { bits, wholeDigits, fractionDigits }
    : { bits, wholeDigits: 0, fractionDigits: 0 };
}

const numbers = typeBit.BIGINT | typeBit.HUGEINT | typeBit.DECIMAL;

export function commonTypes(one: TextTypes, other: TextTypes): TextTypes {
  return {
    bits: one.bits & other.bits,
    wholeDigits: Math.max(one.wholeDigits, other.wholeDigits),
    fractionDigits: Math.max(one.fractionDigits, other.fractionDigits),
  };
}

/** The first of `exactTypes` in which all texts are exact. */
export function narrowestType({ bits, wholeDigits, fractionDigits }: TextTypes): ExactType {
  for (const name of exactTypes) {
    if ((bits & typeBit[name]) === 0) continue;
    if (name !== 'DECIMAL') return { name, scale: 0 };
    if (wholeDigits + fractionDigits <= maxDigits) return { name, scale: fractionDigits };
  }
  return { name: 'VARCHAR', scale: 0 };
}
