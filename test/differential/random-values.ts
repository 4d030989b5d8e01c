// Makes values of all kinds, with those at the edges of every type among them.
import { almostWhole, decimalEdges, wholeEdges } from './edge-numbers.ts';
import { pieces, words } from './edge-texts.ts';
import { dateEdges, timestampEdges, timestamptzEdges } from './edge-times.ts';
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
