// Makes values for the types that a question gives: such as fit, at the edges, and some that do not fit.
import type { Random } from './random.ts';
import { writtenMoment } from './random-moments.ts';
import { randomColumn } from './random-values.ts';
import type { ReadOptions } from './read-options.ts';

/** How a text of one type is made. */
type Make = (random: Random, options: ReadOptions) => string;

const bitsOf = { TINYINT: 8, SMALLINT: 16, INTEGER: 32, BIGINT: 64, HUGEINT: 128 };
const wholes = Object.entries(bitsOf).flatMap(([name, bits]) => {
  const above = 2n ** BigInt(bits - 1);
  return [
    [name, wholeWithin(-above, above - 1n)],
    [`U${name}`, wholeWithin(0n, 2n * above - 1n)],
  ] as const;
});

const makers: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(wholes),
  DOUBLE: floating,
  FLOAT: floating,
  BOOLEAN: (random) =>
    random.pick(['true', 'FALSE', 't', 'F', 'yes', 'No', 'y', 'N', '1', '0', 'True', 'YES']),
  DATE: (random, { dateformat }) =>
    writtenMoment(
      random,
      dateformat ?? random.pick(['%Y-%m-%d', '%Y-%m-%d', '%Y/%m/%d']),
      random.chance(0.01),
    ),
  TIME: clock,
  TIMETZ: (random) => `${clock(random, {}, true)}${random.pick(['', 'Z', ...offsets])}`,
  TIMESTAMP: timestamp(6),
  TIMESTAMP_S: timestamp(0),
  TIMESTAMP_MS: timestamp(3),
  TIMESTAMP_NS: timestamp(9),
  TIMESTAMPTZ: (random, options) => {
    if (options.timestampformat !== undefined) return timestamp(6)(random, options);
    return `${timestamp(6, true)(random, options)}${random.pick(['', 'Z', ...offsets])}`;
  },
  UUID: uuid,
};

const offsets = ['+02', '-0530', '+14:59', '-12:00', '+00'];

export function randomGivenColumn(
  random: Random,
  rows: number,
  type: string,
  options: ReadOptions,
): string[] {
  const any = randomColumn(random, rows);
  const make = type.startsWith('DECIMAL') ? decimal(type) : makers[type];
  if (make === undefined) return any;
  const strangerShare = random.pick([0, 0, 0, 0.03]);
  const emptyShare = random.pick([0, 0, 0.2]);
  return any.map((stranger) => {
    if (random.chance(emptyShare)) return '';
    return random.chance(strangerShare) ? stranger : make(random, options);
  });
}

function wholeWithin(least: bigint, greatest: bigint): Make {
  return (random, options) => {
    const edges = [least, greatest, 0n, 1n, greatest / 2n, least / 3n];
    const outside = random.chance(0.01) ? random.pick([least - 1n, greatest + 1n]) : undefined;
    const value = outside ?? random.pick([...edges, BigInt(random.below(128))]);
    return decorated(random, String(value), options);
  };
}

function decimal(type: string): Make {
  const [, digits, scale] = /\((\d+),(\d+)\)/.exec(type) ?? [];
  return (random, options) => {
    const before = randomDigits(random, random.between(0, Number(digits) - Number(scale)));
    const tooMany = random.chance(0.01) ? 1 : 0;
    const after = randomDigits(random, random.between(0, Number(scale)) + tooMany);
    const sign = random.pick(['', '', '-']);
    return decorated(random, `${sign}${before || '0'}${after && `.${after}`}`, options);
  };
}

function floating(random: Random, options: ReadOptions): string {
  const digits = randomDigits(random, random.pick([1, 2, 4, 6, random.chance(0.03) ? 9 : 5]));
  const after = randomDigits(random, random.below(3));
  const plain = `${random.pick(['', '-'])}${digits}${after && `.${after}`}`;
  if (!random.chance(0.2)) return decorated(random, plain, options);
  const point = options.decimal_separator === ',' ? ',' : '.';
  const hasPoint = options.thousands !== '.' || point === ',';
  const short = hasPoint ? `${random.below(10)}${point}${random.below(10)}` : '7';
  return `${short}${random.pick(['e', 'E'])}${random.pick(['', '+', '-'])}${random.below(30)}`;
}

/** With zeros, a plus sign, spaces and separators that change nothing. */
function decorated(random: Random, plain: string, options: ReadOptions): string {
  const [, sign = '', before = '', after = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  const { thousands, decimal_separator: given = '.' } = options;
  const isGrouped = thousands !== undefined && random.chance(0.7);
  const whole = isGrouped
    ? before.replace(/^0+(?=\d)/, '').replace(/(?<=\d)(?=(\d{3})+$)/g, thousands)
    : random.pick(['', '', '', '00']) + before;
  const canHavePoint = thousands !== '.' || given === ',';
  const zeros = random.pick(['', '', '', '0', '000']);
  const fraction = canHavePoint && after + zeros !== '' ? `${given}${after}${zeros}` : '';
  const plus = sign === '' ? random.pick(['', '', '', '+']) : sign;
  const space = () => random.pick(['', '', '', '', ' ', '\t', '  ']);
  return `${space()}${plus}${whole}${fraction}${space()}`;
}

function clock(random: Random, _: ReadOptions, hasSeconds = random.chance(0.6)): string {
  const two = (below: number) => String(random.below(below)).padStart(2, '0');
  const minutes = `${two(random.chance(0.01) ? 25 : 24)}:${two(60)}`;
  if (!hasSeconds) return minutes;
  const digits = random.pick([0, 0, 3, 6]);
  const fraction = digits > 0 ? `.${randomDigits(random, digits)}${random.pick(['', '0'])}` : '';
  return `${minutes}:${two(60)}${fraction}`;
}

function timestamp(digits: number, hasSeconds?: boolean): Make {
  return (random, { timestampformat }) => {
    if (timestampformat !== undefined) return writtenMoment(random, timestampformat);
    const isEarly = digits < 9 && random.chance(0.1);
    const year = isEarly ? random.between(1, 9999) : random.between(1678, 2261);
    const month = random.between(1, 12);
    const date = `${String(year).padStart(4, '0')}-${month}-${random.between(1, 28)}`;
    const full = date.replace(/(?<=-)\d(?=-|$)/g, '0$&');
    const day = random.chance(0.8) ? full : random.pick([date, full.replaceAll('-', '/')]);
    if (hasSeconds !== true && random.chance(0.2)) return day;
    const whole = clock(random, {}, hasSeconds ?? random.chance(0.7)).replace(/\..*/, '');
    const isFine = !/:\d\d:/.test(whole) || digits === 0 || random.chance(0.4);
    const fraction = isFine ? '' : `.${randomDigits(random, random.between(1, digits))}`;
    return `${day}${random.pick([' ', 'T'])}${whole}${fraction}`;
  };
}

function uuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.pick([...'0123456789abcdefABCDEF']));
  const plain = digits.join('');
  if (random.chance(0.3)) return plain;
  return plain.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function randomDigits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.below(10)).join('');
}
