// Makes random CSV files from a seed: well-formed ones, slightly wrong ones, and soups of the characters that matter.
import { gzipSync } from 'node:zlib';
import { zstdFrame } from '../csv/zstd-frame.ts';
import { type Random, randomOf } from './random.ts';
import { randomColumn, randomText } from './random-values.ts';
import type { ReadOptions } from './read-options.ts';
import { damage, disturb, hasRewrittenOptions, type Shape } from './spoil-file.ts';

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
  const shape = {
    delim: random.pick([',', ',', ',', ';', '\t', '|', ':']),
    quote: random.pick(['"', '"', '"', '"', '"', '"', "'"]),
    lineEnd: random.pick(['\n', '\n', '\r\n', '\r']),
  };
  const count = targetBytes === 0 && random.chance(0.08) ? random.between(2, 4) : 1;
  const header = randomHeader(random, randomWidth(random, targetBytes));
  const options = {
    ...randomOptions(random, shape),
    ...(random.chance(0.05) && {
      header: random.chance(0.5),
      names: header.map((_, at) => `n${at}`),
    }),
  };
  const ending = random.pick(['.csv', '.csv', '.csv', '.csv', '.csv', '.csv.gz', '.csv.zst']);
  const files = Array.from({ length: count }, (_, index) => {
    const isOther = index > 0 && random.chance(0.15);
    const columns = isOther ? randomHeader(random, header.length) : header;
    const text = randomContent({ random, columns, shape, options, targetBytes, dimensions });
    return storedFile(random, `c${seed}_${index}${ending}`, text, dimensions);
  });
  for (const name of Object.keys(options)) dimensions.add(`option ${name}`);
  if (count > 1) dimensions.add('glob');
  if (header.length === 1) dimensions.add('one column');
  if (header.length >= 100) dimensions.add('hundreds of columns');
  if (ending !== '.csv') dimensions.add(ending.slice(5));
  dimensions.add({ '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' }[shape.lineEnd] ?? '');
  return { files, options, dimensions: [...dimensions] };
}

function randomOptions(random: Random, shape: Shape): ReadOptions {
  const needsDelim = shape.delim === ':' || random.chance(0.05);
  return {
    ...(needsDelim && { delim: shape.delim }),
    ...(shape.quote !== '"' && { quote: shape.quote }),
    ...(random.chance(0.02) && { quote: '' }),
    ...(random.chance(0.1) && { header: random.chance(0.4) }),
    ...(random.chance(0.07) && { skip: random.between(0, 3) }),
    ...(random.chance(0.07) && {
      nullstr: random.pick([['NA'], ['NA', '-'], ['NULL', '0', 'x y']]),
    }),
    ...(random.chance(0.06) && { all_varchar: true }),
    ...(random.chance(0.06) && { union_by_name: true }),
    ...(random.chance(0.02) && { max_line_size: 20_000_000 }),
    ...(hasRewrittenOptions ? rewrittenOptions(random) : {}),
  };
}

function rewrittenOptions(random: Random): ReadOptions {
  return {
    ...(random.chance(0.05) && { escape: '\\' }),
    ...(random.chance(0.05) && { null_padding: true }),
    ...(random.chance(0.05) && { encoding: 'latin-1' as const }),
    ...(random.chance(0.2) && { types: { c0: random.pick(givenTypes) } }),
  };
}

