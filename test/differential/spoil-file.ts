// Makes files slightly wrong: records that do not fit, quotes left open, bytes that are no text.

import type { Random } from './random.ts';
import type { Shape } from './random-options.ts';
import { randomText } from './random-values.ts';
import type { ReadOptions } from './read-options.ts';

interface Spoiling {
  readonly random: Random;
  readonly lines: string[];
  readonly shape: Shape;
  readonly options: ReadOptions;
}

const disturbances: Record<string, (spoiling: Spoiling) => void> = {
  'blank lines': (it) => insert(it, it.random.pick(['', '', ' '])),
  'short record': (it) => insert(it, randomText(it.random)),
  'long record': (it) =>
    change(it, (line) => `${line}${it.shape.delim}${it.random.pick(['x', '""', ' '])}`),
  'empty fields beyond': (it) =>
    change(it, (line) => line + it.shape.delim.repeat(it.random.between(1, 3))),
  'text after quote': (it) => change(it, (line) => `${it.shape.quote}${line}${it.shape.quote}x`),
  'text after a quoted field': (it) =>
    change(it, (line) => {
      const { quote, delim } = it.shape;
      return line.replace(delim, `${quote}${delim}`).replace(/^/, `${quote}a${quote} b `);
    }),
  'open quote': (it) => change(it, (line) => it.shape.quote + line),
  'mixed line ends': (it) =>
    change(it, (line) => `${line}${it.random.pick(['\n', '\r', '\r\n'])}${line}`),
  'trailing delimiters': ({ lines, shape }) => {
    for (const [index, line] of lines.entries()) if (index > 0) lines[index] = line + shape.delim;
  },
  'wrong escape': (it) =>
    change(it, (line) => line.replace(it.shape.quote, `${it.shape.quote}\\x`)),
  comment: (it) => {
    const mark = it.options.comment ?? '#';
    const { quote, delim } = it.shape;
    insert(it, mark + it.random.pick(['', ' a comment', quote, `${delim}${delim}`]));
    change(it, (line) => `${line}${mark} 1${it.random.pick(['', quote, delim])}`);
  },
};

export function disturb(
  random: Random,
  lines: string[],
  shape: Shape,
  options: ReadOptions,
  dimensions: Set<string>,
): void {
  const name = random.pick(Object.keys(disturbances));
  disturbances[name]?.({ random, lines, shape, options });
  dimensions.add(name);
}

function insert({ random, lines }: Spoiling, line: string): void {
  lines.splice(random.below(lines.length + 1), 0, line);
}

function change({ random, lines }: Spoiling, to: (line: string) => string): void {
  const index = random.below(lines.length);
  const line = lines[index];
  if (line !== undefined) lines[index] = to(line);
}

const badBytes = [
  '00',
  'ff',
  'c3',
  '80',
  'c080',
  'eda080',
  'f4908080',
  'e282',
  'f09f98',
  'c1bf',
  'fffe',
  'f8',
];

/** Sets a byte order mark, or bytes that are no text. */
export function damage(
  random: Random,
  content: Buffer,
  { encoding }: ReadOptions,
  dimensions: Set<string>,
): Buffer {
  if ((encoding ?? 'utf-8') === 'utf-8' && random.chance(0.06)) {
    dimensions.add('byte order mark');
    return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), content]);
  }
  if (encoding === undefined && random.chance(0.04)) {
    dimensions.add('UTF-16');
    const little = spoil(random, Buffer.from(`\ufeff${content}`, 'utf16le'), dimensions);
    return little.length % 2 === 0 && random.chance(0.5) ? little.swap16() : little;
  }
  return spoil(random, content, dimensions);
}

function spoil(random: Random, content: Buffer, dimensions: Set<string>): Buffer {
  if (!random.chance(0.05)) return content;
  const bad = Buffer.from(random.pick(badBytes), 'hex');
  dimensions.add(bad[0] === 0 ? 'NUL' : 'invalid bytes');
  const at = random.below(content.length + 1);
  return Buffer.concat([content.subarray(0, at), bad, content.subarray(at)]);
}
