// Who starts the program reads files of any name: in a query, by a call, and with flags, wherever they are.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import type { EngineOptions } from '../../src/open-engine.ts';
import { ask, askRows, testEngine } from '../test-engine.ts';

const files = {
  'data.dat': 'a,b\n1,2\n',
  noext: 'a,b\n1,2\n',
  'app.log': '2024-05-01 10:00:00 start\n2024-05-01 10:00:01 stop\n',
  'rows.dat': '{"a":1}\n{"a":2}\n',
  '.config/x.json': '[{"a":1}]',
};

async function opened(options: EngineOptions = { readsAnyName: true }) {
  const { engine, folder } = await testEngine(files, { dataDir: null }, undefined, options);
  return { engine, folder, at: (name: string) => `'${folder}/${name}'` };
}

describe('on the command line', () => {
  test.each([
    ['a path', (path: string) => path],
    ['a call', (path: string) => `read_csv(${path})`],
    ['a call with options', (path: string) => `read_csv(${path}, delim=',')`],
  ])('CSV of any name is read by %s', async (_, from) => {
    const { engine, at } = await opened();
    for (const name of ['data.dat', 'noext']) {
      expect(await askRows(engine, `SELECT * FROM ${from(at(name))}`)).toEqual([[1, 2]]);
    }
  });

  test('flags are options of read_csv for a file of any name, and for a log of no known format', async () => {
    const { engine, at } = await opened();
    const readOptions = new Map([['header', false]]);
    for (const name of ['data.dat', 'noext', 'app.log']) {
      const { rowsReturned } = await ask(engine, `SELECT * FROM ${at(name)}`, { readOptions });
      expect(rowsReturned).toBe(2);
    }
  });

  test('a log of no known format is read as CSV, with all its lines', async () => {
    const { engine, at } = await opened();
    const { rowsReturned, warnings } = await ask(engine, `SELECT * FROM ${at('app.log')}`);
    expect(rowsReturned).toBe(2);
    expect(warnings).toEqual([
      expect.stringMatching(
        /has the name of a log, but is in no known format of logs\. It is read as CSV$/,
      ),
    ]);
  });

  test('other kinds are read by their calls', async () => {
    const { engine, folder, at } = await opened();
    expect(await askRows(engine, `SELECT sum(a) FROM read_json(${at('rows.dat')})`)).toEqual([[3]]);
    expect(await askRows(engine, `SELECT a FROM ${at('.config/x.json')}`)).toEqual([[1]]);
    const columnData = [{ name: 'a', data: [5], type: 'INT32' as const }];
    await writeFile(join(folder, 'table'), Buffer.from(parquetWriteBuffer({ columnData })));
    expect(await askRows(engine, `SELECT a FROM read_parquet(${at('table')})`)).toEqual([[5]]);
    await writeFile(
      join(folder, 'access'),
      '1.2.3.4 - - [31/Jan/2024:10:30:00 +0100] "GET / HTTP/1.1" 200 5\n',
    );
    expect(await askRows(engine, `SELECT status FROM read_log(${at('access')})`)).toEqual([[200]]);
  });

  test('sniff looks at it', async () => {
    const { engine, folder } = await opened();
    for (const name of ['data.dat', 'noext', 'app.log']) {
      const { call } = await engine.sniff({ path: `${folder}/${name}` });
      expect((await ask(engine, `SELECT * FROM ${call}`)).rowsReturned).toBeGreaterThan(0);
    }
  });

  test('what is no data is refused by what it is', async () => {
    const { engine, folder, at } = await opened();
    await writeFile(join(folder, 'photo'), Buffer.from('89504e470d0a1a0a0000', 'hex'));
    await expect(ask(engine, `SELECT * FROM ${at('photo')}`)).rejects.toThrow('a PNG image');
    await expect(ask(engine, "SELECT * FROM '/proc/self/environ'")).rejects.toMatchObject({
      code: 'file_not_allowed',
    });
  });
});

describe('of the service', () => {
  test.each([
    'data.dat',
    'noext',
    'app.log',
    '.config/x.json',
  ])('%s is not read, by a call neither', async (name) => {
    const { engine, at } = await opened({});
    for (const from of [at(name), `read_csv(${at(name)})`, `read_json(${at(name)})`]) {
      await expect(ask(engine, `SELECT * FROM ${from}`)).rejects.toMatchObject({
        code: 'file_not_allowed',
      });
    }
  });
});
