// Reads the options of read_csv(path, …): which there are, what values they take, what they mean.
import { PathqlError } from '../errors.ts';
import { encodings } from './bytes/encodings.ts';
import type { GivenEncoding } from './header/file-head.ts';
import type { LineEnd } from './records/record-scanner.ts';
import { hasOffset, isDateFormat } from './types/given/date-format.ts';
import { givenTypeNames, readTypeName } from './types/type-names.ts';

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
  readonly types?: ReadonlyMap<string, string> | readonly string[];
  /** Names and types of all columns. */
  readonly columns?: ReadonlyMap<string, string>;
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
  readonly newLine?: LineEnd;
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

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
]);
const flag: OptionKind = {
  expected: 'true or false',
  read: (value) => flags.get(isText(value) ? value.toLowerCase() : value),
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
const format = (isUsable: (format: string) => boolean, letters: string): OptionKind => ({
  expected: `a format with a year, such as '%d.%m.%Y', of ${letters}`,
  read: (value) => (isText(value) && isUsable(value) ? value : undefined),
});
const dayLetters = '%Y %y %m %b %B %d %j %a %A %H %I %p %M %S %f %g %n %%';
const dateFormat = format((text) => isDateFormat(text) && !hasOffset(text), dayLetters);
const timestampFormat = format(isDateFormat, `${dayLetters} %z`);

const columnName: OptionKind = {
  expected: 'true, false, or a name for the column',
  read: (value) =>
    isText(value) && value !== '' ? value : { true: 'filename', false: null }[String(value)],
};

function readTypes(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  const given = value instanceof Map ? [...value] : Object.entries(value);
  const types = given.map(([name, type]) => [name, isText(type) && readTypeName(type)] as const);
  if (types.length === 0 || types.some(([, type]) => !type)) return undefined;
  return isList(value) ? types.map(([, type]) => type) : new Map(types);
}

const typeList = givenTypeNames.join(', ');
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
  dateformat: { key: 'dateFormat', kind: dateFormat },
  timestampformat: { key: 'timestampFormat', kind: timestampFormat },
  decimal_separator: { key: 'decimalSeparator', kind: oneOf({ ',': ',', '.': '.' }) },
  thousands: {
    key: 'thousands',
    kind: character("one of . , ' _ ’ and spaces", /^[.,' _’\u00a0\u202f]$/),
  },
  max_line_size: { key: 'maxLineBytes', kind: wholeNumber(1, 256_000_000) },
  new_line: {
    key: 'newLine',
    kind: oneOf<LineEnd>({
      '\n': '\n',
      '\\n': '\n',
      '\r\n': '\r\n',
      '\\r\\n': '\r\n',
      '\r': '\r',
      '\\r': '\r',
    }),
  },
};

const always = (value: boolean): OptionKind => ({
  expected: `${value}, as it is here always`,
  read: (given) => (flag.read(given) === value ? value : undefined),
});

/** How DuckDB guesses and how it shares its work: these change nothing here. */
const withoutEffect: Readonly<Record<string, OptionKind>> = {
  auto_detect: always(true),
  sample_size: wholeNumber(-1, Number.MAX_SAFE_INTEGER),
  files_to_sniff: wholeNumber(-1, Number.MAX_SAFE_INTEGER),
  buffer_size: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  parallel: flag,
  allow_quoted_nulls: always(true),
  normalize_names: always(false),
  store_rejects: always(false),
};

export function readGivenOptions(given: GivenOptions | null): ReadOptions {
  const read: Record<string, unknown> = {};
  for (const [name, { value }] of given ?? []) {
    const idle = Object.hasOwn(withoutEffect, name) ? withoutEffect[name] : undefined;
    const option = Object.hasOwn(readOptions, name) ? readOptions[name] : undefined;
    const kind = idle ?? option?.kind;
    if (kind === undefined) throw unknownOption(name);
    const usable = kind.read(value);
    if (usable === undefined) {
      const message = `The option ${name} of read_csv expects ${kind.expected}, found ${shown(value)}`;
      throw new PathqlError('read_option_invalid', message);
    }
    if (option === undefined) continue;
    if (option.key in read) {
      const message = `The option ${name} of read_csv is given twice, under two names`;
      throw new PathqlError('read_option_invalid', message);
    }
    read[option.key] = usable;
  }
  assertNoContradiction(read);
  return read;
}

function shown(value: unknown): string {
  return JSON.stringify(value instanceof Map ? Object.fromEntries(value) : value);
}

/** Of two options that say the same thing one would be ignored. */
function assertNoContradiction(options: ReadOptions): void {
  const { columns, types, names, allVarchar, thousands, decimalSeparator } = options;
  const fault =
    columns && types
      ? 'takes columns or types, not both: columns = {…} names all columns with their types, types = {…} gives types to some'
      : columns && names
        ? 'takes columns or names, not both: columns = {…} holds the names already'
        : allVarchar && (columns || types)
          ? 'takes all_varchar=true or types of columns, not both: leave one out'
          : thousands !== undefined && thousands === decimalSeparator
            ? `takes '${thousands}' as thousands or as decimal_separator, not as both`
            : null;
  if (fault !== null) throw new PathqlError('read_option_invalid', `read_csv ${fault}`);
}

function unknownOption(name: string): PathqlError {
  const known = Object.keys(readOptions).join(', ');
  return new PathqlError(
    'read_option_invalid',
    `read_csv has no option '${name}'. It has ${known}`,
  );
}

/** `new_line` cannot change how the lines of a file end. */
export function assertNewLine(
  { newLine }: ReadOptions,
  found: { readonly lineEnd: LineEnd; readonly shownPath: string },
): void {
  if (newLine === undefined || newLine === found.lineEnd) return;
  const [given, ends] = [newLine, found.lineEnd].map((end) => JSON.stringify(end));
  const message = `The option new_line of read_csv is ${given}, but the first line of '${found.shownPath}' ends in ${ends}. Leave it out: the line end is found`;
  throw new PathqlError('read_option_invalid', message);
}
