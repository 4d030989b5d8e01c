// Makes random texts of records, and of values near every border between types.
import fc from 'fast-check';
import type { RecordSyntax } from '../../../../src/kinds/csv/records/record-scanner.ts';

const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '7',
    '12.5',
    '-3',
    'a',
    'true',
    '2024-01-31',
    '"',
    '5" disk',
    'x y',
  ),
  fc.constantFrom(
    '"a"',
    ' "b"',
    '"c" ',
    '"d,e"',
    '"f""g"',
    '"h\ni"',
    '"j\r\nk"',
    '""',
    '"l"m',
    '"',
  ),
  fc.string({
    maxLength: 70,
    unit: fc.constantFrom('a', '1', ' ', '"', ',', '\n', '\r', ';', '.'),
  }),
);
/** Sound or not. */
export const texts = fc
  .tuple(
    fc.array(fc.array(value, { minLength: 1, maxLength: 4 }), { maxLength: 40 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom(',', ';', '\t', ' '),
    fc.boolean(),
    fc.integer({ min: 1, max: 4 }),
  )
  .map(([records, end, delimiter, endsWhole, evenWidth]) => {
    const even = records.map((fields) =>
      Array.from({ length: evenWidth }, (_, i) => fields[i % fields.length] ?? ''),
    );
    const rows = (records.length % 3 === 0 ? records : even).map((row) => row.join(delimiter));
    return rows.join(end) + (endsWhole ? end : '');
  });
export const syntaxes = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', ' '),
  quote: fc.constantFrom('"', '"', '"', "'", ''),
  lineEnd: fc.constantFrom<RecordSyntax['lineEnd'][]>('\n', '\n', '\r\n', '\r'),
  width: fc.integer({ min: 1, max: 4 }),
  hasHeader: fc.boolean(),
});
export const pieceLengths = fc.array(fc.integer({ min: 1, max: 200 }), {
  minLength: 1,
  maxLength: 5,
});

const digits = (minLength: number, maxLength: number) =>
  fc.string({ minLength, maxLength, unit: fc.constantFrom(...'0123456789') });
const join = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((texts) => texts.join(''));
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part);
const sign = fc.constantFrom('', '', '-', '+');
const padding = fc.constantFrom('', '', '', ' ', '\t', '  ');
const whole = fc.oneof(
  digits(0, 20),
  fc.constantFrom('0', '9007199254740992', '9007199254740993', '9223372036854775807'),
  fc.constantFrom('9223372036854775808', '99999999999999999999', '18014398509481984'),
);
const exponent = join(fc.constantFrom('e', 'E'), fc.constantFrom('', '-', '+'), digits(0, 3));
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
const nearDouble = fc
  .tuple(fc.double({ min: 1e-5, max: 1e9, noNaN: true }), fc.integer({ min: 14, max: 19 }))
  .map(([number, precision]) => number.toPrecision(precision));
const day = fc.oneof(
  join(digits(4, 4), '-', digits(2, 2), '-', digits(2, 2)),
  join(
    fc.constantFrom('2024', '1900', '2000', '2023', '0000', '0001', '9999'),
    '-',
    fc.constantFrom('01', '02', '04', '12', '13'),
    '-',
    fc.constantFrom('28', '29', '30', '31', '00', '32'),
  ),
);
const clock = join(
  fc.constantFrom('00', '09', '19', '23', '24'),
  fc.constantFrom(':', ':', '.'),
  fc.constantFrom('00', '59', '60'),
);
const seconds = join(':', fc.constantFrom('00', '59', '60'), maybe(join('.', digits(0, 7))));
const offset = fc.oneof(
  fc.constant('Z'),
  join(
    fc.constantFrom('+', '-'),
    fc.constantFrom('00', '09', '14', '15', '1'),
    maybe(join(maybe(fc.constant(':')), fc.constantFrom('00', '59', '60', '5'))),
  ),
);
export const valueTexts = fc.oneof(
  join(padding, sign, whole, maybe(join('.', digits(0, 20))), maybe(exponent), padding),
  join(padding, double, padding),
  nearDouble,
  join(padding, day),
  join(day, fc.constantFrom(' ', 'T', 't', '  '), clock, maybe(seconds), maybe(offset)),
  join(fc.constantFrom('true', 'FALSE', 'tRuE', 'fals', 'truee', 'Folse')),
  digits(1, 45),
);
