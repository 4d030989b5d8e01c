// Makes random options of read_csv, and the shape of the files they are for.
import { typeNamed } from './independent-given-types.ts';
import type { Random } from './random.ts';
import { dateFormats, timestampFormats } from './random-moments.ts';
import type { ReadOptions } from './read-options.ts';

/** How a file is written. */
export interface Shape {
  readonly delim: string;
  readonly quote: string;
  readonly escape: string;
  readonly lineEnd: string;
  /** Stands first and names the delimiter. */
  readonly hasSeparatorLine: boolean;
}

export function randomShape(random: Random): Shape {
  const quote = random.pick(['"', '"', '"', '"', '"', '"', "'"]);
  return {
    delim: random.pick([',', ',', ',', ',', ';', ';', '\t', '|', ':', '||']),
    quote,
    escape: random.chance(0.06) ? '\\' : quote,
    lineEnd: random.pick(['\n', '\n', '\r\n', '\r']),
    hasSeparatorLine: random.chance(0.03),
  };
}

const encodings = [
  ...['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'latin-1', 'latin-1', 'windows-1250'],
  ...['windows-1251', 'windows-1252', 'windows-1252', 'windows-1253', 'windows-1254'],
  ...['windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874'],
  ...['iso-8859-2', 'iso-8859-3', 'iso-8859-4', 'iso-8859-5', 'iso-8859-6', 'iso-8859-7'],
  ...['iso-8859-8', 'iso-8859-10', 'iso-8859-13', 'iso-8859-14', 'iso-8859-15', 'koi8-r'],
  ...['koi8-u', 'ibm866', 'macintosh', 'shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5'],
];

export function randomOptions(random: Random, shape: Shape): ReadOptions {
  const needsDelim = [':', '||'].includes(shape.delim) && !shape.hasSeparatorLine;
  return {
    ...((needsDelim || random.chance(0.05)) && { delim: shape.delim }),
    ...(shape.quote !== '"' && { quote: shape.quote }),
    ...(random.chance(0.02) && { quote: '' }),
    ...(shape.escape !== shape.quote && { escape: shape.escape }),
    ...(random.chance(0.06) && { comment: random.pick(['#', '#', '-', '%']) }),
    ...(random.chance(0.1) && { header: random.chance(0.4) }),
    ...(random.chance(0.07) && { skip: random.between(0, 3) }),
    ...(random.chance(0.07) && {
      nullstr: random.pick([['NA'], ['NA', '-'], ['NULL', '0', 'x y']]),
    }),
    ...(random.chance(0.06) && { all_varchar: true }),
    ...(random.chance(0.06) && { union_by_name: true }),
    ...(random.chance(0.02) && { max_line_size: 20_000_000 }),
    ...(random.chance(0.06) && { null_padding: true }),
    ...(random.chance(0.1) && { ignore_errors: true }),
    ...(random.chance(0.08) && { strict_mode: false }),
    ...(random.chance(0.1) && { encoding: random.pick(encodings) }),
    ...(random.chance(0.04) && { filename: random.pick([true, 'path']) }),
  };
}

const wholes = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT'];
const numbers = [
  ...[...wholes, ...wholes.map((name) => `U${name}`), 'DOUBLE', 'DOUBLE', 'FLOAT'],
  ...['DECIMAL(4,1)', 'DECIMAL(10,2)', 'DECIMAL(18,3)', 'DECIMAL(38,10)', 'DECIMAL(9,9)'],
];
const timestamps = ['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS', 'TIMESTAMPTZ'];
const spellings = ['INT', 'INT64', 'REAL', 'NUMERIC(10,2)', 'TEXT', 'DATETIME'];
const allTypes = [
  ...spellings,
  ...[...numbers, ...timestamps, 'DATE', 'DATE', 'TIME', 'TIMETZ', 'UUID', 'BOOLEAN', 'VARCHAR'],
];

/** Types for some of the columns, or for all, and how the values of these are written. */
export function randomTypes(
  random: Random,
  header: readonly string[],
  options: ReadOptions,
): ReadOptions {
  const isAll = random.chance(0.3);
  const share = random.pick([0.3, 0.7]);
  const names = isAll
    ? header.map((_, at) => `n${at}`)
    : header.map((name, at) => (options.header === false ? `column${at}` : name));
  const typed = names.filter((_, at) => isAll || at === 0 || random.chance(share));
  const types = Object.fromEntries(typed.map((name) => [name, random.pick(allTypes)]));
  const { all_varchar: _, names: __, ...rest } = options;
  return {
    ...rest,
    ...(isAll
      ? { columns: types, ...(random.chance(0.7) && { header: options.header ?? true }) }
      : { types }),
    ...writtenHow(random, Object.values(types)),
  };
}

function writtenHow(random: Random, types: readonly string[]): ReadOptions {
  const names = types.map(typeNamed);
  const hasNumber = names.some((type) => numbers.includes(type));
  const hasTimestamp = names.some((type) => timestamps.includes(type));
  const hasOffset = names.every((type) => !timestamps.includes(type) || type === 'TIMESTAMPTZ');
  const formats = timestampFormats.filter((format) => hasOffset || !format.includes('%z'));
  const isEuropean = random.chance(0.5);
  return {
    ...(types.includes('DATE') && random.chance(0.5) && { dateformat: random.pick(dateFormats) }),
    ...(hasTimestamp && random.chance(0.4) && { timestampformat: random.pick(formats) }),
    ...(hasNumber && random.chance(0.2) && { decimal_separator: isEuropean ? ',' : '.' }),
    ...(hasNumber &&
      random.chance(0.2) && { thousands: isEuropean ? '.' : random.pick([',', "'", ' ', '_']) }),
  };
}
