// Lists the notations of dates, numbers and codes that a column of texts may hold.
import { visibleText } from '../../../text/visible-text.ts';
import { typeBit, typesOfText } from '../../shared/types/column-types.ts';
import { dateFormats, timestampFormats } from '../../shared/types/given/common-formats.ts';
import { type GivenTypeOptions, givenTypeRule } from '../../shared/types/given-types.ts';

export type NotationKind = 'dates' | 'time stamps' | 'numbers' | 'codes' | 'plain';

/** One way to write values. */
export interface Notation {
  readonly kind: NotationKind;
  readonly words: string;
  /** What a call would have to say. */
  readonly options: GivenTypeOptions;
  readonly fits: (text: string) => boolean;
  /** A column needs a value that shows it for each of them. */
  readonly marks: readonly ((text: string) => boolean)[];
}

const dates = dateFormats.map((dateFormat): Notation => {
  const { fits } = givenTypeRule('DATE', { dateFormat });
  return { kind: 'dates', words: `'${dateFormat}'`, options: { dateFormat }, fits, marks: [] };
});

const timestamps = timestampFormats.map((timestampFormat): Notation => {
  const rule = givenTypeRule('TIMESTAMP', { timestampFormat });
  const fits = (text: string) => text.includes(':') && rule.fits(text);
  return {
    kind: 'time stamps',
    words: `'${timestampFormat}'`,
    options: { timestampFormat },
    fits,
    marks: [],
  };
});

const groupMarks = ['.', ',', ' ', '\u00a0', '\u202f', "'", '’'] as const;

const numbers: readonly Notation[] = [
  numberNotation({ decimalSeparator: ',' }),
  ...groupMarks.flatMap((thousands) => [
    ...(thousands === ',' ? [] : [numberNotation({ decimalSeparator: ',', thousands })]),
    numberNotation({ thousands }),
  ]),
];

function numberNotation(options: GivenTypeOptions): Notation {
  const { decimalSeparator, thousands } = options;
  const point = decimalSeparator ?? (thousands === '.' ? null : '.');
  const groups = thousands === undefined ? '' : `\\d{1,3}(?:\\${thousands}\\d{3})+|`;
  const pattern = new RegExp(
    `^[+-]?(?:${groups}\\d+)${point === null ? '' : `(?:\\${point}\\d+)?`}$`,
  );
  const used = [decimalSeparator, thousands].filter((mark) => mark !== undefined);
  const words = [
    ...(decimalSeparator === undefined ? [] : [`'${decimalSeparator}' for the point`]),
    ...(thousands === undefined ? [] : [`'${visibleText(thousands)}' between thousands`]),
  ];
  return {
    kind: 'numbers',
    words: words.join(' and '),
    options,
    fits: (text) => pattern.test(text),
    marks: used.map((mark) => (text) => text.includes(mark)),
  };
}

const codes: Notation = {
  kind: 'codes',
  words: 'codes with leading zeros, kept as text',
  options: {},
  fits: (text) => /^\d+$/.test(text),
  marks: [(text) => /^0\d/.test(text)],
};

const numberBits = typeBit.BIGINT | typeBit.HUGEINT | typeBit.DOUBLE | typeBit.DECIMAL;
const numbersOfAnyType = plainNotation('numbers', numberBits);
/** Most are told at once. */
const smallNumber = /^-?(?:[1-9]\d{0,8}|0)(?:\.\d{1,5})?$/;

/** What would not be text but for some of its values. */
const plain = [
  {
    ...numbersOfAnyType,
    fits: (text: string) => smallNumber.test(text) || numbersOfAnyType.fits(text),
  },
  plainNotation('dates', typeBit.DATE),
  plainNotation('time stamps', typeBit.TIMESTAMP | typeBit.TIMESTAMPTZ),
  plainNotation('true and false', typeBit.BOOLEAN),
];

function plainNotation(words: string, bits: number): Notation {
  const fits = (text: string) => (typesOfText(text, bits).bits & bits) !== 0;
  return { kind: 'plain', words, options: {}, fits, marks: [] };
}

/** In order of preference. */
export const notations: readonly Notation[] = [
  ...dates,
  ...timestamps,
  ...numbers,
  codes,
  ...plain,
];

/** What else numbers with a point may be. */
export const pointedNotations: readonly Notation[] = [
  {
    ...numberNotation({ thousands: '.' }),
    fits: (text) => /^[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)$/.test(text),
  },
];
