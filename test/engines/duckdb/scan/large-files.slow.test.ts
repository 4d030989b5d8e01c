// Files that several threads read: quotes, line breaks and characters across the borders of their pieces.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();

const kinds = {
  'no quotes, LF': { lineEnd: '\n', text: (row: number) => `wörd ${row}` },
  'no quotes, CRLF': { lineEnd: '\r\n', text: (row: number) => `wörd ${row}` },
  quotes: { lineEnd: '\n', text: (row: number) => (row % 3 ? 'x' : `"a, ""${row}"""`) },
  'quotes, CRLF': { lineEnd: '\r\n', text: (row: number) => (row % 3 ? 'x' : `"a, ""${row}"""`) },
  'line breaks in quotes': {
    lineEnd: '\n',
    text: (row: number) => (row % 5 ? 'x' : `"1,2\n3,4\n${row}"`),
  },
  'CRLF in quotes': {
    lineEnd: '\r\n',
    text: (row: number) => (row % 5 ? '' : `"1,2\r\n""\r\n${row}"`),
  },
  'one late line break': {
    lineEnd: '\n',
    text: (row: number) => (row === 690_000 ? '"1,2\n3,4"' : 'plain'),
  },
} as const;

const rows = 700_000;

test.each(Object.entries(kinds))('%s', async (name, { lineEnd, text }) => {
  const lines = ['id,t'];
  const hash = createHash('md5');
  for (let row = 0; row < rows; row++) {
    const field = text(row);
    lines.push(`${row},${field}`);
    hash.update(
      `${row}:${field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field};`,
    );
  }
  const content = Buffer.from(lines.join(lineEnd) + lineEnd);
  expect(content.length).toBeGreaterThan(8_000_000);
  const isGzip = name === 'CRLF in quotes';
  const file = lab.write(
    isGzip ? 'large.csv.gz' : 'large.csv',
    isGzip ? gzipSync(content, { level: 1 }) : content,
  );
  const table = await lab.open(file);
  expect(table.rowCount).toBe(rows);
  for (let time = 0; time < 2; time++) {
    const found = await lab.query(
      table,
      (scan) =>
        `SELECT count(*), md5(string_agg(id || ':' || ifnull(t, '') || ';', '' ORDER BY id)) FROM (${scan})`,
    );
    expect(found).toEqual([[BigInt(rows), hash.copy().digest('hex')]]);
  }
});

test('a quote that is never closed, late in a large file', async () => {
  const file = lab.write(
    'open.csv',
    `a,b\n${'1,"x"\n'.repeat(1_000_000)}1,"x\n${'1,2\n'.repeat(1000)}`,
  );
  await expect(lab.read(file)).rejects.toThrow(/'open.csv', line 1000002: a quote is opened here/);
});

test.each([
  ['spaces after a closing quote', '7,"qr"  \n', 7],
  ['a quote inside and a space', '7, "q""r" ,\n', 4],
  ['an empty field and spaces', '7,""  \n', 5],
  ['an empty line', '\n8,z\n', 0],
  ['an empty line and a line break in quotes', '\n8,"\nz"\n', 0],
])('%s where a file is parted', async (_, record, before) => {
  const border = 32_000_000;
  const head = `a,b\n${'1,"x"\n'.repeat(5_333_331)}`;
  const filler = `2,${'y'.repeat(border - before - head.length - 3)}\n`;
  const tail = '3,"end"\n';
  const table = await lab.open(lab.write('border.csv', head + filler + record + tail));
  const [[rows] = []] = await lab.query(
    table,
    (scan) => `SELECT list([a::VARCHAR, b::VARCHAR]) FROM (SELECT * FROM (${scan}) OFFSET 5333332)`,
  );
  const value = /"((?:[^"]|"")*)"/.exec(record)?.[1]?.replaceAll('""', '"');
  const expected = record.startsWith('\n') ? ['8', value ?? 'z'] : ['7', value || null];
  expect(rows).toEqual([expected, ['3', 'end']]);
});
