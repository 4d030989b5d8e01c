// Tests tables that outlive their engine: who finds them, and that nothing wrong is ever read from them.
import {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { appendFile, mkdir, readdir, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../../src/open-engine.ts';
import { temporaryFolder, untilSettled, writeOld } from '../../../temporary-folder.ts';
import { ask, askRows, untilLoaded } from '../../../test-engine.ts';
import { testSettings } from '../../../test-settings.ts';

const users = 'id,name,age,none\n1,Ann,31,\n2,Bob,,\n3,Cid,27,\n';
const sql = 'FROM users.csv ORDER BY id';
const rows = [
  [1, 'Ann', 31, null],
  [2, 'Bob', null, null],
  [3, 'Cid', 27, null],
];

interface Options {
  readonly loadsTables?: boolean;
  readonly cacheLimitBytes?: number;
}

async function setUp(
  files: Readonly<Record<string, string | Uint8Array>> = { 'users.csv': users },
) {
  const dataDir = await temporaryFolder(files);
  const cacheDir = await temporaryFolder();
  await untilSettled(dataDir);
  const log: string[] = [];
  const note = (_: object, message: string) => void log.push(message);
  const open = async ({ loadsTables = true, cacheLimitBytes = 1e9 }: Options = {}) => {
    const settings = { ...testSettings, dataDir, cacheDir, cacheLimitBytes };
    const levels = { debug: () => {}, warn: note, error: note };
    const engine = await openEngine(settings, levels, { loadsTables });
    onTestFinished(() => engine.close());
    return engine;
  };
  const load = async (query = sql) => {
    const engine = await open();
    const answer = await ask(engine, query);
    await untilLoaded(engine);
    await engine.close();
    return answer;
  };
  const kept = () => readdirSync(cacheDir).map((name) => join(cacheDir, name));
  return { dataDir, cacheDir, open, load, kept, log };
}

describe('a table that was loaded', () => {
  test('is opened by the next engine instead of the file, and answers the same', async () => {
    const { open, load, kept } = await setUp();
    const loaded = await load();
    expect(kept()).toHaveLength(1);
    for (const loadsTables of [true, false]) {
      const engine = await open({ loadsTables });
      expect(await ask(engine, sql)).toEqual(loaded);
      expect(await askRows(engine, sql)).toEqual(rows);
      expect(await askRows(engine, "SELECT id FROM users.csv WHERE none = 'x'")).toEqual([]);
      expect(engine.figures()).toMatchObject({ cacheHits: 3, cacheLoads: 0 });
    }
  });

  test('is read by several engines at a time', async () => {
    const { open, load } = await setUp();
    await load();
    const engines = await Promise.all([open(), open({ loadsTables: false }), open()]);
    for (const engine of engines) expect(await askRows(engine, sql)).toEqual(rows);
    for (const engine of engines) expect(engine.figures()).toMatchObject({ cacheHits: 1 });
  });

  test('may be loaded by two engines at a time', async () => {
    const { open, kept } = await setUp();
    const engines = await Promise.all([open(), open()]);
    for (const engine of engines) await ask(engine, sql);
    for (const engine of engines) await untilLoaded(engine);
    for (const engine of engines) expect(await askRows(engine, sql)).toEqual(rows);
    for (const engine of engines) expect(engine.figures()).toMatchObject({ cacheHits: 1 });
    expect(kept()).toHaveLength(1);
  });

  test('is another one for other options, and for a changed file', async () => {
    const { dataDir, open, load } = await setUp();
    await load();
    const engine = await open({ loadsTables: false });
    const asText = "SELECT id FROM read_csv('users.csv', all_varchar=true) LIMIT 1";
    expect(await askRows(engine, asText)).toEqual([['1']]);
    await appendFile(join(dataDir, 'users.csv'), '4,Dan,5,\n');
    await untilSettled(dataDir);
    expect(await askRows(engine, 'SELECT count(*) FROM users.csv')).toEqual([[4]]);
    expect(engine.figures()).toMatchObject({ cacheHits: 0 });
  });

  test('is found however its path is written, but for names of files as values', async () => {
    const { dataDir, load, open } = await setUp();
    await symlink(join(dataDir, 'users.csv'), join(dataDir, 'link.csv'));
    await load();
    const engine = await open({ loadsTables: false });
    expect(await askRows(engine, 'FROM link.csv ORDER BY id')).toEqual(rows);
    expect(engine.figures()).toMatchObject({ cacheHits: 1 });
    const names = (path: string) => `SELECT DISTINCT f FROM read_csv('${path}', filename='f')`;
    await load(names('users.csv'));
    expect(await askRows(engine, names('link.csv'))).toEqual([['link.csv']]);
  });

  test('of several files with labels of their own is whole', async () => {
    const files = { 'y=1/a.csv': 'a\n1\n', 'y=2/b.csv': 'a\n2\n', 'y=2/c.csv': 'a,b\n3,x\n' };
    const { load, open } = await setUp(files);
    const query =
      "SELECT * FROM read_csv('*/*.csv', hive_partitioning=true, filename=true, union_by_name=true) ORDER BY a";
    const loaded = await load(query);
    const engine = await open({ loadsTables: false });
    expect(await ask(engine, query)).toEqual(loaded);
    expect(engine.figures()).toMatchObject({ cacheHits: 1 });
  });
});

describe('a kept file', () => {
  test('that has the name of another one is removed, and the file is read', async () => {
    const { open, load, kept, log } = await setUp({ 'one.csv': 'n\n1\n', 'two.csv': 'n\n2\n' });
    await load('FROM one.csv');
    const [one = ''] = kept();
    await load('FROM two.csv');
    const two = kept().find((path) => path !== one) ?? '';
    renameSync(two, one);
    const engine = await open({ loadsTables: false });
    expect(await askRows(engine, 'FROM one.csv')).toEqual([[1]]);
    expect(log).toEqual(['a damaged table was removed from the cache']);
  });

  test.each([
    ['cut short', (path: string) => truncate(path, 5_000)],
    ['that is empty', (path: string) => truncate(path, 0)],
    ['of something else', async (path: string) => writeFileSync(path, 'a,b\n1,2\n')],
  ])('%s is removed, and the file is read', async (_, damage) => {
    const { open, load, kept, log } = await setUp();
    await load();
    await damage(kept()[0] as string);
    const engine = await open({ loadsTables: false });
    expect(await askRows(engine, sql)).toEqual(rows);
    expect(kept()).toEqual([]);
    expect(log).toEqual(['a damaged table was removed from the cache']);
  });

  test('whose rows are damaged is removed, and the query is answered from the file', async () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => `${i},text ${(i * 7919) % 99_991}\n`);
    const { open, load, kept, log } = await setUp({ 'x.csv': `a,b\n${lines.join('')}` });
    const query = 'SELECT sum(a), count(DISTINCT b) FROM x.csv';
    const { text } = await load(query);
    const [path = ''] = kept();
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 200_000, bytes.length - 300_000);
    writeFileSync(path, bytes);
    const engine = await open({ loadsTables: false });
    expect((await ask(engine, query)).text).toBe(text);
    expect((await ask(engine, query)).text).toBe(text);
    expect(kept()).toEqual([]);
    expect(log).toEqual(['a damaged table was removed from the cache']);
  });

  test('that others can write to is ignored', async () => {
    const { open, load, kept } = await setUp();
    await load();
    chmodSync(kept()[0] as string, 0o666);
    const engine = await open({ loadsTables: false });
    expect(await askRows(engine, sql)).toEqual(rows);
    expect(engine.figures()).toMatchObject({ cacheHits: 0 });
  });

  test('can be read by its owner only', async () => {
    const { load, kept } = await setUp();
    await load();
    expect(statSync(kept()[0] as string).mode & 0o777).toBe(0o600);
  });
});

