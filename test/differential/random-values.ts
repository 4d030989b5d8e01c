// Makes values of all kinds, with those at the edges of every type among them.
import type { Random } from './random.ts';

export type ValueKind = keyof typeof kinds;

const kinds = {
  boolean: (r: Random) => r.pick(['true', 'false', 'TRUE', 'False', 'tRuE']),
  whole: (r: Random) => r.pick(['', '', '-']) + String(r.between(1, 10 ** r.between(1, 9))),
  'whole edge': (r: Random) => r.pick(wholeEdges),
  padded: (r: Random) => ' '.repeat(r.below(3)) + String(r.below(1000)) + ' '.repeat(r.below(3)),
  'almost whole': (r: Random) => r.pick(almostWhole),
  decimal: (r: Random) => `${r.pick(['', '-'])}${r.below(10000)}.${digits(r, r.between(1, 4))}`,
  'long decimal': (r: Random) => {
    const count = r.between(15, 20);
    const before = r.below(count);
    const front = before === 0 ? '0' : `${r.between(1, 9)}${digits(r, before - 1)}`;
    return `${r.pick(['', '-'])}${front}.${digits(r, count - before)}`;
  },
  'decimal edge': (r: Random) => r.pick(decimalEdges),
  exponent: (r: Random) =>
    `${r.pick(['', '-'])}${r.below(10)}${r.pick(['', `.${digits(r, 2)}`])}${r.pick(['e', 'E'])}${r.pick(['', '-'])}${r.below(330)}`,
  date: randomDate,
  'date edge': (r: Random) => r.pick(dateEdges),
  time: (r: Random) => `${two(r, 24)}:${two(r, 60)}`,
  timestamp: (r: Random) => `${randomDate(r)}${r.pick([' ', 'T'])}${clock(r)}`,
  'timestamp edge': (r: Random) => r.pick(timestampEdges),
  timestamptz: (r: Random) => `${randomDate(r)}${r.pick([' ', 'T'])}${clock(r, true)}${zone(r)}`,
  'timestamptz edge': (r: Random) => r.pick(timestamptzEdges),
  word: (r: Random) => r.pick(words),
  text: (r: Random) => Array.from({ length: r.below(6) }, () => r.pick(pieces)).join(''),
  'long text': (r: Random) => r.pick(['x', 'é', '€', '😀', 'ab,', '"', 'y\n']).repeat(r.below(900)),
  none: () => '',
} satisfies Record<string, (random: Random) => string>;

const kindNames = Object.keys(kinds) as ValueKind[];

/** Values of one column: mostly of one kind. */
export function randomColumn(random: Random, rows: number): string[] {
  const kind = random.pick(kindNames);
  const emptyShare = random.pick([0, 0, 0.2, 0.6]);
  const strangerShare = random.pick([0, 0, 0, 0.1]);
  const values = Array.from({ length: rows }, () => {
    if (random.chance(emptyShare)) return '';
    return kinds[random.chance(strangerShare) ? random.pick(kindNames) : kind](random);
  });
  if (rows > 0 && random.chance(0.15)) values[rows - 1] = kinds[random.pick(kindNames)](random);
  return values;
}

export function randomText(random: Random): string {
  return kinds[random.pick(['word', 'text', 'text'] as const)](random);
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}

function two(random: Random, below: number): string {
  return String(random.below(below)).padStart(2, '0');
}

