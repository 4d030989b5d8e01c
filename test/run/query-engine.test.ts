import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { untilSettled } from '../temporary-folder.ts';
import { ask, askRows, testEngine, untilLoaded } from '../test-engine.ts';

const users = 'id,name,age,city\n1,Ann,31,Oslo\n2,Bob,,Rome\n3,Cid,27,Oslo\n';
const orders = 'id,user_id,total\n1,1,9.5\n2,1,20\n3,3,1.25\n';

describe('an answer', () => {
  test('has columns, rows and counts', async () => {
    const { engine } = await testEngine({ 'data/users.csv': users });
    const sql = 'SELECT city, COUNT(*), AVG(age) FROM data/users.csv GROUP BY city ORDER BY city';
    expect(await ask(engine, sql)).toEqual({
      columns: ['city', 'COUNT(*)', 'AVG(age)'],
      text: '["Oslo",2,29.0],["Rome",1,null]',
      rowsScanned: 3,
      rowsReturned: 2,
      warnings: [],
    });
  });

  test('joins files by their stems and aliases', async () => {
    const { engine } = await testEngine({ 'users.csv': users, 'orders.csv': orders });
    const sql =
      'SELECT users.name, o.total FROM users.csv JOIN orders.csv o ON users.id = o.user_id ORDER BY o.id';
    expect(await askRows(engine, sql)).toEqual([
      ['Ann', 9.5],
      ['Ann', 20],
      ['Cid', 1.25],
    ]);
  });

  test.each([
    ['one mention', 'SELECT * FROM users.csv', 3],
    ['two mentions', 'SELECT * FROM users.csv a, users.csv b', 6],
    ['a filter', 'SELECT * FROM users.csv WHERE id = 2', 3],
    ['no file', 'SELECT 1', 0],
    ['a common table used twice', 'WITH u AS (FROM users.csv) SELECT * FROM u a, u b', 3],
  ])('counts the rows scanned of %s', async (_, sql, expected) => {
    const { engine, folder } = await testEngine({ 'users.csv': users });
    await untilSettled(folder);
    for (let time = 1; time <= 3; time++) {
      expect((await ask(engine, sql)).rowsScanned).toBe(expected);
      await untilLoaded(engine, Math.sign(expected));
    }
  });

  test('is the same read in process and written by the engine', async () => {
    const { engine } = await testEngine({});
    const sql = (rows: number) =>
      `SELECT i AS n, 'text ' || i AS t, i / 4 AS q, NULL AS e FROM range(${rows}) r(i)`;
    for (const layout of ['json-array', 'json-object', 'csv'] as const) {
      const small = await ask(engine, `SELECT * FROM (${sql(50_000)}) LIMIT 10000`, { layout });
      const large = await ask(engine, `SELECT * FROM (${sql(50_000)}) LIMIT 30000`, { layout });
      expect(large.rowsReturned).toBe(30_000);
      expect(large.text.startsWith(small.text)).toBe(true);
      if (layout === 'json-array') expect(JSON.parse(`[${large.text}]`)).toHaveLength(30_000);
    }
  });

  test('stays whole when it outgrows memory', async () => {
    const { engine } = await testEngine({});
    const { text, rowsReturned } = await ask(
      engine,
      "SELECT i, repeat('x', 1000) FROM range(30000) r(i)",
    );
    expect(rowsReturned).toBe(30_000);
    expect(JSON.parse(`[${text}]`)[29_999][0]).toBe(29_999);
  });
});

describe('a query is stopped', () => {
  const endless =
    'SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range + b.range = -1';

  test('by its caller', async () => {
    const { engine } = await testEngine({});
    const caller = new AbortController();
    const running = ask(engine, endless, { signal: caller.signal });
    setImmediate(() => caller.abort());
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(await askRows(engine, 'SELECT 1')).toEqual([[1]]);
  });

  test('by its time limit, which a request can lower but not raise', async () => {
    const { engine } = await testEngine({}, { queryTimeoutMs: 300 });
    for (const timeoutMs of [50, 60_000]) {
      await expect(ask(engine, endless, { timeoutMs })).rejects.toMatchObject({
        code: 'timed_out',
        message: `The query was stopped after its time limit of ${Math.min(timeoutMs, 300)} ms`,
      });
    }
    expect(engine.figures().runningQueries).toBe(0);
  });

  test('by the end of the engine', async () => {
    const { engine } = await testEngine({});
    const running = ask(engine, endless).catch((error: unknown) => error);
    await engine.close(10);
    expect(await running).toMatchObject({ code: 'shutting_down' });
  });
});