describe('the folder', () => {
  test('stays within the limit: what was used longest ago goes first', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i},${(i * 7919) % 9973}\n`).join('');
    const files = { 'a.csv': `a,b\n${lines}`, 'b.csv': `a,b\n${lines}`, 'c.csv': `a,b\n${lines}` };
    const { open, load, kept } = await setUp(files);
    await load('SELECT count(*) FROM a.csv');
    const [first = ''] = kept();
    await load('SELECT count(*) FROM b.csv');
    const second = kept().find((path) => path !== first) ?? '';
    utimesSync(second, 1, 1);
    const cacheLimitBytes = Math.floor(2.5 * statSync(first).size);
    const engine = await open({ cacheLimitBytes });
    await ask(engine, 'SELECT count(*) FROM c.csv');
    await untilLoaded(engine);
    expect(kept()).toHaveLength(2);
    expect(kept()).toContain(first);
    expect(kept()).not.toContain(second);
    expect(engine.figures()).toMatchObject({ cacheEvictions: 1 });
  });

  test('keeps the table of a rewritten file', async () => {
    const { open, kept } = await setUp({ 'x.csv': Buffer.from('a;b\n1;é\n', 'latin1') });
    const engine = await open();
    const query = "SELECT b FROM read_csv('x.csv', encoding='latin-1')";
    expect(await askRows(engine, query)).toEqual([['é']]);
    await untilLoaded(engine);
    expect(await askRows(engine, query)).toEqual([['é']]);
    expect(engine.figures()).toMatchObject({ cacheHits: 1 });
    await engine.close();
    expect(kept()).toHaveLength(1);
    const next = await open();
    expect(await askRows(next, query)).toEqual([['é']]);
    expect(next.figures()).toMatchObject({ cacheHits: 1 });
  });

  test('loses what a load left long ago', async () => {
    const { cacheDir, open } = await setUp();
    for (const name of ['loading-old', 'loading-new']) await mkdir(join(cacheDir, name));
    utimesSync(join(cacheDir, 'loading-old'), 1, 1);
    await open();
    expect(await readdir(cacheDir)).toEqual(['loading-new']);
  });

  test('loses the table of a file that changed', async () => {
    const { dataDir, open, kept } = await setUp();
    const engine = await open();
    await ask(engine, sql);
    await untilLoaded(engine);
    await writeOld(join(dataDir, 'users.csv'), 'id\n7\n');
    await untilSettled(dataDir);
    expect(await askRows(engine, sql)).toEqual([[7]]);
    await untilLoaded(engine, 2);
    expect(kept()).toHaveLength(1);
  });
});
