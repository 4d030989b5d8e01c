// What a file is decides how it is read, whatever its name says: asked through the engine.
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask, askRows, sharedEngine, testEngine } from '../../test-engine.ts';
import { writeParquet } from '../parquet/write-parquet.ts';
import { zstdFrame } from '../shared/zstd-frame.ts';

const engineOver = sharedEngine();

const list = '[{"id":1},{"id":2}]\n';
const lines = '{"id":1}\n{"id":2}\n';
const parquet = Buffer.from(writeParquet([{ name: 'id', type: 'INT32', data: [1, 2] }]));
const csv = 'id\n1\n2\n';
const entry = '192.0.2.1 - - [31/Jan/2024:10:30:00 +0100] "GET / HTTP/1.1" 200 1\n';

const names = [
  'x.txt',
  'x.csv',
  'x.json',
  'x.ndjson',
  'x.parquet',
  'x.log',
  'x.csv.gz',
  'x.dat',
  'x',
];

describe.each(names)('%s', (name) => {
  test.each([
    ['a list of objects', list],
    ['objects on lines', lines],
    ['objects with a mark before them', `\ufeff${lines}`],
    ['objects behind blanks', ` \n\t${list}`],
    ['Parquet', parquet],
    ['JSON by gzip', gzipSync(list)],
    ['JSON lines by zstd', zstdFrame(lines)],
  ])('holds %s', async (_, content) => {
    const { engine } = await engineOver({ [name]: content });
    const answer = await ask(engine, `SELECT id, id + 1 FROM '${name}'`);
    expect(answer).toMatchObject({ text: '[1,2],[2,3]', warnings: [] });
    expect(await askRows(engine, `SELECT column_name FROM (DESCRIBE '${name}')`)).toEqual([['id']]);
    await expect(engine.sniff({ path: name })).rejects.toThrow(/is a (?:JSON|Parquet)/);
    const [table] = await engine.explain({ sql: `SELECT * FROM '${name}'` });
    expect(table?.kind).toMatch(/^(?:JSON|JSON lines|Parquet)$/);
  });
});

test.each([
  ['CSV called JSON', 'x.json', 'a,b\n1,2\n'],
  ['CSV called Parquet', 'x.parquet', 'a,b\n1,2\n'],
  ['CSV by gzip called JSON', 'x.json.gz', gzipSync('a,b\n1,2\n')],
  ['a log of another form further on', 'x.log', `${entry}www.example ${entry}`],
])('%s: sniff says what a query says', async (_, name, content) => {
  const { engine } = await engineOver({ [name]: content });
  const message = await ask(engine, `SELECT * FROM '${name}'`).catch(
    (error: Error) => error.message,
  );
  expect(message).toContain(`'${name}'`);
  await expect(engine.sniff({ path: name })).rejects.toThrow(String(message));
});

describe('what a pipe brings', () => {
  async function* inChunks(content: Buffer, length: number): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length);
  }
  const piped = async (content: Buffer, chunkBytes: number) => {
    const standardInput = inChunks(content, chunkBytes);
    return (await testEngine({}, { dataDir: null }, undefined, { standardInput })).engine;
  };

  test.each([
    ['a list of objects', Buffer.from(list)],
    ['objects on lines', Buffer.from(lines)],
    ['Parquet', parquet],
    ['JSON by gzip', gzipSync(list)],
    ['JSON lines by zstd', zstdFrame(lines)],
    ['CSV by gzip', gzipSync(csv)],
  ])('%s', async (_, content) => {
    for (const chunkBytes of [1, 1_000]) {
      const engine = await piped(content, chunkBytes);
      expect(await askRows(engine, 'SELECT id FROM - LIMIT 1')).toEqual([[1]]);
      expect(await askRows(engine, 'SELECT sum(id), count(*) FROM -')).toEqual([[3, 2]]);
    }
  });

  test('of JSON all is read, also for the first rows', async () => {
    const content = Buffer.from(`${'{"id":1}\n'.repeat(600_000)}{"id":"x"}\n`);
    const engine = await piped(content, 100_000);
    const { text, rowsScanned } = await ask(engine, 'SELECT id FROM - LIMIT 2');
    expect({ text, rowsScanned }).toEqual({ text: '[1],[1]', rowsScanned: 600_001 });
  });

  test('an access log', async () => {
    const engine = await piped(Buffer.from(entry), 7);
    expect(await askRows(engine, 'SELECT status FROM -')).toEqual([[200]]);
  });

  test('a page', async () => {
    const engine = await piped(Buffer.from('<html>\n<body>Not found</body></html>'), 5);
    await expect(ask(engine, 'SELECT * FROM -')).rejects.toThrow("The file '-' is HTML");
  });
});

