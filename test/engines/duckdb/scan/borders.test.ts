// What DuckDB reads where it begins in the middle of a file: in parts of some hundred bytes, so that it often does.
import { expect, test } from 'vitest';
import { typedScan } from '../../../../src/engines/duckdb/scan/csv-scan.ts';
import { randomOf } from '../../../differential/random.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();
const texts = [
  '',
  '',
  ' lead',
  'trail ',
  'é',
  '日本語',
  '😀',
  "it's",
  '\\',
  '#',
  '-',
  'x'.repeat(90),
];
const sizes = /max_line_size = \d+, buffer_size = \d+/;

test.each([
  [',', '\n'],
  [';', '\r\n'],
  ['\t', '\r'],
  ['|', '\n'],
])('without quotes and empty lines: every record, by %j and %j', async (delimiter, lineEnd) => {
  for (let seed = 1; seed <= 15; seed++) {
    const random = randomOf(seed);
    const rows = Array.from({ length: 300 + random.below(1_000) }, (_, id) => [
      String(id),
      random.pick(texts),
      random.pick(texts),
      String(random.below(1e6) / 100),
    ]);
    const lines = [['id', 'a', 'b', 'n'], ...rows].map((row) => row.join(delimiter));
    const file = lab.write('x.csv', lines.join(lineEnd) + (seed % 2 === 0 ? lineEnd : ''));
    const table = await lab.open(file);
    expect(table.groups).toMatchObject([{ canBeginAnywhere: true }]);
    const recordLimit = 200 + random.below(1_000);
    const scan = typedScan(table).replace(
      sizes,
      `max_line_size = ${recordLimit}, buffer_size = ${2 * recordLimit}`,
    );
    expect(scan).not.toBe(typedScan(table));
    const found = await lab.run(
      `SELECT id::VARCHAR, ifnull(a, ''), ifnull(b, ''), n::VARCHAR FROM (${scan})`,
    );
    const expected = rows.map(([id, a, b, n]) => [id, a, b, Number(n)]);
    expect(found.map(([id, a, b, n]) => [id, a, b, Number(n)])).toEqual(expected);
  }
});
