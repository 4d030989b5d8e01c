// Reads the values that options of every reader take: one kind of value for each sort of option.

export interface OptionKind {
  readonly expected: string;
  /** The value as it is used, or undefined when it is none. */
  readonly read: (value: unknown) => unknown;
  /** What is wrong with a value, where `expected` alone does not tell. */
  readonly faultOf?: (value: unknown) => string | null;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
]);
export const flag: OptionKind = {
  expected: 'true or false',
  read: (value) => flags.get(isText(value) ? value.toLowerCase() : value),
};
export const character = (expected: string, pattern: RegExp): OptionKind => ({
  expected,
  read: (value) => (isText(value) && pattern.test(value) ? value : undefined),
});
export const wholeNumber = (least: number, most: number): OptionKind => ({
  expected: `a whole number from ${least} to ${most}`,
  read: (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? value
      : undefined,
});
export const oneOf = <T extends string>(spellings: Readonly<Record<string, T>>): OptionKind => ({
  expected: [...new Set(Object.values(spellings))].map((text) => `'${text}'`).join(', '),
  read: (value) => (isText(value) ? spellings[value.toLowerCase()] : undefined),
});

export const compressionName = oneOf({ none: 'none', gzip: 'gzip', zstd: 'zstd' });

export const columnName: OptionKind = {
  expected: 'true, false, or a name for the column',
  read: (value) =>
    isText(value) && value !== '' ? value : { true: 'filename', false: null }[String(value)],
};

export const always = (value: boolean): OptionKind => ({
  expected: `${value}, as it is here always`,
  read: (given) => (flag.read(given) === value ? value : undefined),
});
