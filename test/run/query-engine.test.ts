import { appendFile, readdir, readFile, rename, truncate, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, test } from 'vitest';
import type { Lane } from '../../src/engine/duckdb/lanes.ts';
import { PreparedPlans } from '../../src/engine/rows/prepared-plans.ts';
import { StatementMemory } from '../../src/engine/statement-memory.ts';
import type { AnswerColumn } from '../../src/query.ts';
import { serializeStatementSql } from '../../src/sql/check-statement.ts';
import { temporaryFolder, untilSettled, writeOld } from '../temporary-folder.ts';
import { ask, askRows, testEngine, workFolders } from './test-engine.ts';

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
    const { engine } = await testEngine({ 'users.csv': users });
    for (let time = 1; time <= 3; time++)
      expect((await ask(engine, sql)).rowsScanned).toBe(expected);
  });

  test('counts what LIMIT left unread of a large file not at all', async () => {
    const rows = Array.from({ length: 200_000 }, (_, i) => `${i},text ${i}`).join('\n');
    const { engine } = await testEngine({ 'x.csv': `a,b\n${rows}\n` }, { wholeFileTypesBytes: 0 });
    const { rowsScanned } = await ask(engine, 'SELECT * FROM x.csv LIMIT 5');
    expect(rowsScanned).toBeGreaterThanOrEqual(5);
    expect(rowsScanned).toBeLessThan(200_000);
    const whole = await testEngine({ 'x.csv': `a,b\n${rows}\n` }, { wholeFileTypesBytes: 0 });
    expect((await ask(whole.engine, 'SELECT max(a) FROM x.csv')).rowsScanned).toBe(200_000);
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

describe('a file asked twice', () => {
  test('is loaded once and answers the same', async () => {
    const { engine, folder } = await testEngine({ 'users.csv': users });
    await untilSettled(folder);
    const answers = [];
    for (let time = 1; time <= 4; time++)
      answers.push(await ask(engine, 'FROM users.csv ORDER BY id'));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 3 });
  });

  test('is loaded once by queries that arrive together', async () => {
    const { engine, folder } = await testEngine(
      { 'users.csv': users },
      { maxConcurrentQueries: 4 },
    );
    await untilSettled(folder);
    await ask(engine, 'FROM users.csv');
    await Promise.all(Array.from({ length: 8 }, () => ask(engine, 'FROM users.csv')));
    expect(engine.figures().cacheLoads).toBe(1);
  });

  test('is read anew after any change', async () => {
    const { engine, folder } = await testEngine({ 'users.csv': users, 'other.csv': 'id\n7\n' });
    await untilSettled(folder);
    const sql = 'SELECT count(*) FROM users.csv';
    const path = join(folder, 'users.csv');
    for (let time = 1; time <= 3; time++) expect(await askRows(engine, sql)).toEqual([[3]]);
    await appendFile(path, '4,Dan,40,Rome\n');
    expect(await askRows(engine, sql)).toEqual([[4]]);
    await writeOld(path, users);
    expect(await askRows(engine, sql)).toEqual([[3]]);
    await rename(join(folder, 'other.csv'), path);
    expect(await askRows(engine, sql)).toEqual([[1]]);
    await unlink(path);
    await expect(ask(engine, sql)).rejects.toMatchObject({ code: 'file_not_found' });
  });

  test('is never trusted by its time stamps alone right after a change', async () => {
    const { engine, folder } = await testEngine({ 'n.csv': 'n\n0\n' });
    for (let n = 1; n <= 9; n++) {
      await writeOld(join(folder, 'n.csv'), `n\n${n}\n`);
      expect(await askRows(engine, 'FROM n.csv')).toEqual([[n]]);
    }
  });

  test('is always read directly when the cache is off', async () => {
    const { engine, folder } = await testEngine({ 'users.csv': users }, { cacheLimitBytes: 0 });
    await untilSettled(folder);
    for (let time = 1; time <= 3; time++) await ask(engine, 'FROM users.csv');
    expect(engine.figures()).toMatchObject({ cacheLoads: 0, cacheHits: 0, cacheBytes: 0 });
  });

  test('makes room for another, the least recently used going first', async () => {
    const row = (i: number) => `${i},${'x'.repeat(50)}${(i * 7919) % 9973}`;
    const csv = `a,b\n${Array.from({ length: 20_000 }, (_, i) => row(i)).join('\n')}\n`;
    const { engine, folder } = await testEngine(
      { 'a.csv': csv, 'b.csv': csv, 'c.csv': csv },
      { cacheLimitBytes: 2_000_000 },
    );
    await untilSettled(folder);
    for (const name of ['a', 'a', 'b', 'b', 'c', 'c', 'a', 'b', 'c']) {
      expect(await askRows(engine, `SELECT count(*) FROM ${name}.csv`)).toEqual([[20_000]]);
    }
    const { cacheBytes, cacheEvictions } = engine.figures();
    expect(cacheBytes).toBeLessThanOrEqual(2_000_000);
    expect(cacheEvictions).toBeGreaterThan(0);
  });

  test('is read directly, and the debug log says so, when it is larger than the cache', async () => {
    const { engine, folder, log } = await testEngine(
      { 'users.csv': users },
      { cacheLimitBytes: 10 },
    );
    await untilSettled(folder);
    for (let time = 1; time <= 2; time++)
      expect(await askRows(engine, 'SELECT count(*) FROM users.csv')).toEqual([[3]]);
    expect(log).toContainEqual(
      expect.objectContaining({ level: 'debug', message: 'read directly: larger than the cache' }),
    );
  });

  test.each([
    "v = 'x'",
    'v > 2.5',
    "v < DATE '2024-01-01'",
    "v LIKE 'a%'",
  ])('compares a column without any value with anything: %s', async (predicate) => {
    const { engine, folder } = await testEngine({ 'x.csv': 'id,v\n1,\n2,\n' });
    await untilSettled(folder);
    for (let time = 1; time <= 3; time++) {
      expect(await askRows(engine, `SELECT id FROM x.csv WHERE ${predicate}`)).toEqual([]);
    }
    expect(engine.figures().cacheLoads).toBe(1);
  });

  test('as a glob is one table of all its files', async () => {
    const { engine, folder } = await testEngine({ 'logs/1.csv': 'a\n1\n', 'logs/2.csv': 'a\n2\n' });
    await untilSettled(folder);
    for (let time = 1; time <= 3; time++) {
      expect(await askRows(engine, 'SELECT sum(a) FROM logs/*.csv')).toEqual([[3]]);
    }
    await writeOld(join(folder, 'logs/3.csv'), 'a\n3\n');
    expect(await askRows(engine, 'SELECT sum(a) FROM logs/*.csv')).toEqual([[6]]);
  });
});

