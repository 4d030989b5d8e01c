// Reads the options of read_csv(path, …): which there are, what values they take, what they mean.
import { PathqlError } from '../errors.ts';
import { encodings } from './bytes/encodings.ts';
import type { GivenEncoding } from './header/file-head.ts';

/** The named arguments of a call, with constants as JSON would have them. */
export type GivenOptions = ReadonlyMap<string, { readonly value: unknown }>;

export interface ReadOptions {
  readonly delimiter?: string;
  readonly quote?: string;
  readonly escapedBy?: string;
  readonly comment?: string;
  readonly header?: boolean;
  readonly skip?: number;
  readonly names?: readonly string[];
  /** Type names, by column name or, in a list, by position. */
  readonly types?: Readonly<Record<string, string>> | readonly string[];
  /** Names and types of all columns. */
  readonly columns?: Readonly<Record<string, string>>;
  readonly allVarchar?: boolean;
  readonly nullTexts?: readonly string[];
  readonly encoding?: GivenEncoding;
  readonly compression?: 'none' | 'gzip' | 'zstd';
  readonly nullPadding?: boolean;
  readonly ignoreErrors?: boolean;
  readonly strictMode?: boolean;
  readonly unionByName?: boolean;
  /** The name of a column that holds the path of each row's file. */
  readonly filename?: string | null;
  /** Folders such as `year=2024` make columns. */
  readonly hivePartitioning?: boolean;
  readonly dateFormat?: string;
  readonly timestampFormat?: string;
  readonly decimalSeparator?: ',' | '.';
  readonly thousands?: string;
  readonly maxLineBytes?: number;
}

interface OptionKind {
  readonly expected: string;
  /** The value as it is used, or undefined when it is none. */
  readonly read: (value: unknown) => unknown;
}