test('columns that fit into SPILL_LIMIT alone are answered one after the other', async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => {
    const digits = String(i).padStart(32, '0');
    return `a${digits},b${digits},c${digits}`;
  });
  const limits = { spillLimitBytes: 1_000_000, cacheLimitBytes: 0 };
  const files = { 'x.csv': `a,b,c\n${rows.join('\n')}\n` };
  const { engine, folder } = await testEngine(files, limits);
  await untilSettled(folder);
  for (const name of ['a', 'b', 'c', 'a']) {
    const most = `${name}${'19999'.padStart(32, '0')}`;
    expect(await askRows(engine, `SELECT max(${name}) FROM x.csv`)).toEqual([[most]]);
  }
  await expect(ask(engine, 'SELECT max(a), max(b) FROM x.csv')).rejects.toThrow(
    /What the query needs of its files takes more disk space than SPILL_LIMIT allows/,
  );
});

describe('a fault', () => {
  test.each([
    ['syntax', 'SELECT * FORM users.csv', 'parse_error'],
    ['a second statement', 'SELECT 1; SELECT 2', 'parse_error'],
    ['no query', 'DROP TABLE x', 'parse_error'],
    ['a missing column', 'SELECT agee FROM users.csv', 'execution_error'],
    ['a missing function', 'SELECT foo(1)', 'execution_error'],
    ['a refused function', "SELECT * FROM read_text('users.csv')", 'execution_error'],
    ['a cast', "SELECT 'x'::INTEGER", 'execution_error'],
    ['an overflow', 'SELECT 9223372036854775807 + 1', 'execution_error'],
    ['a missing file', 'SELECT * FROM nope.csv', 'invalid_input'],
    ['a file outside', 'SELECT * FROM ../x.csv', 'invalid_input'],
    ['a ragged file', 'SELECT * FROM ragged.csv', 'invalid_input'],
  ])('of %s has its type, names no path of the host, and the next query is right', async (_, sql, type) => {
    const { engine, folder } = await testEngine({
      'users.csv': users,
      'ragged.csv': 'a,b\n1,2\n3\n',
    });
    const error = await ask(engine, sql).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ type });
    expect(String(error)).not.toContain(folder);
    expect(await askRows(engine, 'SELECT count(*) FROM users.csv')).toEqual([[3]]);
  });

  test.each([
    ['DISTINCT', 'SELECT count(*) FROM (SELECT DISTINCT i, hash(i) FROM range(30000000) r(i))'],
    [
      'a join',
      'SELECT max(b.i + a.i) FROM range(20000000) a(i) JOIN (SELECT i, hash(i) AS h FROM range(20000000) r(i)) b ON a.i = b.h % 20000000',
    ],
  ])('of memory in %s is told as such', async (_, sql) => {
    const { engine } = await testEngine({}, { memoryLimitBytes: 2 ** 26, spillLimitBytes: 0 });
    await expect(ask(engine, sql)).rejects.toMatchObject({ code: 'out_of_memory' });
    expect(await askRows(engine, 'SELECT 1')).toEqual([[1]]);
  });

  test('of a file cut short under the query is never a wrong answer', async () => {
    const rows = Array.from({ length: 400_000 }, (_, i) => `${i},text ${i}`).join('\n');
    const { engine, folder } = await testEngine({ 'x.csv': `a,b\n${rows}\n` });
    const running = askRows(engine, 'SELECT count(*), count(DISTINCT b) FROM x.csv').catch(
      (e: unknown) => e,
    );
    await truncate(join(folder, 'x.csv'), 20_000);
    const answer = await running;
    if (Array.isArray(answer)) expect([[[400_000, 400_000]]]).toContainEqual(answer);
    else expect(answer).toMatchObject({ type: 'invalid_input' });
  });
});
