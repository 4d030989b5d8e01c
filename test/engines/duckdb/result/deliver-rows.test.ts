import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AnswerColumn } from '../../../../src/query/layouts.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { ask, openHandles, testEngine } from '../../../test-engine.ts';

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

describe('a large answer', () => {
  const largeSql = (from: string) => `SELECT i, repeat(md5(i::VARCHAR), 30) FROM ${from} r(i)`;

  test('can be closed twice, read or not', async () => {
    const { engine, work } = await testEngine({});
    for (const isRead of [true, false]) {
      const sql = largeSql('range(30000)');
      const answer = await engine.answer({ sql, layout: 'csv' });
      expect(await readdir(work.spool)).toHaveLength(1);
      for await (const rows of isRead ? answer.rows() : []) expect(rows.length).toBeGreaterThan(0);
      await Promise.all([answer.close(), answer.close()]);
      await answer.close();
      expect(await readdir(work.spool)).toEqual([]);
    }
  });

  test('over a file that changes meanwhile leaves no file and no handle', async () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => i).join('\n');
    const { engine, folder, work } = await testEngine({ 'x.csv': `a\n${rows}\n` });
    await ask(engine, largeSql('range(30000)'));
    const handles = await openHandles();
    let isDone = false;
    const seen = new Set<string>();
    const touching = (async () => {
      for (let stamp = 1; !isDone; await new Promise(setImmediate)) {
        const written = (await readdir(work.spool)).filter((name) => !seen.has(name));
        for (const name of written) seen.add(name);
        if (written.length > 0) await utimes(join(folder, 'x.csv'), stamp, stamp++);
      }
    })();
    const running = ask(engine, largeSql('x.csv')).finally(() => {
      isDone = true;
    });
    await expect(running).rejects.toMatchObject({ code: 'file_changed' });
    await touching;
    expect(seen.size).toBeGreaterThan(1);
    expect(await readdir(work.spool)).toEqual([]);
    expect(await openHandles()).toBe(handles);
    expect((await ask(engine, largeSql('x.csv'))).rowsReturned).toBe(30_000);
  });

  test.each([
    ['much', 'range(1000000000)'],
    ['little', 'range(30000)'],
  ])('that is %s larger than SPILL_LIMIT is refused and leaves no file', async (_, from) => {
    const { engine, work } = await testEngine({}, { spillLimitBytes: 10_000_000 });
    await expect(ask(engine, largeSql(from))).rejects.toMatchObject({
      code: 'answer_too_large',
      message: expect.stringContaining('SPILL_LIMIT allows (10000000 bytes'),
    });
    expect(await readdir(work.spool)).toEqual([]);
    expect((await ask(engine, largeSql('range(1000)'))).rowsReturned).toBe(1_000);
  });
});
