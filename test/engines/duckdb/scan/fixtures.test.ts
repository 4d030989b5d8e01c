// The small files of test/data, named for their quirk.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();
const folder = fileURLToPath(new URL('../../../data/', import.meta.url));

type Rows = (string | null)[][];
const expected: Readonly<Record<string, Rows | RegExp>> = {
  'byte-order-mark.csv': [['1', 'é']],
  'cr.csv': [
    ['1', 'two\rlines'],
    ['2', 'plain'],
  ],
  'crlf.csv': [
    ['1', 'two\r\nlines'],
    ['2', 'plain'],
  ],
  'cut-short.csv.gz': /expected gzip, but it ends too early/,
  'duplicate-names.csv': [['1', '2', '3', '4']],
  'empty.csv': /is empty/,
  'header-only.csv': [],
  'ids-beyond-int64.csv': [['1026999921509573722112'], ['7']],
  'latin-1.csv': /line 2: expected UTF-8/,
  'leading-zeros.csv': [
    ['7', '08123'],
    ['42', '00501'],
  ],
  'missing-names.csv': [['1', 'x', '2', 'y']],
  'mixed-line-ends.csv': /line 2: expected LF/,
  'no-values.csv': [
    ['1', null],
    ['2', null],
  ],
  'nul.csv': /NUL/,
  'open-quote.csv': /line 3: a quote is opened/,
  'quote-in-plain-field.csv': [['1', '5" disk']],
  'quoted-newline.csv': [
    ['1', 'two\nlines, and a "quote"'],
    ['2', 'plain'],
  ],
  'ragged.csv': /line 3: expected 2 fields, found 1 field/,
  'semicolons.csv': [['1,5', '2']],
  'text-after-quote.csv': /line 2: expected ','/,
  'trailing-delimiter.csv': [
    ['1', '2'],
    ['3', '4'],
  ],
  'utf-16-be.csv': [['1', 'x']],
  'utf-16-le.csv': [['1', 'ж']],
  'whole.csv.gz': [
    ['1', 'x'],
    ['2', 'y'],
  ],
  'whole.csv.zst': [
    ['1', 'x'],
    ['2', 'y'],
  ],
};

test.each(Object.entries(expected))('%s', async (name, rows) => {
  const answer = lab.read({ path: `${folder}${name}`, shownPath: name });
  if (rows instanceof RegExp) await expect(answer).rejects.toThrow(rows);
  else expect((await answer).rows).toEqual(rows);
});

test('every one of them is named here', () => {
  const files = readdirSync(folder).filter((name) => /\.csv/.test(name));
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(files));
});
