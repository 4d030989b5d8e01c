// Cells are typed where the type holds the value exactly, else they are text.
import { expect, test } from 'vitest';
import { sheetCell } from '../../../src/formats/workbook/sheet-cell.ts';
import { workbookWriter } from '../../../src/formats/workbook/workbook-writer.ts';
import type { ColumnKind } from '../../../src/query/layouts.ts';

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

test.each<[string | null, ColumnKind, string]>([
  [null, 'number', '<c/>'],
  ['42', 'number', '<c><v>42</v></c>'],
  ['-0.50', 'number', '<c><v>-0.50</v></c>'],
  ['1e-7', 'number', '<c><v>1e-7</v></c>'],
  ['0.30000000000000004', 'number', '<c><v>0.30000000000000004</v></c>'],
  ['9007199254740991', 'number', '<c><v>9007199254740991</v></c>'],
  ['9007199254740993', 'number', text('9007199254740993')],
  ['0.12345678901234567890', 'number', text('0.12345678901234567890')],
  ['123456789012345678.5', 'number', text('123456789012345678.5')],
  ['true', 'boolean', '<c t="b"><v>1</v></c>'],
  ['false', 'boolean', '<c t="b"><v>0</v></c>'],
  ['1900-03-01', 'time', '<c s="2"><v>61</v></c>'],
  ['2024-01-15', 'time', '<c s="2"><v>45306</v></c>'],
  ['2024-01-15T12:00:00', 'time', '<c s="3"><v>45306.5</v></c>'],
  ['2024-01-15T12:00:00.25', 'time', expect.stringMatching(/^<c s="4"><v>45306\.50000289/)],
  ['2024-01-15T12:00:00.123456', 'time', text('2024-01-15T12:00:00.123456')],
  ['2024-01-15T12:00:00Z', 'time', text('2024-01-15T12:00:00Z')],
  ['1899-12-31', 'time', text('1899-12-31')],
  ['0044-03-15 (BC) 10:00:00', 'time', text('0044-03-15 (BC) 10:00:00')],
  ['007', 'text', text('007')],
  ['=1+1', 'text', text('=1+1')],
  ['a<b>&c', 'text', text('a&lt;b&gt;&amp;c')],
  ['\u0007\r\uffff', 'text', text('_x0007__x000D__xFFFF_')],
  ['_x0007_', 'text', text('_x005F_x0007_')],
  [' a', 'text', '<c t="inlineStr"><is><t xml:space="preserve"> a</t></is></c>'],
])('%j of kind %s', (value, kind, cell) => {
  expect(sheetCell(value, kind)).toEqual(cell);
});

test('what a cell or a sheet cannot hold is refused', async () => {
  expect(() => sheetCell('x'.repeat(32_768), 'text')).toThrow('A cell of a workbook holds 32,767');
  const wide = await workbookWriter();
  const columns = Array.from(
    { length: 16_385 },
    (_, i) => ({ name: `c${i}`, kind: 'text' }) as const,
  );
  expect(() => wide.begin(columns)).toThrow('A sheet of a workbook holds 16,384 columns');
  const long = await workbookWriter();
  long.begin([{ name: 'a', kind: 'number' }]);
  const rows = Array.from({ length: 1_048_576 }, () => '["1"]');
  expect(() => long.add(rows)).toThrow('A sheet of a workbook holds 1,048,575 rows');
});
