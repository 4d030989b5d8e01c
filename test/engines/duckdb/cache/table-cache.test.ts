import { appendFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { untilSettled, writeOld } from '../../../temporary-folder.ts';
import { ask, askRows, testEngine, untilLoaded } from '../../../test-engine.ts';

const users = 'id,name,age,city\n1,Ann,31,Oslo\n2,Bob,,Rome\n3,Cid,27,Oslo\n';

describe('a file asked again', () => {
  test('is loaded once and answers the same', async () => {
    const { engine, folder } = await testEngine({ 'users.csv': users });
    await untilSettled(folder);
    const answers = [];
    for (let time = 1; time <= 4; time++) {
      answers.push(await ask(engine, 'FROM users.csv ORDER BY id'));
      await untilLoaded(engine);
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 3 });
  });

  test('is loaded once by queries that arrive together', async () => {
    const { engine, folder } = await testEngine(
      { 'users.csv': users },
      { maxConcurrentQueries: 4 },
    );
    await untilSettled(folder);
    for (let time = 1; time <= 2; time++) {
      await Promise.all(Array.from({ length: 8 }, () => ask(engine, 'FROM users.csv')));
      await untilLoaded(engine);
    }
    expect(engine.figures()).toMatchObject({ cacheLoads: 1, cacheHits: 8 });
  });

  test('is read anew after any change', async () => {
    const { engine, folder } = await testEngine({ 'users.csv': users, 'other.csv': 'id\n7\n' });
    await untilSettled(folder);
    const sql = 'SELECT count(*) FROM users.csv';
    const path = join(folder, 'users.csv');
    expect(await askRows(engine, sql)).toEqual([[3]]);
    await untilLoaded(engine, 1);
    expect(await askRows(engine, sql)).toEqual([[3]]);
    await appendFile(path, '4,Dan,40,Rome\n');
    expect(await askRows(engine, sql)).toEqual([[4]]);
    await writeOld(path, users);
    await untilSettled(folder);
    expect(await askRows(engine, sql)).toEqual([[3]]);
    await untilLoaded(engine, 2);
    expect(await askRows(engine, sql)).toEqual([[3]]);
    await rename(join(folder, 'other.csv'), path);
    expect(await askRows(engine, sql)).toEqual([[1]]);
    expect(engine.figures().cacheEvictions).toBe(0);
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
    for (const [index, name] of ['a', 'b', 'c', 'a', 'b', 'c'].entries()) {
      for (let time = 1; time <= 2; time++) {
        expect(await askRows(engine, `SELECT count(*) FROM ${name}.csv`)).toEqual([[20_000]]);
      }
      await untilLoaded(engine, index + 1);
      expect(engine.figures().cacheBytes).toBeLessThanOrEqual(2_000_000);
    }
    expect(engine.figures().cacheEvictions).toBeGreaterThan(0);
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
      await untilLoaded(engine);
    }
    expect(engine.figures().cacheLoads).toBe(1);
  });

  test('as a glob is one table of all its files', async () => {
    const { engine, folder } = await testEngine({ 'logs/1.csv': 'a\n1\n', 'logs/2.csv': 'a\n2\n' });
    await untilSettled(folder);
    for (let time = 1; time <= 3; time++) {
      expect(await askRows(engine, 'SELECT sum(a) FROM logs/*.csv')).toEqual([[3]]);
      await untilLoaded(engine);
    }
    await writeOld(join(folder, 'logs/3.csv'), 'a\n3\n');
    expect(await askRows(engine, 'SELECT sum(a) FROM logs/*.csv')).toEqual([[6]]);
  });
});
