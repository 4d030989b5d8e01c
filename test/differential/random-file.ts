// Makes random CSV files from a seed: well-formed ones, slightly wrong ones, and soups of the characters that matter.
import { gzipSync } from 'node:zlib';
import { zstdFrame } from '../kinds/shared/zstd-frame.ts';
import { type Random, randomOf } from './random.ts';
import { randomContent, randomHeader } from './random-content.ts';
import { randomOptions, randomShape, randomTypes, type Shape } from './random-options.ts';
import type { ReadOptions } from './read-options.ts';

export interface RandomCase {
  /** By name; several are one table. */
  readonly files: readonly RandomFile[];
  readonly options: ReadOptions;
  /** What is special about it, for the figures. */
  readonly dimensions: readonly string[];
}

export interface RandomFile {
  readonly name: string;
  /** As on the disk. */
  readonly stored: Buffer;
  /** As read; `undefined`: it cannot be decompressed. */
  readonly content: Buffer | undefined;
}

export function randomCase(seed: number, targetBytes = 0): RandomCase {
  const random = randomOf(seed);
  const dimensions = new Set<string>();
  const shape = randomShape(random);
  const count = targetBytes === 0 && random.chance(0.08) ? random.between(2, 4) : 1;
  const hasTypes = random.chance(0.25);
  const header = randomHeader(random, randomWidth(random, targetBytes), hasTypes);
  const isHive = random.chance(0.03);
  const options = {
    ...optionsOf(random, shape, header, hasTypes),
    ...(isHive && { hive_partitioning: true }),
  };
  const ending = random.pick(['.csv', '.csv', '.csv', '.csv', '.csv', '.csv.gz', '.csv.zst']);
  const files = Array.from({ length: count }, (_, index) => {
    const isOther = index > 0 && random.chance(0.15);
    const columns = isOther ? randomHeader(random, header.length, false) : header;
    const content = randomContent({ random, columns, shape, options, targetBytes, dimensions });
    const folder = isHive
      ? `/year=${random.between(2020, 2024)}/kind=${random.pick(['a', '7'])}/x`
      : '';
    return storedFile(random, `c${seed}_${index}${folder}${ending}`, content, dimensions);
  });
  for (const name of Object.keys(options)) dimensions.add(`option ${name}`);
  if (count > 1) dimensions.add('glob');
  if (header.length === 1) dimensions.add('one column');
  if (header.length >= 100) dimensions.add('hundreds of columns');
  if (ending !== '.csv') dimensions.add(ending.slice(5));
  dimensions.add({ '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }[shape.lineEnd] ?? '');
  return { files, options, dimensions: [...dimensions] };
}

function optionsOf(
  random: Random,
  shape: Shape,
  header: readonly string[],
  hasTypes: boolean,
): ReadOptions {
  const options = randomOptions(random, shape);
  if (hasTypes) return randomTypes(random, header, options);
  if (!random.chance(0.05)) return options;
  return { ...options, header: random.chance(0.5), names: header.map((_, at) => `n${at}`) };
}

function randomWidth(random: Random, targetBytes: number): number {
  if (random.chance(0.15)) return 1;
  if (targetBytes === 0 && random.chance(0.015)) return random.between(100, 400);
  return random.between(2, 7);
}

function storedFile(
  random: Random,
  name: string,
  content: Buffer,
  dimensions: Set<string>,
): RandomFile {
  const file = storeFile(name, content);
  if (name.endsWith('.csv') || !random.chance(0.1)) return file;
  dimensions.add('cut short');
  const stored = file.stored.subarray(0, random.below(file.stored.length));
  return { name, stored, content: undefined };
}

export function storeFile(name: string, content: Buffer): RandomFile {
  if (name.endsWith('.gz')) return { name, stored: gzipSync(content, { level: 1 }), content };
  if (name.endsWith('.zst')) return { name, stored: zstdFrame(content), content };
  return { name, stored: content, content };
}
