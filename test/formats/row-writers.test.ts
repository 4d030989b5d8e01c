// Formats that are more than rows one after the other, fed part by part.
import { describe, expect, test } from 'vitest';
import { outputFormats } from '../../src/formats/output-formats.ts';
import { RowLines } from '../../src/formats/row-lines.ts';
import type { OutputTarget } from '../../src/formats/row-writer.ts';
import type { AnswerColumn } from '../../src/query/layouts.ts';

const target: OutputTarget = { width: null, height: 24, hasColour: false, extension: '' };
const columns: readonly AnswerColumn[] = [
  { name: 'n', kind: 'number' },
  { name: 't', kind: 'text' },
];

type Rows = readonly (readonly (string | null)[])[];

async function written(
  name: 'TABLE' | 'MARKDOWN' | 'CHART',
  parts: readonly Rows[],
  seen = target,
) {
  const writer = await outputFormats[name].writer(seen);
  const texts = [writer.begin(columns)];
  for (const rows of parts) texts.push(String(writer.add(rows.map((row) => JSON.stringify(row)))));
  const rowsReturned = parts.flat().length;
  texts.push(String(await writer.end({ rowsScanned: 0, rowsReturned, executionTimeMs: 1_234 })));
  return texts.join('');
}

describe('a table', () => {
  test('has numbers at the right, and rows and time below', async () => {
    expect(
      await written('TABLE', [
        [
          ['5', 'five'],
          ['10', null],
        ],
      ]),
    ).toBe([' n  t', '──  ────', ' 5  five', '10  NULL', '(2 rows, 1.2 s)', ''].join('\n'));
  });

  test('without rows has its head', async () => {
    expect(await written('TABLE', [])).toBe('n  t\n─  ─\n(0 rows, 1.2 s)\n');
  });

  test('loses nothing of later values where lines may have any length', async () => {
    const many = Array.from({ length: 1_000 }, () => ['1', 'short']);
    const text = await written('TABLE', [many, [['1', 'a much longer value']]]);
    expect(text).toContain('1  a much longer value\n');
  });

  test('says how many columns do not fit', async () => {
    expect(await written('TABLE', [[['12345', 'abcdef']]], { ...target, width: 8 })).toContain(
      '(1 row, 1 more column, 1.2 s)',
    );
  });
});

test('Markdown keeps marks, pipes and line breaks from being Markdown', async () => {
  expect(await written('MARKDOWN', [[['1', 'a|b *c* <d>\ne']]])).toBe(
    '| n | t |\n| ---: | --- |\n| 1 | a\\|b \\*c\\* &lt;d&gt;<br>e |\n',
  );
});

test('a chart refuses files that are no images, and too many rows', async () => {
  await expect(written('CHART', [], { ...target, extension: '.csv' })).rejects.toMatchObject({
    code: 'usage_invalid',
  });
  const many = Array.from({ length: 50_001 }, () => ['1', 'x']);
  await expect(written('CHART', [many])).rejects.toThrow(/50000 rows.*LIMIT/);
});

test('texts that are all dates make a line chart, as they do where the answer is JSON', async () => {
  const days = [
    ['2', '2024-01-02'],
    ['1', '2024-01-01'],
    ['3', null],
  ];
  expect(await written('CHART', [days])).toContain('2024-01-01');
  expect(await written('CHART', [days])).toContain('┤');
  expect(await written('CHART', [[...days, ['4', 'soon']]])).toMatch(/^2024-01-02 2 █/m);
});

test('rows are whole wherever their bytes are cut', () => {
  const bytes = Buffer.from('{"a":"жук"}\n{"a":"🐞"}\n');
  for (let at = 0; at <= bytes.length; at++) {
    const lines = new RowLines();
    const rows = [...lines.add(bytes.subarray(0, at)), ...lines.add(bytes.subarray(at))];
    expect(rows).toEqual(['{"a":"жук"}', '{"a":"🐞"}']);
  }
});
