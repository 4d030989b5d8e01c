// Gathers what the values of one key have in common, and chooses the type of its column.
import {
  commonTypes,
  everyType,
  narrowestType,
  type TextTypes,
  typeBit,
  typesOfText,
} from '../shared/types/column-types.ts';
import type { ExactTypeName } from '../shared/types/exact-types.ts';
import { isMoment } from './text-moments.ts';

export interface JsonColumnType {
  /** JSON: values of several kinds, lists or objects, each as its text in the file. */
  readonly name: ExactTypeName | 'JSON';
  /** Of a DECIMAL. */
  readonly scale: number;
  /** An engine would read other digits: it is to be given the texts of the values. */
  readonly isBent: boolean;
}

/** Of values; null counts for none of them. */
export const valueKinds = { boolean: 1, number: 2, text: 4, nested: 8 } as const;

const plainNumber = typeBit.BIGINT | typeBit.HUGEINT | typeBit.DOUBLE | typeBit.DECIMAL;
const anyNumber: TextTypes = { ...everyType, bits: plainNumber };
const anyMoment: TextTypes = {
  ...everyType,
  bits: typeBit.DATE | typeBit.TIMESTAMP | typeBit.TIMESTAMPTZ | typeBit.VARCHAR,
};

/** What there is to know of the values of a column. */
export type ValueFacts = Pick<ColumnFacts, 'kinds' | 'numbers' | 'texts' | 'isBent'>;

export type NamedFacts = ValueFacts & Pick<ColumnFacts, 'name'>;

export class ColumnFacts {
  readonly name: string;
  /** Bits of valueKinds. */
  kinds = 0;
  numbers: TextTypes = anyNumber;
  texts: TextTypes = anyMoment;
  /** A number, at whatever depth, would be written with other digits. */
  isBent = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Of values elsewhere. */
  join(other: ValueFacts): void {
    this.kinds |= other.kinds;
    this.numbers = commonTypes(this.numbers, other.numbers);
    this.texts = commonTypes(this.texts, other.texts);
    this.isBent ||= other.isBent;
  }

  /** Of a number with up to 15 digits, no exponent and no minus zero. */
  takePlainNumber(wholeDigits: number, fractionDigits: number): void {
    const { numbers } = this;
    const bits = fractionDigits === 0 ? plainNumber : typeBit.DOUBLE | typeBit.DECIMAL;
    const isKnown =
      (numbers.bits & ~bits) === 0 &&
      wholeDigits <= numbers.wholeDigits &&
      fractionDigits <= numbers.fractionDigits;
    if (!isKnown) this.numbers = commonTypes(numbers, { bits, wholeDigits, fractionDigits });
    this.kinds |= valueKinds.number;
  }

  takeNumber(text: string): void {
    const types = numberTypes(text);
    this.numbers = commonTypes(this.numbers, types);
    this.isBent ||= isBent(text, types);
    this.kinds |= valueKinds.number;
  }

  /** Of a number somewhere in a list or an object. */
  takeInnerNumber(text: string): void {
    this.isBent ||= isBent(text, numberTypes(text));
  }

  get mayBeMoments(): boolean {
    return isMoment(this.texts.bits);
  }

  takeText(bits: number): void {
    if ((this.texts.bits & ~bits) !== 0) {
      this.texts = { ...this.texts, bits: this.texts.bits & bits };
    }
    this.kinds |= valueKinds.text;
  }

  get type(): JsonColumnType {
    const { kinds, numbers, texts, isBent } = this;
    if (kinds === 0) return { name: 'NULL', scale: 0, isBent: false };
    if (kinds === valueKinds.boolean) return { name: 'BOOLEAN', scale: 0, isBent: false };
    if (kinds === valueKinds.text) return { ...narrowestType(texts), isBent: false };
    const { name, scale } = narrowestType(numbers);
    const isNumber = kinds === valueKinds.number && name !== 'VARCHAR';
    if (!isNumber) return { name: 'JSON', scale: 0, isBent };
    return { name, scale, isBent: isBent || name === 'DECIMAL' };
  }
}

/** Of all keys, in the order in which they come. */
export function joinedFacts(
  parts: readonly { readonly columns: readonly NamedFacts[] }[],
): ColumnFacts[] {
  const byName = new Map<string, ColumnFacts>();
  for (const facts of parts.flatMap(({ columns }) => columns)) {
    const known = byName.get(facts.name) ?? new ColumnFacts(facts.name);
    byName.set(facts.name, known);
    known.join(facts);
  }
  return [...byName.values()];
}

export function typesOfMoment(text: string): number {
  return typesOfText(text, anyMoment.bits).bits;
}

/** In a JSON number a capital E means what a small one does. */
function numberTypes(text: string): TextTypes {
  return typesOfText(text.replace('E', 'e'), plainNumber);
}

/** A whole number keeps its digits however many they are; minus zero becomes 0. */
function isBent(text: string, { bits }: TextTypes): boolean {
  const isWhole = /^-?\d+$/.test(text);
  return isWhole ? text === '-0' : (bits & typeBit.DOUBLE) === 0;
}
