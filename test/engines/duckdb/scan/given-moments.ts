// Makes texts of dates and times in several formats, and reads them by counting nanoseconds.
import fc from 'fast-check';
import type { GivenTypeOptions } from '../../../../src/kinds/shared/types/given-types.ts';

export interface MomentCase {
  readonly type: string;
  readonly options: GivenTypeOptions;
  readonly texts: fc.Arbitrary<string>;
  /** The text as ISO 8601 has it, of any text that fits. */
  readonly read: (text: string) => string;
}

const two = (value: number) => String(value).padStart(2, '0');
const year = fc.oneof(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 10_000 }));
const digits = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });
const numeral = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.boolean())
    .map(([value, isPadded]) => (isPadded ? two(value) : String(value)));
const offset = fc.oneof(
  fc.constantFrom('Z', '+00', '+02', '-0530', '+14:59', '-15:00', '+15:59', '+2', '+02:60'),
  fc
    .tuple(
      fc.constantFrom('+', '-'),
      fc.integer({ min: 0, max: 16 }),
      fc.integer({ min: 0, max: 61 }),
    )
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`),
);
const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );
const dayNames = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const anyFraction = (most: number) =>
  fc.oneof(
    digits(most),
    fc
      .tuple(digits(9), fc.integer({ min: 0, max: most }))
      .map(([text, count]) => text.slice(0, count).padEnd(most, '0')),
  );

/** What a letter of a template stands for. */
const pieces: Record<string, fc.Arbitrary<string>> = {
  Y: fc.oneof(
    { arbitrary: year.map((value) => String(value).padStart(4, '0')), weight: 9 },
    { arbitrary: year.map(String), weight: 1 },
  ),
  y: fc.integer({ min: 0, max: 100 }).map(two),
  m: numeral(0, 13),
  d: numeral(0, 32),
  j: fc
    .integer({ min: 0, max: 367 })
    .map((value) => String(value).padStart(value % 2 ? 3 : 1, '0')),
  H: numeral(0, 24),
  M: fc.integer({ min: 0, max: 60 }).map(two),
  S: fc.integer({ min: 0, max: 60 }).map(two),
  f: fc.oneof(anyFraction(6), anyFraction(7)),
  g: fc.oneof(anyFraction(3), anyFraction(4)),
  n: fc.oneof(anyFraction(9), anyFraction(10)),
  b: fc.mixedCase(fc.constantFrom(...monthNames.map((name) => name.slice(0, 3)))),
  B: fc.mixedCase(fc.constantFrom(...monthNames)),
  a: fc.constantFrom(...dayNames.map((name) => name.slice(0, 3))),
  A: fc.mixedCase(fc.constantFrom(...dayNames)),
  p: fc.constantFrom('AM', 'pm', 'Pm', 'am'),
  z: offset,
};

/** Texts of a template such as `{Y}-{m}`, one in eight with a character changed. */
function templated(template: string): fc.Arbitrary<string> {
  const parts = template
    .split(/[{}]/)
    .map((part, index) => (index % 2 ? (pieces[part] as fc.Arbitrary<string>) : fc.constant(part)));
  const whole = fc.tuple(...parts).map((all) => all.join(''));
  const changed = fc
    .tuple(whole, fc.nat(), fc.nat(1), fc.constantFrom(...' 0129:.-/+TZ', ''))
    .map(([text, at, cut, put]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + cut);
    });
  return fc.oneof({ arbitrary: whole, weight: 7 }, { arbitrary: changed, weight: 1 });
}

const spelled = (format: string) => format.replace(/%-?(\w)/g, '{$1}').replaceAll('%%', '%');

function formatted(types: readonly string[], formats: readonly string[]): MomentCase[] {
  return types.flatMap((type) =>
    formats.map((format) => ({
      type,
      options: type === 'DATE' ? { dateFormat: format } : { timestampFormat: format },
      texts: templated(spelled(format)),
      read: (text: string) => isoOf(text, format),
    })),
  );
}

/** Takes the numbers and names of a text in the order of the format. */
function isoOf(text: string, format: string): string {
  const parts = new Map<string, string>();
  const letters = [...format.replaceAll('%%', '').matchAll(/%-?(\w)/g)].map(
    ([, letter]) => letter as string,
  );
  const isPacked = /%\w%\w/.test(format.replaceAll('%%', '').replace('%z', ' %z'));
  let rest = text;
  for (const letter of letters) {
    const width =
      isPacked && letter !== 'z' ? ({ Y: '{4}', f: '{6}', j: '{3}' }[letter] ?? '{2}') : '+';
    const pattern =
      { z: /[+-][\d:]+/, p: /[ap]m/i }[letter] ??
      ('aAbB'.includes(letter) ? /[a-z]{3,}/i : new RegExp(`\\d${width}`));
    const found = pattern.exec(rest);
    if (found === null) throw new Error(`no %${letter} in ${text}`);
    parts.set(letter, found[0]);
    rest = rest.slice(found.index + found[0].length);
  }
  const of = (letter: string) => parts.get(letter);
  const shortYear = Number(of('y'));
  const yearText = of('Y') ?? String(shortYear >= 69 ? 1900 + shortYear : 2000 + shortYear);
  const name = (of('b') ?? of('B'))?.slice(0, 3).toLowerCase();
  const month = name
    ? monthNames.findIndex((other) => other.toLowerCase().startsWith(name)) + 1
    : Number(of('m') ?? 1);
  const day = of('j') ?? of('d') ?? '1';
  let hour = Number(of('H') ?? of('I') ?? 0);
  if (of('p')) hour = (hour % 12) + (of('p')?.toLowerCase() === 'pm' ? 12 : 0);
  const fraction = of('f') ?? of('g') ?? of('n') ?? '0';
  return `${yearText}-${of('j') ? 1 : month}-${day} ${hour}:${of('M') ?? 0}:${of('S') ?? 0}.${fraction}${of('z') ?? ''}`;
}

const asIs = (text: string) => text;
const days = ['{Y}-{m}-{d}', '{Y}/{m}/{d}', ' {Y}-{m}-{d} '].map(templated);
const times = [
  '{H}:{M}',
  '{H}:{M}:{S}',
  '{H}:{M}:{S}.{f}',
  '{H}:{M}:{S}{z}',
  '{H}:{M}:{S}.{n}',
  '{H}:{M}:{S}.{g}{z}',
];
const stamps = [
  ...times.flatMap((time) => [`{Y}-{m}-{d} ${time}`, `{Y}/{m}/{d}T${time} `]),
  '{Y}-{m}-{d}',
].map(templated);
const stampTypes = ['TIMESTAMP', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP_NS', 'TIMESTAMPTZ'];

export const momentCases: readonly MomentCase[] = [
  { type: 'DATE', options: {}, texts: fc.oneof(...days), read: asIs },
  ...['TIME', 'TIMETZ'].map((type) => ({
    type,
    options: {},
    texts: fc.oneof(...times.map(templated)),
    read: asIs,
  })),
  ...stampTypes.map((type) => ({ type, options: {}, texts: fc.oneof(...stamps), read: asIs })),
  ...formatted(
    ['DATE'],
    [
      '%d.%m.%Y',
      '%-d.%-m.%y',
      '%Y%m%d',
      '%y%m%d',
      '%Y',
      '%m/%Y',
      '%Y-%j',
      '%Y%j',
      '%d %b %Y',
      '%B %d, %Y',
      '%a %d.%m.%Y',
      '%A, %d %B %Y',
      '%Y年%m月%d日',
      'Q%%%Y-%m-%d',
      ' %d.%m.%Y ',
      "%d'%m'%Y",
    ],
  ),
  ...formatted(stampTypes, [
    '%d.%m.%Y %H:%M',
    '%d.%m.%Y %H:%M:%S.%f',
    '%Y-%m-%dT%H:%M:%SZ',
    '%Y-%m-%d %H:%M:%S,%g',
    '%Y-%m-%d %H:%M:%S.%n',
    '%Y%m%d%H%M%S',
    '%-m/%-d/%Y %-H:%-M:%-S',
    '%b %d %Y %H:%M',
  ]),
  ...formatted(
    ['TIMESTAMPTZ'],
    ['%Y-%m-%d %H:%M:%S%z', '%d.%m.%Y %H:%M:%S.%f %z', '%Y-%m-%d %H:%M:%S.%n%z'],
  ),
];

const pattern =
  /^ *(?:(\d+)[-/](\d+)[-/](\d+))?[ T]*(?:(\d+):(\d+)(?::(\d+)(?:\.(\d+))?)?)?(Z|([+-])(\d\d):?(\d\d)?)? *$/;

/** Nanoseconds since 1970 or, of a time alone, since midnight and the minutes of its offset. */
export function momentValue(text: string): string {
  const parts = pattern.exec(text);
  if (parts === null) throw new Error(`no moment: ${text}`);
  const [, year, month, day, hour, minute, second, fraction = '', , side, hours, minutes] = parts;
  const date = new Date(0);
  date.setUTCFullYear(Number(year ?? 1970), Number(month ?? 1) - 1, Number(day ?? 1));
  date.setUTCHours(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0));
  const offset = (side === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  const local = BigInt(date.getTime()) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  if (year === undefined) return `${local} ${offset}`;
  return String(local - BigInt(offset) * 60_000_000_000n);
}
