// Texts to put into fields: random ones near every border between types, and a list of spiteful ones.
import fc from 'fast-check';

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });
const sign = fc.constantFrom('', '', '', '-', '+', '--');
const pad = fc.constantFrom('', '', '', '', ' ', '\t', '  ', '\n', '\u00a0');
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));

const whole = fc.oneof(
  digits(1, 4),
  digits(14, 20),
  digits(36, 41),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc
    .constantFrom(2n ** 53n, 2n ** 63n, 2n ** 64n, 2n ** 127n, 10n ** 38n)
    .chain((edge) => fc.integer({ min: -2, max: 2 }).map((by) => String(edge + BigInt(by)))),
);
const number = joined(
  pad,
  sign,
  fc.oneof(whole, fc.constant('')),
  fc.oneof(fc.constant(''), joined(fc.constantFrom('.', '.', ',', '_'), digits(0, 20))),
  fc.oneof(
    fc.constant(''),
    fc.constant(''),
    joined(fc.constantFrom('e', 'E', 'e-', 'E+'), digits(0, 4)),
  ),
  pad,
);
const double = fc.double({ noNaN: true }).map(String);

const two = fc.oneof(
  fc.integer({ min: 0, max: 61 }).map((value) => String(value).padStart(2, '0')),
  digits(1, 2),
);
const year = fc.oneof(
  digits(4, 4),
  fc.constantFrom('2024', '2023', '1900', '0000', '0001', '9999', '10000'),
);
const month = fc.constantFrom('01', '02', '04', '11', '12', '13', '00', '2');
const date = fc.constantFrom('01', '15', '28', '29', '30', '31', '32', '00', '5');
const day = joined(year, fc.constantFrom('-', '-', '-', '-', '/'), month, fc.constant('-'), date);
const fraction = fc.oneof(fc.constant(''), fc.constant(''), joined(fc.constant('.'), digits(0, 8)));
const seconds = fc.oneof(fc.constant(''), joined(fc.constant(':'), two, fraction));
const zone = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'Z',
    'z',
    ' UTC',
    '+02',
    '-05:30',
    '+0530',
    '+14:59',
    '+15:00',
    '+2',
    ' +02',
  ),
);
const time = joined(
  fc.constantFrom(' ', 'T', 't', '  ', ''),
  two,
  fc.constant(':'),
  two,
  seconds,
  zone,
);
const moment = joined(pad, day, fc.oneof(fc.constant(''), time), pad);

const word = fc.constantFrom(
  ...'true TRUE fAlSe t f yes no 0 1 nan NaN inf -inf Infinity infinity epoch null NULL'.split(' '),
);
const anything = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !text.includes('\0'));

const spiteful = [
  ...'1_000 1__0 0x1F 0b1 1e2 1E2 2e0 9e0 1e 1e+ e5 . - + -. -.5 .5 5. 0. 00 -0 -0.0 0.0 -.0 -00 007.5 +5 +.5'.split(
    ' ',
  ),
  ...'1e400 1e-400 5e-324 4.94e-324 2.4703282292062327e-324 1.7976931348623157e308 1.7976931348623159e308'.split(
    ' ',
  ),
  ...'0.1 0.30000000000000004 123456789012345678.0 9007199254740993 9007199254740993.0 1e22 1e23 8.5e22'.split(
    ' ',
  ),
  ...'12345678901234567 0.12345678901234567 1.0000000000000001 1.00000000000000011 0.1e1_0 1_0.5 0.1_0'.split(
    ' ',
  ),
  ...'1,5 1.234,5 $5 5€ ١٢ １２ −5 5% 1/2 1:30 10:30 10:30:00'.split(' '),
  ...'9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809'.split(' '),
  '170141183460469231731687303715884105727',
  '-170141183460469231731687303715884105728',
  '9'.repeat(38),
  `-${'9'.repeat(38)}`,
  `0.${'0'.repeat(37)}1`,
  `-0.${'0'.repeat(37)}1`,
  `0.${'0'.repeat(38)}1`,
  ' 1',
  '1 ',
  '\t1',
  '1\n',
  '1\r',
  ' 1.5 ',
  '1 5',
  '\u00a01',
  '1\u2003',
  ' ',
  '\n',
  '\t',
  'true ',
  ' true',
  'TRUE',
  'tRuE',
  'truE\n',
  'ﬀalse',
  'FALſE',
  'trUE1',
  '2024-02-29',
  '2023-02-29',
  '1900-02-29',
  '2000-02-29',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '10000-01-01',
  '2024-13-01',
  '2024-00-10',
  '2024-1-5',
  '2024/01/15',
  '20240115',
  ' 2024-01-15',
  '2024-01-15 ',
  '2024-01-15\n',
  '2024-01-15 (BC)',
  '-2024-01-15',
  '+2024-01-15',
  '12024-01-15',
  'infinity',
  '-infinity',
  'epoch',
  'today',
  'now',
  '2024-01-15T10:00',
  '2024-01-15 10:00',
  '2024-01-15 10:00:00',
  '2024-01-15T10:00:00',
  '2024-01-15t10:00:00',
  '2024-01-15 24:00:00',
  '2024-01-15 24:00:00.000001',
  '2024-01-15 23:59:60',
  '2024-01-15 10:60:00',
  '2024-01-15 10:00:00.',
  '2024-01-15 10:00:00.1',
  '2024-01-15 10:00:00.10',
  '2024-01-15 10:00:00.123456',
  '2024-01-15 10:00:00.1234560',
  '2024-01-15 10:00:00.1234567',
  '2024-01-15 10:00:00,5',
  '2024-01-15 1:00:00',
  '290309-01-01 00:00:00',
  '10000-01-01 00:00:00',
  '0000-01-01 00:00:00',
  '0001-01-01 00:00:00',
  '2024-01-15T10:00:00Z',
  '2024-01-15 10:00:00z',
  '2024-01-15 10:00:00+02:00',
  '2024-01-15 10:00:00+0200',
  '2024-01-15 10:00:00+02',
  '2024-01-15 10:00:00-05:30',
  '2024-01-15 10:00:00+2',
  '2024-01-15 10:00:00 +02:00',
  '2024-01-15 10:00:00+15:00',
  '2024-01-15 10:00:00+14:59',
  '2024-01-15 10:00:00+02:60',
  '2024-01-15 10:00:00+99',
  '2024-01-15 10:00:00 UTC',
  '2024-01-15 10:00:00 Europe/Berlin',
  '2024-01-15T10:00Z',
  '2024-01-15 10:00+02',
  '2024-01-15 10:00:00+02:00:30',
  '9999-12-31 23:59:59-05',
  '0001-01-01 00:00:00+05',
  '2024-02-30T10:00:00Z',
  '2024-01-15 10:00:00.123456Z',
  '2024-01-15 10:00:00.5+05:30',
  '2024-01-15 24:00:00Z',
  '2024-01-15 10:00:00 BC',
  '1\u0301',
  'é',
  '漢字',
  '😀',
  'null',
  'NULL',
  'NA',
  'NaN',
  'inf',
  '-inf',
  '+inf',
  'Infinity',
  '1.0f',
  '1d',
  '0e0',
  '-0e0',
  '0e999',
  '0e-999',
];

export const texts = {
  spiteful,
  random: fc.oneof(number, double, moment, word, anything, fc.constantFrom(...spiteful)),
} as const;
