// Large requests: those of everyday tools work, and what is too large for others hears why.
import { describe, expect, test } from 'vitest';
import { askRows, testEngine } from '../test-engine.ts';

const list = (count: number, item: (index: number) => string, separator = ', ') =>
  Array.from({ length: count }, (_, index) => item(index)).join(separator);

const folderOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`part-${i}.csv`, `a,b\n${i},x\n`]));

describe('statements of everyday tools work', () => {
  test('a list of ids of 200 kB', async () => {
    const { engine } = await testEngine({ 'n.csv': 'id\n100007\n1\n' });
    const sql = `SELECT COUNT(*) FROM n.csv WHERE id IN (${list(25_000, (i) => String(100_000 + i))})`;
    expect(sql.length).toBeGreaterThan(200_000);
    expect(await askRows(engine, sql)).toEqual([[1]]);
  });

  test('a list of 200 kB of texts', async () => {
    const { engine } = await testEngine({ 'n.csv': 'id\nC-100007\n' });
    const sql = `SELECT COUNT(*) FROM n.csv WHERE id IN (${list(18_000, (i) => `'C-${100_000 + i}'`)})`;
    expect(await askRows(engine, sql)).toEqual([[1]]);
  });

  test('2,000 columns', async () => {
    const names = list(2_000, (i) => `c${i}`, ',');
    const { engine } = await testEngine({ 'wide.csv': `${names}\n${names.replaceAll('c', '')}\n` });
    const [row] = await askRows(engine, 'SELECT * FROM wide.csv');
    expect(row).toEqual(Array.from({ length: 2_000 }, (_, i) => i));
    const [sums] = await askRows(
      engine,
      `SELECT ${list(2_000, (i) => `SUM(c${i})`)} FROM wide.csv`,
    );
    expect(sums?.at(-1)).toBe(1_999);
  });

  test('1,000 files, by a pattern and one by one', async () => {
    const { engine } = await testEngine(folderOf(1_000));
    const paths = list(1_000, (i) => `'part-${i}.csv'`);
    for (const table of ['part-*.csv', `read_csv([${paths}])`]) {
      const sql = `SELECT COUNT(*), SUM(a) FROM ${table}`;
      expect(await askRows(engine, sql)).toEqual([[1_000, 499_500]]);
    }
  });

  test('a view of a hundred files, and measures on it', async () => {
    const { engine } = await testEngine(folderOf(100));
    const view = list(100, (i) => `SELECT a, b FROM part-${i}.csv`, ' UNION ALL ');
    const measures = list(50, (i) => `SUM(CASE WHEN a > ${i} THEN 1 ELSE 0 END) AS m${i}`);
    const sql = `WITH v AS (${view}) SELECT b, ${measures} FROM v GROUP BY b ORDER BY b`;
    const [row] = await askRows(engine, sql);
    expect(row?.slice(0, 3)).toEqual(['x', 99, 98]);
  });
});

describe('what is too large is refused with its limit', () => {
  test.each<[string, string, string]>([
    ['sql_too_complex', `SELECT 1 ${' '.repeat(1_000_000)}`, 'at most 1,000,000 characters'],
    ['sql_too_complex', `SELECT 7 IN (${list(150_000, () => '1')})`, 'more than 220,000 words'],
    ['sql_too_complex', `SELECT ${list(10_001, (i) => `${i}`)}`, 'more than 10,000 columns'],
    ['sql_too_complex', `SELECT {${list(2_001, (i) => `a${i}: 1`)}}`, 'more than 2,000 arguments'],
    ['sql_too_complex', `SELECT ${list(201, (i) => `(SELECT ${i})`)}`, 'more than 200 subqueries'],
    [
      'sql_too_complex',
      `SELECT 1 FROM range(3) t(r) GROUP BY CUBE (${list(7, (i) => `r + ${i}`)})`,
      'more than 64 grouping sets',
    ],
    [
      'answer_too_large',
      `SELECT *, * FROM range(3), (${`SELECT ${list(5_001, (i) => `${i}`)}`})`,
      '10,004',
    ],
    [
      'answer_too_large',
      `SELECT COLUMNS('(.*)') AS '${'\\1'.repeat(1_000)}' FROM (SELECT COLUMNS('(.*)') AS '${'\\1'.repeat(1_000)}' FROM (SELECT 1 AS long))`,
      'more than 2,000,000 characters',
    ],
    ['file_not_allowed', `SELECT 1 FROM '${'x'.repeat(5_000)}.csv'`, 'longer than 4,096'],
    ['file_not_allowed', `SELECT 1 FROM '${'*a'.repeat(17)}.csv'`, 'at most 16'],
    [
      'file_not_allowed',
      `SELECT 1 FROM read_csv([${list(10_001, () => "'a.csv'")}])`,
      'more than 10,000 files',
    ],
  ])('%s: %#', async (code, sql, words) => {
    const { engine } = await testEngine({ 'a.csv': 'a\n1\n' });
    await expect(askRows(engine, sql)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
  });

  test('a file of very many columns', async () => {
    const names = list(20_001, (i) => `c${i}`, ',');
    const { engine } = await testEngine({ 'wide.csv': `${names}\n${names}\n` });
    await expect(askRows(engine, 'SELECT c1 FROM wide.csv')).rejects.toMatchObject({
      code: 'csv_invalid',
      message: expect.stringContaining("The file 'wide.csv' has more than 20,000 columns"),
    });
  });

  test('but not a file of many columns with long names', async () => {
    const names = list(1_000, (i) => `c${i}${'x'.repeat(1_000)}`, ',');
    const { engine } = await testEngine({
      'wide.csv': `${names}\n${list(1_000, () => '1', ',')}\n`,
    });
    expect(await askRows(engine, 'SELECT * FROM wide.csv')).toHaveLength(1);
  });

  test('a message repeats a long name without its middle', async () => {
    const { engine } = await testEngine();
    await expect(askRows(engine, `SELECT ${'x'.repeat(900_000)}`)).rejects.toSatisfy(
      (error) => error instanceof Error && error.message.length < 2_000,
    );
  });
});

test('whatever kind of fault the engine names is no fault of ours', async () => {
  const { engine } = await testEngine({ 'f.csv': 'a,b\n1,2\n' });
  const reduce = 'SELECT list_reduce([], lambda x, y: x + y)';
  await expect(askRows(engine, reduce)).rejects.toMatchObject({ code: 'execution_failed' });
  const comment = "SELECT * FROM read_csv('f.csv', comment = ',')";
  await expect(askRows(engine, comment)).rejects.toMatchObject({ type: 'invalid_input' });
});
