// Makes files slightly wrong: records that do not fit, quotes left open, bytes that are no text.

import type { Random } from './random.ts';
import { randomText } from './random-values.ts';
import type { ReadOptions } from './read-options.ts';

/** Options that are read as the docs say only once their rewriting is done. */
export const hasRewrittenOptions = false;

export type Shape = Required<Pick<ReadOptions, 'delim' | 'quote'>> & { readonly lineEnd: string };

const disturbances: Record<string, (random: Random, lines: string[], shape: Shape) => void> = {
  'blank lines': (random, lines) => insert(random, lines, random.pick(['', '', ' '])),
  'short record': (random, lines) => insert(random, lines, randomText(random)),
  'long record': (random, lines, { delim }) =>
    change(random, lines, (line) => `${line}${delim}${random.pick(['x', '""', ' '])}`),
  'empty fields beyond': (random, lines, { delim }) =>
    change(random, lines, (line) => line + delim.repeat(random.between(1, 3))),
  'text after quote': (random, lines, { quote }) =>
    change(random, lines, (line) => `${quote}${line}${quote}x`),
  'open quote': (random, lines, { quote }) => change(random, lines, (line) => quote + line),
  'mixed line ends': (random, lines) =>
    change(random, lines, (line) => `${line}${random.pick(['\n', '\r', '\r\n'])}${line}`),
  'trailing delimiters': (_, lines, { delim }) => {
    for (const [index, line] of lines.entries()) if (index > 0) lines[index] = line + delim;
  },
};

export function disturb(
  random: Random,
  lines: string[],
  shape: Shape,
  dimensions: Set<string>,
): void {
  const name = random.pick(Object.keys(disturbances));
  disturbances[name]?.(random, lines, shape);
  dimensions.add(name);
}

function insert(random: Random, lines: string[], line: string): void {
  lines.splice(random.below(lines.length + 1), 0, line);
}

function change(random: Random, lines: string[], to: (line: string) => string): void {
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
export function damage(random: Random, content: Buffer, dimensions: Set<string>): Buffer {
  if (random.chance(0.06)) {
    dimensions.add('byte order mark');
    return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), content]);
  }
  if (hasRewrittenOptions && random.chance(0.05)) {
    dimensions.add('UTF-16');
    return Buffer.from(`\ufeff${content}`, 'utf16le');
  }
  if (!random.chance(0.05)) return content;
  const bad = Buffer.from(random.pick(badBytes), 'hex');
  dimensions.add(bad[0] === 0 ? 'NUL' : 'invalid UTF-8');
  const at = random.below(content.length + 1);
  return Buffer.concat([content.subarray(0, at), bad, content.subarray(at)]);
}
