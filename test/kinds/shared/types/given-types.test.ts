// Which texts stand exactly for a value of a given type, and which do not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExact } from '../../../../src/kinds/shared/types/exact-types.ts';
import { dateFormatFault } from '../../../../src/kinds/shared/types/given/date-format.ts';
import {
  type GivenTypeOptions,
  givenTypeRule,
} from '../../../../src/kinds/shared/types/given-types.ts';
import { texts } from '../../../engines/duckdb/scan/texts.ts';

interface Case {
  readonly type: string;
  readonly options?: GivenTypeOptions;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const uuid = '123e4567-e89b-12d3-a456-426614174000';
const nines = (count: number) => '9'.repeat(count);

const cases: readonly Case[] = [
  { type: 'VARCHAR', yes: ['', ' x ', '漢字'], no: [] },
  {
    type: 'BOOLEAN',
    yes: ['true', 'FALSE', 'tRuE', 't', 'F', 'yes', 'No', 'y', 'n', '1', '0'],
    no: ['on', 'off', '2', ' true', 'true ', 'truee', '', '1.0'],
  },
  {
    type: 'TINYINT',
    yes: ['127', '-128', '+5', ' 5 ', '\t5', '007', '-0', '5.', '5.00', '000000128'.slice(0, 8)],
    no: ['128', '-129', '5.5', '1e2', '1_0', '0x1', '1,0', '', ' ', '.', '-', '+-5', '5 5', '٥'],
  },
  { type: 'SMALLINT', yes: ['32767', '-32768'], no: ['32768', '-32769'] },
  { type: 'INTEGER', yes: ['2147483647', '-2147483648'], no: ['2147483648', '-2147483649'] },
  {
    type: 'BIGINT',
    yes: ['9223372036854775807', '-9223372036854775808', '9007199254740993'],
    no: ['9223372036854775808', '-9223372036854775809'],
  },
  {
    type: 'HUGEINT',
    yes: ['170141183460469231731687303715884105727', '-170141183460469231731687303715884105728'],
    no: ['170141183460469231731687303715884105728', '-170141183460469231731687303715884105729'],
  },
  { type: 'UTINYINT', yes: ['0', '255', '+7'], no: ['256', '-1', '-0'] },
  { type: 'USMALLINT', yes: ['65535'], no: ['65536'] },
  { type: 'UINTEGER', yes: ['4294967295'], no: ['4294967296'] },
  { type: 'UBIGINT', yes: ['18446744073709551615'], no: ['18446744073709551616'] },
  {
    type: 'UHUGEINT',
    yes: ['340282366920938463463374607431768211455'],
    no: ['340282366920938463463374607431768211456'],
  },
  {
    type: 'DOUBLE',
    yes: ['0.1', '1e5', '.5', '5.', '+1.10', '-0', '9007199254740992', '1.7976931348623157e308'],
    no: [
      '9007199254740993',
      '1e-400',
      '1e400',
      '0.1234567890123456789',
      '1.0000000000000001',
      ...['nan', 'inf', '1e', 'e5', '1_000', '0x1F', '1,5', '5d', '', '.'],
    ],
  },
  { type: 'DOUBLE', yes: ['5e-324', '0e999', '0.30000000000000004'], no: ['3e-324', '2e-324'] },
  {
    type: 'FLOAT',
    yes: [
      '16777216',
      '0.1',
      '3.4028235e38',
      '52727.3125',
      '0.12345679',
      '1e-45',
      '123456',
      '1.1754944e-38',
    ],
    no: [
      '16777217',
      '52727.313',
      '88696340',
      '0.123456789',
      '3.5e38',
      '1e-46',
      '0.10000000149011612',
      '1e-60',
    ],
  },
  {
    type: 'DECIMAL(4,2)',
    yes: ['12.34', '-99.99', '12.3400', '0012.3', '.5', '5.', '+1'],
    no: ['12.345', '100', '1e1', '', '.', '1.2.3', '1,5'],
  },
  { type: 'DECIMAL(38,0)', yes: [nines(38), `${nines(38)}.0`], no: [nines(39), '0.5'] },
  { type: 'DECIMAL(38,38)', yes: [`0.${nines(38)}`, '0'], no: [`0.${nines(39)}`, '1'] },
  {
    type: 'DOUBLE',
    options: { thousands: ',' },
    yes: ['1,234', '1,234,567.5', '1234.5', '-12,345', '1234567'],
    no: ['1,5', '1,23', '1234,567', '1,2345', '0,123', ',123', '1.234,567', '1.5,000', '1,,234'],
  },
  {
    type: 'INTEGER',
    options: { thousands: '.' },
    yes: ['1.234', '1.234.567', '123'],
    no: ['1.5', '1.2.3', '1.0', '1234.567', '0.123', '5.'],
  },
  {
    type: 'DECIMAL(10,2)',
    options: { decimalSeparator: ',', thousands: '.' },
    yes: ['1.234,50', '1234,5', ',5', '1.234'],
    no: ['5.55', '1,5.000', '1.234,505', '1,234.50', '12.34,5'],
  },
  { type: 'DOUBLE', options: { decimalSeparator: ',' }, yes: ['5,555', '1,5e3'], no: ['5.555'] },
  { type: 'DOUBLE', options: { thousands: "'" }, yes: ["1'234.5"], no: ["1'23", "'123"] },
  { type: 'BIGINT', options: { thousands: ' ' }, yes: ['1 234', ' 1 234 '], no: ['1 2', '1  234'] },
  {
    type: 'DATE',
    yes: ['2024-02-29', '2024-1-5', '2024/01/05', ' 2024-01-05 ', '0001-01-01'],
    no: [
      ...['2023-02-29', '24-01-05', '0000-01-01', '2024-01/05', '2024-13-01', '2024-01-00'],
      ...['2024-01-05 00:00:00', '12024-01-05', '2024-01-05 (BC)', 'epoch', '01.02.2024'],
    ],
  },
  {
    type: 'DATE',
    options: { dateFormat: '%d.%m.%Y' },
    yes: ['31.12.2024', '1.2.2024', ' 31.12.2024 '],
    no: ['31.12.24', '31.12.2024 10:30', '30.02.2024', '31.12.20245', '31-12-2024', '2024-12-31'],
  },
  {
    type: 'DATE',
    options: { dateFormat: '%d.%m.%Y %H:%M' },
    yes: ['31.12.2024 00:00'],
    no: ['31.12.2024 10:30', '31.12.2024'],
  },
  { type: 'DATE', options: { dateFormat: '%y%m%d' }, yes: ['240131'], no: ['24131', '2024131'] },
  { type: 'DATE', options: { dateFormat: '%Y%m%d' }, yes: ['20240131'], no: ['2024131', '202411'] },
  {
    type: 'DATE',
    options: { dateFormat: '%a, %d %b %Y' },
    yes: ['Mon, 15 Jan 2024', 'MON, 15 jan 2024'],
    no: ['Tue, 15 Jan 2024', 'Mon, 15 January 2024', 'Monday, 15 Jan 2024'],
  },
  { type: 'DATE', options: { dateFormat: '%d %B %Y' }, yes: ['1 May 2024'], no: ['1 Sept 2024'] },
  { type: 'DATE', options: { dateFormat: '%Y %j' }, yes: ['2024 366', '2024 1'], no: ['2023 366'] },
  { type: 'DATE', options: { dateFormat: 'T%Y%%%m' }, yes: ['T2024%1'], no: ['t2024%1'] },
  {
    type: 'TIME',
    yes: ['10:30', '1:02:03', '10:30:00.5', '10:30:00.1234560', '23:59:59.999999'],
    no: ['24:00:00', '10:60', '10:30:60', '10:30:00.1234567', '10:30:00Z', '10', '10:30:00.'],
  },
  {
    type: 'TIMETZ',
    yes: ['10:30:00+02', '10:30:00.5-05:30', '10:30:00Z', '10:30:00', '10:30:00+15:59'],
    no: ['10:30+02', '10:30 ', '10:30:00+16', '10:30:00+02:60', '10:30:00+2', '10:30:00 UTC'],
  },
  {
    type: 'TIMESTAMP',
    yes: ['2024-01-15', '2024-1-5T1:02', '2024/01/15 10:30:00.1234560', '9999-12-31 23:59:59'],
    no: [
      ...['2024-01-15 10:30:00Z', '2024-01-15 10:30:00-05', '2024-01-15 10:30:00.1234567'],
      ...['2024-01-15 24:00:00', '2024-01-15 23:59:60', '2023-02-29 10:30', '2024-01-15 10'],
    ],
  },
  {
    type: 'TIMESTAMP_S',
    yes: ['2024-01-15 10:30:00.000'],
    no: ['2024-01-15 10:30:00.5'],
  },
  {
    type: 'TIMESTAMP_MS',
    yes: ['2024-01-15 10:30:00.123', '2024-01-15 10:30:00.123000'],
    no: ['2024-01-15 10:30:00.1234'],
  },
  {
    type: 'TIMESTAMP_NS',
    yes: ['2024-01-15 10:30:00.123456789'],
    no: ['2024-01-15 10:30:00.1234567891', '1500-01-01', '2400-01-01 00:00:00'],
  },
  {
    type: 'TIMESTAMPTZ',
    yes: ['2024-01-15T10:30:00Z', '2024-01-15 10:30:00.5+05:30', '2024-01-15 10:30:00-0800'],
    no: ['2024-01-15T10:30Z', '2024-01-15 10:30:00+15', '0001-01-01 00:00:00+05'],
  },
  {
    type: 'TIMESTAMP',
    options: { timestampFormat: '%d.%m.%Y %I:%M %p' },
    yes: ['31.12.2024 12:00 AM', '31.12.2024 1:05 pm'],
    no: ['31.12.2024 13:00 pm', '31.12.2024 0:00 am', '31.12.2024 10:30', '31.12.2024'],
  },
  {
    type: 'TIMESTAMP',
    options: { timestampFormat: '%d.%m.%Y %H:%M:%S.%f' },
    yes: ['31.12.2024 10:30:00.5'],
    no: ['31.12.2024 10:30:00.1234567', '31.12.2024 10:30:00', '31.12.24 10:30:00.5'],
  },
  {
    type: 'TIMESTAMP_MS',
    options: { timestampFormat: '%Y-%m-%d %H:%M:%S.%f' },
    yes: ['2024-01-15 10:30:00.123000'],
    no: ['2024-01-15 10:30:00.1234'],
  },
  {
    type: 'TIMESTAMP',
    options: { timestampFormat: '%Y-%m-%d %H:%M:%S%z' },
    yes: [],
    no: ['2024-01-15 10:30:00+02', '2024-01-15 10:30:00'],
  },
  {
    type: 'TIMESTAMPTZ',
    options: { timestampFormat: '%d.%m.%Y %H:%M %z' },
    yes: ['31.12.2024 10:30 +02', '31.12.2024 10:30 -05:30'],
    no: ['31.12.2024 10:30', '31.12.2024 10:30 +15:00', '31.12.2024 10:30 +02:60'],
  },
  {
    type: 'UUID',
    yes: [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')],
    no: [`{${uuid}}`, uuid.slice(1), `${uuid}0`, ` ${uuid}`, uuid.replace('e', 'g')],
  },
];

describe.each(cases)('$type $options', ({ type, options, yes, no }) => {
  const { fits } = givenTypeRule(type, options);
  test('holds', () => expect(yes.filter((text) => !fits(text))).toEqual([]));
  test('refuses', () => expect(no.filter(fits)).toEqual([]));
});

test.each([
  ['INTEGER', {}, 'x', 'a whole number of the type INTEGER, -2147483648 to 2147483647'],
  ['DOUBLE', {}, '9007199254740993', 'a number of which a DOUBLE keeps every digit'],
  ['FLOAT', {}, '0.12345678901', 'a number of which a FLOAT keeps every digit'],
  ['DOUBLE', {}, 'NA', 'a number'],
  ['DOUBLE', { decimalSeparator: ',' }, '12,5%', "a number, written with ',' for the point"],
  [
    'DOUBLE',
    { thousands: '\u202f' },
    '1 234',
    "a number, with '<U+202F>' between groups of three digits or without it",
  ],
  ['DATE', { dateFormat: '%d.%m.%Y' }, 'x', "a DATE written as '%d.%m.%Y'"],
])('tells what is expected of %s with %j, found %j', (type, options, text, expected) => {
  expect(givenTypeRule(type, options).expected(text)).toBe(expected);
});

test.each([
  ['%d.%m.%Y', true],
  ['%Y', true],
  ['%Y-%m-%dT%H:%M:%S%z', true],
  ['%y%j', true],
  ['%d.%m.', false],
  ['%d.%Y', false],
  ['%H:%M', false],
  ['%Y %Y', false],
  ['%Y %y', false],
  ['%Y %m %j', false],
  ['%Y-%m-%d %I:%M', false],
  ['%Y-%m-%d %H:%M %p', false],
  ['%Y-%m-%d %M', false],
  ['%Y %U', false],
  ['%F', false],
  ['%Y%', false],
  ['%H%z:%Y', false],
  ['%H%z%Y', false],
])('%j as a format: %s', (format, isUsable) => {
  expect(dateFormatFault(format) === null).toBe(isUsable);
});

test.each([
  ['%m/%d/%Y %H:%M %p', '%p needs %I, the hour from 1 to 12'],
  ['%m/%d/%Y %I:%M', '%I, the hour from 1 to 12, needs %p'],
  ['%d.%m.', 'it has no year'],
  ['%d %Y', '%d needs a month'],
  ['%Y-%m-%d %M', '%M needs an hour'],
  ['%Y-%m-%d %H %S', '%S needs a minute, %M'],
  ['%Y %y', '%y says again what stands before it'],
  ['%Y %Q', '%Q is none of them'],
])('tells what is wrong with the format %j', (format, fault) => {
  expect(dateFormatFault(format)).toBe(fault);
});

test.each([
  'BOOLEAN',
  'BIGINT',
  'HUGEINT',
  'DOUBLE',
  'DATE',
  'TIMESTAMP',
  'TIMESTAMPTZ',
] as const)('what is exact when types are inferred fits a given %s', (name) => {
  const { fits } = givenTypeRule(name);
  const random = fc.sample(texts.random, { numRuns: 20_000, seed: 5 });
  const exact = [...texts.spiteful, ...random].filter((text) => isExact(text, { name, scale: 0 }));
  expect(exact.filter((text) => !fits(text))).toEqual([]);
  expect(exact.length).toBeGreaterThan(5);
});