const givenTypes = [
  ...['VARCHAR', 'BOOLEAN', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT', 'DOUBLE'],
  ...['DECIMAL(10,2)', 'DECIMAL(38,10)', 'DATE', 'TIMESTAMP', 'TIMESTAMPTZ'],
];

function randomWidth(random: Random, targetBytes: number): number {
  if (random.chance(0.15)) return 1;
  if (targetBytes === 0 && random.chance(0.015)) return random.between(100, 400);
  return random.between(2, 7);
}

function randomHeader(random: Random, width: number): string[] {
  const isPlain = random.chance(0.5);
  const names = [
    'a',
    'A',
    'b',
    'a_1',
    'a_2',
    'column1',
    'column0',
    '',
    ' ',
    'x y',
    '1',
    'é',
    'É',
    'select',
  ];
  return Array.from({ length: width }, (_, index) => {
    if (isPlain) return `c${index}`;
    return random.chance(0.6) ? random.pick(names) : randomText(random);
  });
}

interface ContentRequest {
  readonly random: Random;
  readonly columns: readonly string[];
  readonly shape: Shape;
  readonly options: ReadOptions;
  readonly targetBytes: number;
  readonly dimensions: Set<string>;
}

function randomContent(request: ContentRequest): Buffer {
  const { random, columns, shape, options, targetBytes, dimensions } = request;
  if (targetBytes === 0 && random.chance(0.2)) {
    dimensions.add('soup');
    return Buffer.from(soup(random, shape));
  }
  const rows = targetBytes > 0 ? 40 : random.pick([0, 1, 2, 3, 5, 12, 40]);
  const values = columns.map(() =>
    randomColumn(random, columns.length > 50 ? Math.min(rows, 3) : rows),
  );
  const hasHeader = options.header !== false && random.chance(0.93);
  let lines = Array.from({ length: values[0]?.length ?? 0 }, (_, row) =>
    writeRecord(
      random,
      values.map((column) => column[row] ?? ''),
      shape,
    ),
  );
  if (random.chance(0.3)) disturb(random, lines, shape, dimensions);
  if (targetBytes > 0) lines = placeAtBorder(request, lines);
  if (hasHeader) lines.unshift(writeRecord(random, columns, shape));
  for (let line = 0; line < (options.skip ?? 0); line++) lines.unshift(randomTitle(random, shape));
  const end = random.chance(0.2) ? '' : shape.lineEnd;
  if (end === '') dimensions.add('no last line end');
  return damage(random, Buffer.from(lines.join(shape.lineEnd) + end), dimensions);
}

/** A line before the header; it need not end as the others do. */
function randomTitle(random: Random, { delim, quote, lineEnd }: Shape): string {
  const text = random.pick(['', '', 'A title', '5" disks', quote, `A${delim}${quote}b`]);
  const isOther = random.chance(0.1);
  return isOther ? text + random.pick(['\n', '\r\n', '\r'].filter((end) => end !== lineEnd)) : text;
}

function writeRecord(random: Random, fields: readonly string[], shape: Shape): string {
  const { delim, quote } = shape;
  return fields
    .map((field) => {
      const isPlain =
        !new RegExp(`[\\r\\n${delim === '|' ? '\\|' : delim}]`).test(field) &&
        !field.includes(quote);
      const isInside =
        isPlain || (field.includes(quote) && /^[a-z0-9][^\r\n,;|\t:]*$/i.test(field));
      if (isInside && random.chance(0.9)) return field;
      const before = random.chance(0.05) ? ' ' : '';
      const after = random.chance(0.05) ? ' '.repeat(random.between(1, 3)) : '';
      return `${before}${quote}${field.replaceAll(quote, quote + quote)}${quote}${after}`;
    })
    .join(delim);
}

/** Puts rows with a long first field around the others, so that these stand across the end of a block. */
function placeAtBorder(request: ContentRequest, awkward: readonly string[]): string[] {
  const { random, columns, shape, targetBytes, dimensions } = request;
  const block = random.pick(blockSizes.filter((size) => size < targetBytes));
  const border = block * random.between(1, Math.floor(targetBytes / block));
  const size = Buffer.byteLength(awkward.join(shape.lineEnd));
  const empty = shape.delim.repeat(columns.length - 1);
  const fill = (bytes: number) => {
    const lines: string[] = [];
    for (let left = bytes; left > 0; left -= (lines.at(-1)?.length ?? 0) + shape.lineEnd.length) {
      lines.push('x'.repeat(Math.min(left, random.between(500, 4000))) + empty);
    }
    return lines;
  };
  dimensions.add(`at a border of ${block / 2 ** 10} KiB`);
  return [...fill(border - random.below(size + 1)), ...awkward, ...fill(targetBytes - border)];
}

const blockSizes = [2 ** 19, 2 ** 22, 2 ** 23, 2 ** 25];

function soup(random: Random, { delim, quote, lineEnd }: Shape): string {
  const special = random.pick([[], ['\n', '\r'], [' '], ['\\'], ['.', '-', '1'], ['é']]);
  const pieces = [delim, delim, quote, quote, lineEnd, lineEnd, 'a', '1', ...special];
  return Array.from({ length: random.between(1, 24) }, () => random.pick(pieces)).join('');
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