describe('how a file is compressed is told by its bytes', () => {
  test.each([
    ['x.csv', gzipSync(csv)],
    ['x.csv', zstdFrame(csv)],
    ['x.csv.gz', csv],
    ['x.csv.zst', csv],
    ['x.csv.gz', zstdFrame(csv)],
    ['x.csv.gz', 'id\n1\n2'],
    ['x.csv.gz', Buffer.from(`\ufeff${csv}`, 'utf16le')],
  ])('%s', async (name, content) => {
    const { engine } = await engineOver({ [name]: content });
    const expected = { text: '[1],[2]', warnings: [] };
    expect(await ask(engine, `SELECT * FROM ${name}`)).toMatchObject(expected);
    expect(await ask(engine, `SELECT * FROM read_csv('${name}')`)).toMatchObject(expected);
    expect(await engine.sniff({ path: name })).toMatchObject({ records: 2, problem: null });
  });

  test('a log', async () => {
    const { engine } = await engineOver({ 'x.log': gzipSync(entry), 'y.log.gz': entry });
    for (const name of ['x.log', 'y.log.gz', '*']) {
      expect(await askRows(engine, `SELECT min(status) FROM '${name}'`), name).toEqual([[200]]);
    }
    expect((await ask(engine, "SELECT * FROM '*'")).rowsReturned).toBe(2);
  });

  test('one that is damaged is refused', async () => {
    const damaged = gzipSync(csv).fill(0, 12);
    const { engine } = await engineOver({
      'x.csv': damaged,
      'y.log.gz': damaged,
      'z.log.gz': entry,
    });
    await expect(ask(engine, 'FROM x.csv')).rejects.toThrow("'x.csv' cannot be decompressed");
    await expect(ask(engine, "FROM '[yz].log.gz'")).rejects.toThrow("'y.log.gz' cannot be decomp");
  });

  test('what a call says is heeded', async () => {
    const { engine } = await engineOver({ 'x.csv': csv });
    const table = "read_csv('x.csv', compression='gzip')";
    await expect(ask(engine, `FROM ${table}`)).rejects.toThrow("'x.csv' cannot be decompressed");
  });

  test('Parquet is compressed inside', async () => {
    const { engine } = await engineOver({ 'x.parquet': gzipSync(parquet) });
    for (const table of ['x.parquet', "read_parquet('x.parquet')"]) {
      await expect(ask(engine, `FROM ${table}`)).rejects.toThrow(
        "The file 'x.parquet' is Parquet that is compressed by gzip as a whole. Decompress it first: Parquet is compressed inside",
      );
    }
  });
});

describe('a call wins', () => {
  test('read_csv over JSON, with a warning', async () => {
    const { engine } = await engineOver({ 'x.json': lines });
    expect(await ask(engine, "FROM read_csv('x.json', header=false)")).toMatchObject({
      rowsReturned: 2,
      warnings: ["The file 'x.json' begins as JSON, and is read as CSV, as asked"],
    });
  });

  test('options of read_csv beside the query, where no name says another kind', async () => {
    const { engine } = await engineOver({ 'x.txt': lines, 'y.txt': entry, 'z.json': lines });
    const readOptions = new Map<string, string | boolean>([
      ['delim', ' '],
      ['header', false],
    ]);
    const { rowsReturned, warnings } = await ask(engine, 'FROM x.txt', { readOptions });
    expect({ rowsReturned, warnings }).toMatchObject({
      rowsReturned: 2,
      warnings: [expect.stringContaining('begins as JSON')],
    });
    expect((await ask(engine, 'FROM y.txt', { readOptions })).columns[0]).toBe('column0');
    await expect(ask(engine, 'FROM z.json', { readOptions })).rejects.toThrow('no option');
    const filename = new Map([['filename', true]]);
    expect((await ask(engine, 'FROM x.txt', { readOptions: filename })).columns).toEqual([
      'id',
      'filename',
    ]);
  });

  test('bytes and text are not taken for each other', async () => {
    const { engine } = await engineOver({ 'x.csv': parquet, 'y.parquet': list });
    await expect(ask(engine, "FROM read_csv('x.csv')")).rejects.toThrow(
      "The file 'x.csv' is Parquet, as its first bytes show: expected CSV. To read it as Parquet: read_parquet('x.csv')",
    );
    await expect(ask(engine, "FROM read_json('x.csv')")).rejects.toThrow(': expected JSON.');
    await expect(ask(engine, "FROM read_parquet('y.parquet')")).rejects.toThrow(
      "The file 'y.parquet' is JSON, as its first bytes show: expected Parquet. To read it as JSON: read_json('y.parquet')",
    );
  });
});