function randomDate(random: Random): string {
  const year = random.chance(0.8) ? random.between(1970, 2030) : random.between(1, 9999);
  const day = String(random.between(1, random.chance(0.95) ? 28 : 31)).padStart(2, '0');
  const month = String(random.between(1, 12)).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${month}-${day}`;
}

function clock(random: Random, hasSeconds = random.chance(0.7)): string {
  const fraction = random.chance(0.4) ? `.${digits(random, random.between(1, 6))}` : '';
  const minutes = `${two(random, 24)}:${two(random, 60)}`;
  return hasSeconds ? `${minutes}:${two(random, 60)}${fraction}` : minutes;
}

function zone(random: Random): string {
  const hours = String(random.below(15)).padStart(2, '0');
  const sign = random.pick(['+', '-']);
  return random.pick(['Z', `${sign}${hours}`, `${sign}${hours}30`, `${sign}${hours}:45`]);
}

const wholeEdges = [
  ...['0', '1', '-1', '127', '128', '32768', '2147483647', '2147483648', '-2147483649'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740993'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775808'],
  ...['-9223372036854775809', '18446744073709551615', '18446744073709551616'],
  ...['9'.repeat(38), `-${'9'.repeat(38)}`, `1${'0'.repeat(37)}`, '1'.repeat(37)],
];
const almostWhole = [
  ...['007', '+5', '-0', '00', '1_000', '1,000', '1.', '0x10', '1e5', '- 1', '1 2', '--1', '٣'],
  ...['\t1', '1\t', '1\u00a0', '170141183460469231731687303715884105727', `1${'0'.repeat(38)}`],
  ...['1'.repeat(39), '0 ', ' -5', '12e', '1-', '+0', ' 007', '1e', 'e1', '-', '.', '-.', ' '],
];
const decimalEdges = [
  ...[
    '.5',
    '-.5',
    '0.1',
    '1.10',
    '1.0',
    '-0.0',
    '0.0',
    '0.30000000000000004',
    '1.7976931348623157e308',
  ],
  ...[
    '1.8e308',
    '5e-324',
    '4.9e-324',
    '1e-400',
    '1e22',
    '1e23',
    '1E5',
    '1e+5',
    '1e-5',
    '00.5',
    '+1.5',
  ],
  ...[
    'NaN',
    'inf',
    '-Infinity',
    '5.',
    ' 1.5',
    '1.5 ',
    '2.2250738585072011e-308',
    '1e05',
    '0e0',
    '0e5',
  ],
  ...[
    '0.1234567890123456789',
    '9007199254740993.0',
    '9007199254740993.5',
    '123456789012345678901.5',
  ],
  ...['0.00000000000000000000000000000000000001', `0.${'1'.repeat(38)}`, `0.${'1'.repeat(39)}`],
  ...[
    `${'1'.repeat(37)}.1`,
    `${'1'.repeat(38)}.1`,
    '0.10000000000000000000000000',
    '1.5e3',
    '-1e5',
  ],
  ...[
    '9007199254740993e0',
    '1.2.3',
    '1,5',
    '1e1.5',
    '1e400',
    '.5e1',
    '.e1',
    '0.5e-0',
    '1.e5',
    '-.0',
  ],
  ...[
    '100000000000000000000.0',
    '4.35',
    '2.675',
    '1e15',
    '123456789.123456789',
    '179769313486231570000.5',
  ],
];
const dateEdges = [
  ...[
    '2024-02-29',
    '2023-02-29',
    '1900-02-29',
    '2000-02-29',
    '0001-01-01',
    '9999-12-31',
    '0000-01-01',
  ],
  ...[
    '10000-01-01',
    '2024-1-5',
    '2024/01/15',
    '20240115',
    ' 2024-01-15',
    '2024-01-15 ',
    '2024-04-31',
  ],
  ...[
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '-2024-01-01',
    '2024-01-15 BC',
    '0004-02-29',
    '1582-10-10',
  ],
];
const timestampEdges = [
  ...[
    '2024-01-15 10:30',
    '2024-01-15T10:30',
    '2024-01-15 24:00',
    '2024-01-15 23:59:60',
    '2024-01-15',
  ],
  ...[
    '2024-01-15 10:30:00.123456',
    '2024-01-15 10:30:00.1234567',
    '2024-01-15 10:30:00.',
    '0001-01-01 00:00',
  ],
  ...[
    '9999-12-31T23:59:59.999999',
    '2024-01-15  10:30',
    '2024-01-15 1:30',
    '2024-01-15t10:30',
    '2024-01-15 10',
  ],
  ...[
    '2024-01-15 10:30:5',
    '2024-01-15 10:60',
    ' 2024-01-15 10:30',
    '2024-01-15 10:30 ',
    '1969-12-31 23:59:59.9',
  ],
];
const timestamptzEdges = [
  ...[
    '2024-01-15T10:30:00Z',
    '2024-01-15 10:30:00+02',
    '2024-01-15 10:30:00-0230',
    '2024-01-15 10:30:00+14:59',
  ],
  ...[
    '2024-01-15 10:30:00+15:00',
    '2024-01-15 10:30:00z',
    '2024-01-15 10:30:00 Z',
    '2024-01-15 10:30:00+2',
  ],
  ...[
    '2024-01-15 10:30Z',
    '2024-01-15 10:30:00+02:60',
    '2024-01-15 10:30:00 UTC',
    '0001-01-01T00:00:00+14:00',
  ],
  ...[
    '9999-12-31T23:59:59-14:00',
    '2024-01-15T10:30:00.123456Z',
    '2024-01-15T10:30:00.1234567Z',
    '2024-03-10 02:30:00-05',
  ],
  ...[
    '2024-01-15 10:30:00+00:00:00',
    '2024-01-15 10:30:00-00',
    '2024-01-15 10:30:00-14:59',
    '2024-01-15Z',
  ],
];
const words = [
  ...[
    'Lisbon',
    'Turin',
    'yes',
    't',
    'NULL',
    'null',
    'NA',
    'N/A',
    '-',
    '\\N',
    'nan',
    '#x',
    'Zoë',
    '東京',
    '😀',
  ],
  ...[
    '5" disk',
    "it's",
    'a;b',
    'a|b',
    'a\tb',
    'a,b',
    'back\\slash',
    '\\"',
    'x\ufeff',
    'e\u0301',
    '\u2028',
    '\u0085',
  ],
];
const pieces = [
  ...[
    'a',
    'b',
    'Z',
    '1',
    ' ',
    '  ',
    ',',
    ';',
    '|',
    '\t',
    '"',
    '""',
    "'",
    '\\',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
  ],
  ...['é', '€', '😀', '\u0001', '\u007f', '\u0080', '\ufeff', '#', '.', '-', '\u3000', '\v', '\f'],
];