describe('types', () => {
  const late = (value: string) =>
    `id,v\n${Array.from({ length: 30_000 }, (_, i) => `${i},${i === 25_000 ? value : i % 7}`).join('\n')}\n`;

  test.each([
    ['N/A', '"N/A"'],
    ['2.5', '2.5'],
    ['0042', '"0042"'],
    ['9223372036854775808', '9223372036854775808'],
  ])('widen for %s in a late row, cached or not, whatever is known of the file', async (value, expected) => {
    for (const wholeFileTypesBytes of [0, 2 ** 26]) {
      const { engine } = await testEngine({ 'x.csv': late(value) }, { wholeFileTypesBytes });
      for (let time = 1; time <= 3; time++) {
        const { text } = await ask(engine, 'SELECT v FROM x.csv WHERE id = 25000');
        expect(text).toBe(`[${expected}]`);
      }
    }
  });
});

test('records that leniency leaves out are counted in the log', async () => {
  const { engine, log } = await testEngine({ 'x.csv': 'a,b\n1,2\n3\n4,5,6\n7,8\n' });
  const sql = "SELECT count(*) FROM read_csv('x.csv', ignore_errors=true)";
  expect(await askRows(engine, sql)).toEqual([[2]]);
  expect(log).toContainEqual({
    level: 'warn',
    fields: { files: ['x.csv'], skipped: 2 },
    message: 'records left out, as ignore_errors asks',
  });
});