interface OptionEntry {
  readonly key: keyof ReadOptions;
  readonly kind: OptionKind;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const flag: OptionKind = {
  expected: 'true or false',
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};
const character = (expected: string, pattern: RegExp): OptionKind => ({
  expected,
  read: (value) => (isText(value) && pattern.test(value) ? value : undefined),
});
const mark = character('one character or an empty text', /^[^\r\n\0]?$/u);
const wholeNumber = (least: number, most: number): OptionKind => ({
  expected: `a whole number from ${least} to ${most}`,
  read: (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? value
      : undefined,
});
const oneOf = <T extends string>(spellings: Readonly<Record<string, T>>): OptionKind => ({
  expected: [...new Set(Object.values(spellings))].map((text) => `'${text}'`).join(', '),
  read: (value) => (isText(value) ? spellings[value.toLowerCase()] : undefined),
});
const names: OptionKind = {
  expected: "a list of names: ['a', 'b']",
  read: (value) =>
    isList(value) && value.length > 0 && value.every((name) => isText(name) && name !== '')
      ? value
      : undefined,
};
const nullTexts: OptionKind = {
  expected: "a text or a list of texts: ['', 'NA']",
  read: (value) =>
    isText(value) ? [value] : isList(value) && value.every(isText) ? value : undefined,
};
const format: OptionKind = {
  expected: "a format such as '%d.%m.%Y'",
  read: (value) => (isText(value) && value.includes('%') ? value : undefined),
};

const columnName: OptionKind = {
  expected: 'true, false, or a name for the column',
  read: (value) =>
    isText(value) && value !== '' ? value : { true: 'filename', false: null }[String(value)],
};

/** The types a call may give a column, in any letter case. */
export const columnTypes = [
  'VARCHAR',
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INTEGER',
  'BIGINT',
  'HUGEINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL(p,s)',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMPTZ',
  'UUID',
] as const;

const typeAliases: Readonly<Record<string, string>> = {
  TEXT: 'VARCHAR',
  STRING: 'VARCHAR',
  BOOL: 'BOOLEAN',
  INT: 'INTEGER',
  LONG: 'BIGINT',
  REAL: 'FLOAT',
  DATETIME: 'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE': 'TIMESTAMPTZ',
};

export function readTypeName(value: unknown): string | undefined {
  if (!isText(value)) return undefined;
  const name = value.trim().toUpperCase();
  const decimal = /^(?:DECIMAL|NUMERIC)\s*\(\s*(\d{1,2})\s*(?:,\s*(\d{1,2})\s*)?\)$/.exec(name);
  if (decimal) {
    const [precision, scale] = [Number(decimal[1]), Number(decimal[2] ?? 0)];
    const isPossible = precision >= 1 && precision <= 38 && scale <= precision;
    return isPossible ? `DECIMAL(${precision},${scale})` : undefined;
  }
  const known = typeAliases[name] ?? name;
  return columnTypes.some((type) => type === known && !type.includes('(')) ? known : undefined;
}

function readTypes(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  const types = Object.entries(value).map(([name, type]) => [name, readTypeName(type)] as const);
  if (types.length === 0 || types.some(([, type]) => type === undefined)) return undefined;
  return isList(value) ? types.map(([, type]) => type) : Object.fromEntries(types);
}

const typeList = columnTypes.join(', ');
const types: OptionKind = {
  expected: `column types, {'id': 'BIGINT'} or ['BIGINT', 'VARCHAR'], of ${typeList}`,
  read: readTypes,
};
const columns: OptionKind = {
  expected: `all columns with their types, {'id': 'BIGINT'}, of ${typeList}`,
  read: (value) => (isList(value) ? undefined : readTypes(value)),
};

const maxDelimiterLength = 16;

/** A tab may be written as `\t`, as SQL has no escape for it. */
const delimiter: OptionEntry = {
  key: 'delimiter',
  kind: {
    expected: `1 to ${maxDelimiterLength} characters without a line break`,
    read: (value) => {
      const isDelimiter = isText(value) && value !== '' && !/[\r\n\0]/.test(value);
      if (!isDelimiter || value.length > maxDelimiterLength) return undefined;
      return value === '\\t' ? '\t' : value;
    },
  },
};

const encodingSpellings: Readonly<Record<string, GivenEncoding>> = {
  ...Object.fromEntries(encodings.map((name) => [name, name])),
  ...Object.fromEntries(
    [1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => [
      `cp${page}`,
      `windows-${page}` as GivenEncoding,
    ]),
  ),
  'utf-16': 'utf-16',
  utf8: 'utf-8',
  utf16: 'utf-16',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
  latin1: 'latin-1',
  'iso-8859-1': 'latin-1',
  // Each holds the other and adds letters where it has none.
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  'shift-jis': 'shift_jis',
  sjis: 'shift_jis',
};

/** Every option there is. Two names of one key are the same option. */
export const readOptions: Readonly<Record<string, OptionEntry>> = {
  delim: delimiter,
  sep: delimiter,
  quote: { key: 'quote', kind: mark },
  escape: { key: 'escapedBy', kind: mark },
  comment: { key: 'comment', kind: mark },
  header: { key: 'header', kind: flag },
  skip: { key: 'skip', kind: wholeNumber(0, 1_000_000) },
  names: { key: 'names', kind: names },
  column_names: { key: 'names', kind: names },
  columns: { key: 'columns', kind: columns },
  types: { key: 'types', kind: types },
  dtypes: { key: 'types', kind: types },
  column_types: { key: 'types', kind: types },
  all_varchar: { key: 'allVarchar', kind: flag },
  nullstr: { key: 'nullTexts', kind: nullTexts },
  encoding: {
    key: 'encoding',
    kind: oneOf(encodingSpellings),
  },
  compression: { key: 'compression', kind: oneOf({ none: 'none', gzip: 'gzip', zstd: 'zstd' }) },
  null_padding: { key: 'nullPadding', kind: flag },
  ignore_errors: { key: 'ignoreErrors', kind: flag },
  strict_mode: { key: 'strictMode', kind: flag },
  filename: { key: 'filename', kind: columnName },
  hive_partitioning: { key: 'hivePartitioning', kind: flag },
  union_by_name: { key: 'unionByName', kind: flag },
  dateformat: { key: 'dateFormat', kind: format },
  timestampformat: { key: 'timestampFormat', kind: format },
  decimal_separator: { key: 'decimalSeparator', kind: oneOf({ ',': ',', '.': '.' }) },
  thousands: { key: 'thousands', kind: character('one character', /^[.,' _]$/) },
  max_line_size: { key: 'maxLineBytes', kind: wholeNumber(1, 256_000_000) },
};

export function readGivenOptions(given: GivenOptions | null): ReadOptions {
  const read: Record<string, unknown> = {};
  for (const [name, { value }] of given ?? []) {
    const option = Object.hasOwn(readOptions, name) ? readOptions[name] : undefined;
    if (option === undefined) throw unknownOption(name);
    const usable = option.kind.read(value);
    if (usable === undefined) {
      const message = `The option ${name} of read_csv expects ${option.kind.expected}, found ${JSON.stringify(value)}`;
      throw new PathqlError('read_option_invalid', message);
    }
    if (option.key in read) {
      const message = `The option ${name} of read_csv is given twice, under two names`;
      throw new PathqlError('read_option_invalid', message);
    }
    read[option.key] = usable;
  }
  return read;
}

function unknownOption(name: string): PathqlError {
  const known = Object.keys(readOptions).join(', ');
  return new PathqlError(
    'read_option_invalid',
    `read_csv has no option '${name}'. It has ${known}`,
  );
}
