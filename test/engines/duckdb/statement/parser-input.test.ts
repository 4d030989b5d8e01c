import { expect, test } from 'vitest';
import { parserInput } from '../../../../src/engines/duckdb/statement/parser-input.ts';
import { scanStatement } from '../../../../src/sql/scan-statement.ts';

const sql = 'SELECT é, "😀", -- ж\n \'a b.csv\' FROM данные.csv WHERE x';
const input = parserInput(scanStatement(sql));
const words = ['é', '"😀"', 'FROM', 'WHERE', 'x'];
const before = (word: string) => input.plainSql.slice(0, input.plainSql.lastIndexOf(word));

test.each(words)('bytes of the parse tree lead back to %s', (word) => {
  expect(input.toUserOffset(Buffer.byteLength(before(word)))).toBe(sql.lastIndexOf(word));
});

test.each(words)('characters of a syntax error lead back to %s', (word) => {
  expect(input.errorOffset([...before(word)].length)).toBe(sql.lastIndexOf(word));
});

test('what lies behind the end is the end', () => {
  expect(input.toUserOffset(10_000)).toBe(sql.length);
  expect(input.errorOffset(10_000)).toBe(sql.length);
});
