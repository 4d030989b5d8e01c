// Reading of a large file only what a LIMIT asks for.
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { untilSettled } from './temporary-folder.ts';
import { ask, askRows, testEngine, untilLoaded } from './test-engine.ts';

const line = (id: number | string) => `${id},"a, ""${id}""",${'x'.repeat(1_000)}\n`;
const lines = Array.from({ length: 33_000 }, (_, id) => line(id));
/** 33 MB. Behind the first rows it holds a text among numbers. */
const large = `id,t,filler\n${lines.join('')}${line('late')}`;
const cut = `${large}1,"open`;

test('the first rows of a large file are read and no others', async () => {
  const { engine, work } = await testEngine({ 'large.csv': large });
  const answer = await ask(engine, 'SELECT id, t FROM large.csv LIMIT 3');
  expect(JSON.parse(`[${answer.text}]`)).toEqual([
    [0, 'a, "0"'],
    [1, 'a, "1"'],
    [2, 'a, "2"'],
  ]);
  expect(answer.rowsScanned).toBe(3);
  for (const name of await readdir(work.spill)) {
    expect((await stat(join(work.spill, name))).size).toBeLessThan(10_000);
  }
});

test('the answer is the same once the whole file is known, and cached', async () => {
  const { engine, folder } = await testEngine({ 'large.csv': large });
  await untilSettled(folder);
  expect(await askRows(engine, 'SELECT COUNT(id) FROM large.csv')).toEqual([[33_001]]);
  await untilLoaded(engine);
  expect(await askRows(engine, 'SELECT id FROM large.csv LIMIT 1')).toEqual([[0]]);
  expect(await askRows(engine, "SELECT id FROM large.csv WHERE id = '1' LIMIT 1")).toEqual([['1']]);
});

test('explain tells what the query reads, and no more', async () => {
  const { engine } = await testEngine({ 'large.csv': large });
  const [part] = await engine.explain({ sql: 'SELECT id FROM large.csv LIMIT 3' });
  expect(part).toMatchObject({ isPart: true, rowCount: 3 });
  expect(part?.columns[0]).toEqual({ name: 'id', type: 'BIGINT' });
  const [whole] = await engine.explain({ sql: 'SELECT count(id) FROM large.csv' });
  expect(whole).toMatchObject({ isPart: false, rowCount: 33_001 });
  expect(whole?.columns[0]).toEqual({ name: 'id', type: 'VARCHAR' });
});

test('they are kept until the file changes', async () => {
  const { engine, folder, work } = await testEngine({ 'large.csv': large });
  const sql = 'SELECT id FROM large.csv LIMIT 2';
  const kept = async () => {
    const names = await readdir(work.spill);
    return names.filter((name) => /^[0-9a-f-]{36}$/.test(name)).sort();
  };
  await untilSettled(folder);
  expect(await askRows(engine, sql)).toEqual([[0], [1]]);
  const copies = await kept();
  expect(copies).not.toEqual([]);
  expect(await askRows(engine, sql)).toEqual([[0], [1]]);
  expect(await kept()).toEqual(copies);
  await writeFile(join(folder, 'large.csv'), large.replace('\n0,', '\n7,'));
  expect(await askRows(engine, sql)).toEqual([[7], [1]]);
});

test('a fault behind the first rows is told by the questions that read it', async () => {
  const { engine } = await testEngine({ 'cut.csv': cut });
  expect(await askRows(engine, 'SELECT id FROM cut.csv LIMIT 2')).toEqual([[0], [1]]);
  await expect(askRows(engine, 'SELECT COUNT(id) FROM cut.csv LIMIT 2')).rejects.toThrow(
    /cut\.csv', line 33003/,
  );
});

test('a fault among the first rows is told with its line', async () => {
  const { engine } = await testEngine({ 'x.csv': `id,t,filler\n${line(1)}2,3\n${large}` });
  await expect(askRows(engine, 'SELECT * FROM x.csv LIMIT 2')).rejects.toThrow(/x\.csv', line 3/);
});

test('so it is with compressed files, other dialects and a limit beyond the end', async () => {
  const noise = Array.from({ length: 33_000 }, (_, id) => `${id};${Math.sin(id)};"é\r\n${id}"\r\n`);
  const text = Buffer.from(`id;n;t\r\n${noise.join('').repeat(8)}`, 'latin1');
  const { engine } = await testEngine({ 'x.csv.gz': gzipSync(text, { level: 1 }) });
  const from = "read_csv('x.csv.gz', encoding='latin-1')";
  expect(await askRows(engine, `SELECT id, t FROM ${from} LIMIT 2`)).toEqual([
    [0, 'é\r\n0'],
    [1, 'é\r\n1'],
  ]);
  const { rowsReturned } = await ask(engine, `SELECT id FROM ${from} LIMIT 10000`);
  expect(rowsReturned).toBe(10_000);
});

describe('of a pipe', () => {
  const rows = Array.from({ length: 12_000 }, (_, id) => line(id));

  /** Counts what is taken of it. */
  function pipe(parts: readonly string[]): {
    readonly taken: () => number;
    readonly input: AsyncIterable<Uint8Array>;
  } {
    let count = 0;
    const give = async function* () {
      for (const part of parts) {
        count += 1;
        yield Buffer.from(part);
      }
    };
    return { taken: () => count, input: give() };
  }

  const pieces = [
    'id,t,filler\n',
    ...Array.from({ length: 12 }, (_, at) => rows.slice(at * 1_000, (at + 1) * 1_000).join('')),
  ];

  test('no more is taken than of a large file', async () => {
    const { taken, input } = pipe([...pieces, line('late')]);
    const { engine } = await testEngine({}, {}, undefined, { standardInput: input });
    const answer = await ask(engine, 'SELECT id FROM - LIMIT 3');
    expect(JSON.parse(`[${answer.text}]`)).toEqual([[0], [1], [2]]);
    expect(answer.rowsScanned).toBe(3);
    expect(taken()).toBeLessThan(10);
    expect(await askRows(engine, "SELECT count(*) FROM - WHERE id = 'late'")).toEqual([[1]]);
  });

  test('more is taken where the rows are long', async () => {
    const long = `${'y'.repeat(200_000)}\n`;
    const { taken, input } = pipe(['t\n', ...Array.from({ length: 60 }, () => long)]);
    const { engine } = await testEngine({}, {}, undefined, { standardInput: input });
    expect((await ask(engine, 'SELECT t FROM - LIMIT 40')).rowsReturned).toBe(40);
    expect(taken()).toBe(61);
  });

  test('a fault among the first rows is told with its line', async () => {
    const { input } = pipe(['id,t,filler\n', '1,2\n', ...pieces.slice(1)]);
    const { engine } = await testEngine({}, {}, undefined, { standardInput: input });
    await expect(askRows(engine, 'SELECT * FROM - LIMIT 2')).rejects.toThrow(
      /line 2: expected 3 fields/,
    );
  });
});
