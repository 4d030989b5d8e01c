// Reads numbers into the types a question gives, by the table "Types you give" of docs/csv-files.md.
import { canonicalNumber } from './canonical-number.ts';
import type { Value } from './independent-types.ts';
import type { ReadOptions } from './read-options.ts';

/** `undefined`: the text does not fit. */
export type Parse = (text: string, options: ReadOptions) => Value | undefined;

export function wholeWithin(least: bigint, greatest: bigint): Parse {
  return (text, options) => {
    const plain = plainNumber(text, options);
    const [, sign = '', digits] = /^([-+]?)(\d+)(?:\.0*)?$/.exec(plain ?? '') ?? [];
    if (digits === undefined) return undefined;
    const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
    const isWithin = value >= least && value <= greatest;
    return isWithin ? `#${canonicalNumber(String(value))}` : undefined;
  };
}

export function parseDecimal(
  text: string,
  options: ReadOptions,
  [digits, scale]: readonly [number, number],
): Value | undefined {
  const plain = plainNumber(text, options);
  const [, sign = '', before = '', after = ''] =
    /^([-+]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(plain ?? '') ?? [];
  if (plain === undefined || !/\d/.test(plain) || /e/i.test(plain)) return undefined;
  if (before.length > digits - scale || after.length > scale) return undefined;
  const isZero = before + after === '';
  return `#${canonicalNumber(`${isZero || sign === '+' ? '' : sign}${before}.${after}0`)}`;
}

export function parseFloating(
  text: string,
  options: ReadOptions,
  isExact: (plain: string) => boolean,
): Value | undefined {
  const plain = plainNumber(text, options)
    ?.replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/\.(?!\d)/, '');
  if (plain === undefined || !isExact(plain)) return undefined;
  return `#${canonicalNumber(plain)}`;
}

/** FLOAT keeps a digit when it is among the fewest that tell the number from its neighbours. */
export function isExactFloat(plain: string): boolean {
  const value = Math.fround(Number(plain));
  if (!Number.isFinite(value) || isHalfWay(Number(plain), value)) return false;
  for (let digits = 1; digits <= 9; digits++) {
    const shown = value.toPrecision(digits);
    if (Math.fround(Number(shown)) !== value) continue;
    // Half-way between two such numbers it is neither.
    if (Number(value.toPrecision(digits + 1)) === value && Number(shown) !== value) continue;
    return canonicalNumber(shown).replace('-', '') === canonicalNumber(plain).replace('-', '');
  }
  return false;
}

/** Between the FLOAT it becomes and that one's neighbour: it does not tell them apart. */
function isHalfWay(given: number, value: number): boolean {
  const neighbour = 2 * given - value;
  return neighbour !== value && Math.fround(neighbour) === neighbour;
}

/** The number with a point and nothing between its digits. */
function plainNumber(text: string, options: ReadOptions): string | undefined {
  const { decimal_separator: given, thousands } = options;
  const point = given ?? (thousands === '.' ? '' : '.');
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (point !== '.' && thousands !== '.' && trimmed.includes('.')) return undefined;
  const isPart = point === '' ? -1 : trimmed.indexOf(point);
  const end = isPart < 0 ? trimmed.search(/e|$/i) : isPart;
  const whole = withoutThousands(trimmed.slice(0, end), thousands);
  const rest = isPart < 0 ? trimmed.slice(end) : `.${trimmed.slice(end + 1)}`;
  const plain = `${whole}${rest}`;
  return whole !== undefined && /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i.test(plain)
    ? plain
    : undefined;
}

function withoutThousands(whole: string, separator: string | undefined): string | undefined {
  if (separator === undefined || !whole.includes(separator)) return whole;
  const [first = '', ...groups] = whole.split(separator);
  const isGrouped = /^[-+]?[1-9]\d{0,2}$/.test(first) && groups.every((it) => /^\d{3}$/.test(it));
  return isGrouped ? first + groups.join('') : undefined;
}
