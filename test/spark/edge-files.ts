// Makes well-formed CSV files from a seed: values at the edges of types, written in all the ways that mean the same.
import { gzipSync } from 'node:zlib';
import { type Random, randomOf } from '../differential/random.ts';
import { randomColumn } from '../differential/random-values.ts';

export interface EdgeFile {
  readonly name: string;
  readonly content: Buffer;
}

const names = ['a', 'A', 'b_1', 'x y', 'é', '日本', 'select', '1', 'a"b', 'a,b', '#'];

export function edgeFile(seed: number): EdgeFile {
  const random = randomOf(seed);
  const delimiter = random.pick([',', ',', ',', ';', '\t', '|']);
  const lineEnd = random.pick(['\n', '\n', '\r\n']);
  const columns = Array.from({ length: random.between(1, 5) }, () =>
    randomColumn(random, random.pick([3, 12, 40])),
  );
  const rows = Math.min(...columns.map(({ length }) => length));
  // Spark reads no record of several lines: few files have one.
  const hasBreaks = random.chance(0.05);
  const textOf = (text = '') => (hasBreaks ? text : text.replace(/[\r\n]+/g, ' '));
  const records = [
    columns.map(() => random.pick(names)),
    ...Array.from({ length: rows }, (_, row) => columns.map((column) => textOf(column[row]))),
  ];
  const lines = records.map((fields) =>
    fields.map((text) => writtenField(random, text, delimiter)).join(delimiter),
  );
  if (random.chance(0.2)) lines.splice(random.between(1, lines.length), 0, '', '');
  const mark = random.chance(0.2) ? '\ufeff' : '';
  const end = random.chance(0.8) ? lineEnd : '';
  const content = Buffer.from(mark + lines.join(lineEnd) + end);
  const name = `${random.pick(['e', 'e e', 'e[1]', 'é'])}${seed}.csv`;
  return random.chance(0.15)
    ? { name: `${name}.gz`, content: gzipSync(content) }
    : { name, content };
}

function writtenField(random: Random, text: string, delimiter: string): string {
  const mustQuote = /["\r\n]/.test(text) || text.includes(delimiter);
  return mustQuote || random.chance(0.15) ? `"${text.replaceAll('"', '""')}"` : text;
}
