// Reads the values that options of read_csv take: one kind of value for each sort of option.
import { encodings } from '../shared/bytes/encodings.ts';
import { character, type OptionKind } from '../shared/options/option-kinds.ts';
import { dateFormatFault, hasOffset } from '../shared/types/given/date-format.ts';
import { givenTypeNames, readTypeName } from '../shared/types/type-names.ts';
import type { GivenEncoding } from './header/file-head.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const mark = character('one character or an empty text', /^[^\r\n\0]?$/u);
export const names: OptionKind = {
  expected: "a list of names: ['a', 'b']",
  read: (value) =>
    isList(value) && value.length > 0 && value.every((name) => isText(name) && name !== '')
      ? value
      : undefined,
};
export const nullTexts: OptionKind = {
  expected: "a text or a list of texts: ['', 'NA']",
  read: (value) =>
    isText(value) ? [value] : isList(value) && value.every(isText) ? value : undefined,
};
const format = (faultOf: (format: string) => string | null, letters: string): OptionKind => ({
  expected: `a format with a year, such as '%d.%m.%Y', of ${letters}`,
  read: (value) => (isText(value) && faultOf(value) === null ? value : undefined),
  faultOf: (value) => (isText(value) ? faultOf(value) : null),
});
const dayLetters = '%Y %y %m %b %B %d %j %a %A %H %I %p %M %S %f %g %n %%';
export const dateFormat = format(
  (text) => dateFormatFault(text) ?? (hasOffset(text) ? 'a DATE has no offset %z' : null),
  dayLetters,
);
export const timestampFormat = format(dateFormatFault, `${dayLetters} %z`);

function readTypes(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  const given = value instanceof Map ? [...value] : Object.entries(value);
  const types = given.map(([name, type]) => [name, isText(type) && readTypeName(type)] as const);
  if (types.length === 0 || types.some(([, type]) => !type)) return undefined;
  return isList(value) ? types.map(([, type]) => type) : new Map(types);
}

const typeList = givenTypeNames.join(', ');
export const types: OptionKind = {
  expected: `column types, {'id': 'BIGINT'} or ['BIGINT', 'VARCHAR'], of ${typeList}`,
  read: readTypes,
};
export const columns: OptionKind = {
  expected: `all columns with their types, {'id': 'BIGINT'}, of ${typeList}`,
  read: (value) => (isList(value) ? undefined : readTypes(value)),
};

const maxDelimiterLength = 16;

/** A tab may be written as `\t`, as SQL has no escape for it. */
export const delimiter: OptionKind = {
  expected: `1 to ${maxDelimiterLength} characters without a line break`,
  read: (value) => {
    const isDelimiter = isText(value) && value !== '' && !/[\r\n\0]/.test(value);
    if (!isDelimiter || value.length > maxDelimiterLength) return undefined;
    return value === '\\t' ? '\t' : value;
  },
};

export const encodingSpellings: Readonly<Record<string, GivenEncoding>> = {
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
