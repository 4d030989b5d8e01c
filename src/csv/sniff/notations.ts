// Recognises dates, numbers and codes that a column holds in a notation other than the one that types are inferred from.
import { dateFormats } from '../types/given/common-formats.ts';
import { type GivenTypeOptions, givenTypeRule } from '../types/given-types.ts';

export interface Notation {
  readonly words: string;
  /** What a call would have to say; null: nothing, or it cannot be told. */
  readonly type: string | null;
  readonly options: GivenTypeOptions;
}

/** Null: plain text. */
export function notationOfTexts(texts: readonly string[]): Notation | null {
  if (texts.length === 0) return null;
  return dates(texts) ?? numbers(texts) ?? codes(texts);
}

function dates(texts: readonly string[]): Notation | null {
  const fitting = dateFormats.filter((dateFormat) => {
    const { fits } = givenTypeRule('DATE', { dateFormat });
    return texts.every((text) => fits(text));
  });
  const [dateFormat, other] = fitting;
  if (dateFormat === undefined) return null;
  if (other === undefined) {
    return { words: `dates as '${dateFormat}'`, type: 'DATE', options: { dateFormat } };
  }
  const words = `dates as '${dateFormat}' or '${other}': nothing tells which`;
  return { words, type: null, options: {} };
}

const decimalCommas = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
const thousandsCommas = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^[+-]?\d+(?:\.\d+)?$/;

function numbers(texts: readonly string[]): Notation | null {
  const areComma =
    texts.every((text) => decimalCommas.test(text)) && texts.some((text) => text.includes(','));
  const areThousands =
    texts.every((text) => thousandsCommas.test(text)) && texts.some((text) => text.includes(','));
  if (areComma && areThousands) {
    return {
      words: 'numbers with commas, for the point or between thousands: nothing tells which',
      type: null,
      options: {},
    };
  }
  if (areComma) {
    const hasGroups = texts.some((text) => text.includes('.'));
    const options = { decimalSeparator: ',', ...(hasGroups && { thousands: '.' }) };
    return decimalsAs(texts, options, "numbers with ',' for the point", ',');
  }
  return areThousands
    ? decimalsAs(texts, { thousands: ',' }, "numbers with ',' between thousands", '.')
    : null;
}

function decimalsAs(
  texts: readonly string[],
  options: GivenTypeOptions,
  words: string,
  point: string,
): Notation {
  const scale = Math.max(...texts.map((text) => (text.split(point)[1] ?? '').length));
  const type = `DECIMAL(${Math.min(38, 18 + scale)},${scale})`;
  const { fits } = givenTypeRule(type, options);
  return { words, type: scale <= 20 && texts.every((text) => fits(text)) ? type : null, options };
}

function codes(texts: readonly string[]): Notation | null {
  const areDigits = texts.every((text) => /^\d+$/.test(text));
  const hasZeros = texts.some((text) => /^0\d/.test(text));
  return areDigits && hasZeros
    ? { words: 'codes with leading zeros, kept as text', type: null, options: {} }
    : null;
}