describe('a file that begins as JSON and is none', () => {
  test('says what it was taken for, and how else it can be read', async () => {
    const { engine } = await engineOver({
      'x.txt': '{"a":1},\n{"a":2},\n',
      'y.txt': '[{"a":NaN}]',
    });
    await expect(ask(engine, 'FROM x.txt')).rejects.toThrow(
      `The file 'x.txt', line 1: expected an object {…} for each row, found ",". It begins as JSON. If it is CSV all the same, this reads 1 record: read_csv('x.txt')`,
    );
    await expect(ask(engine, 'FROM y.txt')).rejects.toThrow(
      /line 1: expected a value, found "NaN}]". It begins as JSON$/,
    );
  });

  test('UTF-16', async () => {
    const content = Buffer.from(`\ufeff${list}`, 'utf16le');
    for (const name of ['x.json', 'x.txt']) {
      const { engine } = await engineOver({ [name]: content });
      await expect(ask(engine, `FROM ${name}`)).rejects.toThrow(
        'expected UTF-8, found the byte order mark of UTF-16. To convert it: iconv -f UTF-16 -t UTF-8',
      );
    }
  });
});

describe('the files of a pattern', () => {
  const over = (files: Record<string, string | Buffer>): ReturnType<typeof engineOver> =>
    engineOver(files);

  test('are one table where they hold the same', async () => {
    const { engine } = await over({
      '1.txt': list,
      '2.txt': lines,
      '3.json': '{"id":3}',
      '4.x': '',
    });
    expect(await askRows(engine, "SELECT sum(id) FROM '*'")).toEqual([[9]]);
  });

  test('of different contents are none', async () => {
    const { engine } = await over({ '1.txt': list, '2.txt': csv });
    await expect(ask(engine, "FROM '*.txt'")).rejects.toMatchObject({
      code: 'file_not_allowed',
      message:
        "The files of one table must be of one kind: '1.txt' is a JSON file, '2.txt' is a CSV file. Name them apart",
    });
  });

  test('with one that is no data are none', async () => {
    const { engine } = await over({ '1.csv': csv, '2.csv': '<!doctype html>' });
    await expect(ask(engine, "FROM '*.csv'")).rejects.toThrow("The file '2.csv' is HTML");
  });
});

test('an empty file is what its name says', async () => {
  const { engine } = await engineOver({ 'x.csv': '', 'x.json': '', 'x.parquet': '', 'x.log': '' });
  await expect(ask(engine, 'FROM x.csv')).rejects.toThrow("The file 'x.csv' is empty");
  await expect(ask(engine, 'FROM x.json')).rejects.toThrow("The file 'x.json' has no columns");
  await expect(ask(engine, 'FROM x.parquet')).rejects.toThrow("The file 'x.parquet' has 0 bytes");
  await expect(ask(engine, 'FROM x.log')).rejects.toThrow("The file 'x.log' is empty");
});

test('a file that becomes another kind is read anew', async () => {
  const { engine, folder } = await engineOver({ 'x.txt': csv });
  expect(await askRows(engine, 'FROM x.txt')).toEqual([[1], [2]]);
  await writeFile(`${folder}/x.txt`, '[{"name":"Ada"}]');
  expect(await askRows(engine, 'FROM x.txt')).toEqual([['Ada']]);
});

test('input_format is that of the bytes', async () => {
  const { engine } = await engineOver({ 'x.txt': lines });
  expect((await ask(engine, 'FROM x.txt', { inputFormat: 'NDJSON' })).rowsReturned).toBe(2);
  await expect(ask(engine, 'FROM x.txt', { inputFormat: 'PARQUET' })).rejects.toThrow(
    "'x.txt' is a JSON lines file",
  );
});

test('without a data folder, JSON in a log is not read', async () => {
  const { engine, folder } = await testEngine({ 'x.log': lines }, { dataDir: null });
  await expect(ask(engine, `FROM '${folder}/x.log'`)).rejects.toMatchObject({
    code: 'file_not_allowed',
  });
});
