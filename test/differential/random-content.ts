// Makes the content of a random file: a header, records, and what is wrong with them.
import { typeNamed } from './independent-given-types.ts';
import type { Random } from './random.ts';
import { encodeText } from './random-encoding.ts';
import { randomGivenColumn } from './random-given-values.ts';
import type { Shape } from './random-options.ts';
import { randomColumn, randomText } from './random-values.ts';
import type { ReadOptions } from './read-options.ts';
import { damage, disturb } from './spoil-file.ts';

export function randomHeader(
  random: Random,
  width: number,
  isPlain = random.chance(0.5),
): string[] {
  const names = [
    ...['a', 'A', 'b', 'a_1', 'a_2', 'column1', 'column0', '', ' ', 'x y', '1', 'é', 'É'],
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

export function randomContent(request: ContentRequest): Buffer {
  const { random, shape, options, targetBytes, dimensions } = request;
  const isSoup = targetBytes === 0 && random.chance(0.18);
  if (isSoup) dimensions.add('soup');
  const text = isSoup ? soup(random, shape, options) : randomTable(request);
  const separator = shape.hasSeparatorLine ? `sep=${shape.delim}${shape.lineEnd}` : '';
  if (separator !== '') dimensions.add('sep=');
  const content = encodeText(random, separator + text, options.encoding ?? 'utf-8');
  return damage(random, content, options, dimensions);
}

function randomTable(request: ContentRequest): string {
  const { random, columns, shape, options, targetBytes, dimensions } = request;
  const rows = targetBytes > 0 ? 40 : random.pick([0, 1, 2, 3, 5, 12, 40]);
  const values = columns.map((name, at) => columnOf(request, name, at, rows));
  const hasHeader = options.header !== false && random.chance(0.93);
  let lines = Array.from({ length: values[0]?.length ?? 0 }, (_, row) => {
    const fields = values.map((column) => column[row] ?? '');
    return writeRecord(random, fields, shape, options);
  });
  const isLenient = options.ignore_errors || options.null_padding || options.strict_mode === false;
  const share = isLenient ? 0.6 : 0.25;
  for (let times = 0; times < 3 && random.chance(share); times++) {
    disturb(random, lines, shape, options, dimensions);
  }
  if (targetBytes > 0) lines = placeAtBorder(request, lines);
  if (hasHeader) lines.unshift(writeRecord(random, columns, shape, options));
  for (let line = 0; line < (options.skip ?? 0); line++) lines.unshift(randomTitle(random, shape));
  const end = random.chance(0.2) ? '' : shape.lineEnd;
  if (end === '') dimensions.add('no last line end');
  return lines.join(shape.lineEnd) + end;
}

function columnOf(
  { random, columns, options }: ContentRequest,
  name: string,
  at: number,
  wanted: number,
): string[] {
  const rows = columns.length > 50 ? Math.min(wanted, 3) : wanted;
  const byPlace = options.columns?.[`n${at}`] ?? options.types?.[`column${at}`];
  const type = options.types?.[name] ?? byPlace;
  return type === undefined
    ? randomColumn(random, rows)
    : randomGivenColumn(random, rows, typeNamed(type), options);
}

/** A line before the header; it need not end as the others do. */
function randomTitle(random: Random, { delim, quote, lineEnd }: Shape): string {
  const text = random.pick(['', '', 'A title', '5" disks', quote, `A${delim}${quote}b`]);
  const isOther = random.chance(0.1);
  return isOther ? text + random.pick(['\n', '\r\n', '\r'].filter((end) => end !== lineEnd)) : text;
}

function writeRecord(
  random: Random,
  fields: readonly string[],
  shape: Shape,
  options: ReadOptions,
): string {
  return fields.map((field) => writeField(random, field, shape, options)).join(shape.delim);
}

function writeField(random: Random, field: string, shape: Shape, { comment }: ReadOptions): string {
  const { delim, quote, escape: mark } = shape;
  const isAwkward =
    /[\r\n]/.test(field) ||
    field.includes(delim) ||
    (comment !== undefined && field.includes(comment) && random.chance(0.8));
  const isInside = !field.includes(quote) || /^[a-z0-9][^\r\n,;|\t:]*$/i.test(field);
  if (!isAwkward && isInside && random.chance(0.9)) return field;
  const before = random.chance(0.05) ? ' ' : '';
  const after = random.chance(0.05) ? ' '.repeat(random.between(1, 3)) : '';
  const isRaw = mark !== quote && random.chance(0.02);
  const inside =
    mark === quote || isRaw
      ? field.replaceAll(quote, mark + quote)
      : field.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${before}${quote}${inside}${quote}${after}`;
}

/** Puts rows with a long first field around the others, so that these stand across the end of a block. */
function placeAtBorder(request: ContentRequest, awkward: readonly string[]): string[] {
  const { random, columns, shape, targetBytes, dimensions } = request;
  const block = random.pick(blockSizes.filter((size) => size < targetBytes));
  const border = block * random.between(1, Math.floor(targetBytes / block));
  const size = Buffer.byteLength(awkward.join(shape.lineEnd));
  const filler = fillerOf(request);
  const fill = (bytes: number) => {
    const lines: string[] = [];
    for (let left = bytes; left > 0; left -= (lines.at(-1)?.length ?? 0) + shape.lineEnd.length) {
      lines.push(
        filler.repeat(Math.min(left, random.between(500, 4000))) +
          shape.delim.repeat(columns.length - 1),
      );
    }
    return lines;
  };
  dimensions.add(`at a border of ${block / 2 ** 10} KiB`);
  return [...fill(border - random.below(size + 1)), ...awkward, ...fill(targetBytes - border)];
}

/** A letter that makes text; zeros where the first column has a type that takes them. */
function fillerOf({ columns, options }: ContentRequest): string {
  const type = options.columns?.n0 ?? options.types?.column0 ?? options.types?.[columns[0] ?? ''];
  return type === undefined || type === 'VARCHAR' ? 'x' : '0';
}

const blockSizes = [2 ** 19, 2 ** 22, 2 ** 23, 2 ** 25];

function soup(random: Random, { delim, quote, lineEnd }: Shape, options: ReadOptions): string {
  const special = random.pick([[], ['\n', '\r'], [' '], ['\\'], ['.', '-', '1'], ['é']]);
  const extra = [options.comment ?? [], options.escape ?? []].flat();
  const pieces = [delim, delim, quote, quote, lineEnd, lineEnd, 'a', '1', ...special, ...extra];
  return Array.from({ length: random.between(1, 24) }, () => random.pick(pieces)).join('');
}