describe('a statement the gate refuses', () => {
  test.each([
    "COPY (SELECT 1) TO 'x.csv'",
    'SELECT 1; SELECT 2',
    "SELECT * FROM read_text('users.csv')",
    'SELECT * FROM users.csv OFFSET 1',
    'INSTALL httpfs',
    'SELECT $1',
  ])('never reaches a connection: %s', async (sql) => {
    const failing = new Proxy({} as Lane['plain'], {
      get: () => () => Promise.reject(new Error('the engine was called')),
    });
    const instance = await DuckDBInstance.create(':memory:');
    const parser = await (await instance.connect()).prepare(serializeStatementSql);
    const lane = {
      plain: failing,
      profiled: failing,
      parser,
      prepared: new PreparedPlans(2),
    } as unknown as Lane;
    await expect(new StatementMemory().check(sql, lane)).rejects.toMatchObject({
      name: 'PathqlError',
    });
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

describe('rows on their way', () => {
  test('reach a sink while the query runs, and a sink that is gone ends it', async () => {
    const { engine } = await testEngine({});
    let bytes = 0;
    const gone = new Error('gone');
    const sink = {
      begin: () => Promise.resolve(),
      write: (rows: Uint8Array) => {
        bytes += rows.length;
        return bytes > 100_000 ? Promise.reject(gone) : Promise.resolve();
      },
    };
    const sql = 'SELECT i FROM range(1000000000) r(i)';
    await expect(engine.stream({ sql, layout: 'json-object' }, sink)).rejects.toBeDefined();
    expect(engine.figures().runningQueries).toBe(0);
  });

  test('through a pipe are the same as read in process', async () => {
    const csv = `a\n${Array.from({ length: 50_000 }, (_, i) => i).join('\n')}\n`;
    const { engine } = await testEngine({ 'x.csv': csv });
    const parts: Uint8Array[] = [];
    const columns: string[] = [];
    const stats = await engine.stream(
      { sql: 'SELECT a, a AS a FROM x.csv', layout: 'json-object' },
      {
        begin: async (given) => void columns.push(...given.map(({ name }) => name)),
        write: async (rows) => void parts.push(rows),
      },
    );
    expect(columns).toEqual(['a', 'a_1']);
    expect(stats).toMatchObject({ rowsReturned: 50_000, rowsScanned: 50_000 });
    const lines = Buffer.concat(parts).toString().split('\n');
    expect(lines).toHaveLength(50_001);
    expect(lines[49_999]).toBe('{"a":49999,"a_1":49999}');
  });

  test('of a query that fails before its first row reach no one', async () => {
    const { engine } = await testEngine({ 'x.csv': `a\n${'1\n'.repeat(50_000)}` });
    const sink = {
      begin: () => Promise.reject(new Error('begun')),
      write: () => Promise.reject(new Error('written')),
    };
    await expect(
      engine.stream({ sql: "SELECT CAST('x' || a AS INTEGER) FROM x.csv", layout: 'csv' }, sink),
    ).rejects.toMatchObject({ type: 'execution_error' });
  });

  test('are saved with a head', async () => {
    const output = await temporaryFolder();
    const { engine } = await testEngine({ 'x.csv': 'a,b\n1,2\n' }, { dataDir: null });
    const path = join(output, 'out.csv');
    const { folder } = await testEngine({ 'x.csv': 'a,b\n1,2\n' });
    const sql = `SELECT a, b FROM '${join(folder, 'x.csv')}'`;
    const head = (columns: readonly AnswerColumn[]) => columns.map(({ name }) => name).join(',');
    const stats = await engine.save({ sql, layout: 'csv', path, head });
    expect(stats).toMatchObject({ rowsReturned: 1 });
    expect(await readFile(path, 'utf8')).toBe('a,b\n1,2\n');
  });
});

test('nothing is left after the end', async () => {
  const before = await workFolders();
  const handles = (await readdir('/proc/self/fd')).length;
  const { engine } = await testEngine({ 'users.csv': users });
  for (let time = 1; time <= 3; time++) await ask(engine, 'FROM users.csv');
  const open = await engine.answer({
    sql: 'SELECT i FROM range(900000) r(i) LIMIT 800000',
    layout: 'csv',
  });
  await open.close();
  await engine.close();
  await engine.close();
  expect(await workFolders()).toEqual(before);
  expect((await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(handles + 2);
  await expect(ask(engine, 'SELECT 1')).rejects.toMatchObject({ code: 'shutting_down' });
});
