// Columns that are made of the path of a file: its name, and the partitions of its folders.
import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { untilSettled } from '../../../temporary-folder.ts';
import { ask, askRows, sharedEngine, testEngine, untilLoaded } from '../../../test-engine.ts';

const engineOver = sharedEngine();

const files = {
  'sales/year=2024/month=01/a.csv': 'id,total\n1,2.5\n2,3\n',
  'sales/year=2025/month=02/b.csv': 'id,total\n3,4\n',
};

test('filename is the path of the file of each row, as queries write it', async () => {
  const { engine, folder } = await engineOver(files);
  const sql = "SELECT id, filename FROM read_csv('sales/**/*.csv', filename=true) ORDER BY id";
  const rows = [
    [1, 'sales/year=2024/month=01/a.csv'],
    [2, 'sales/year=2024/month=01/a.csv'],
    [3, 'sales/year=2025/month=02/b.csv'],
  ];
  await untilSettled(folder);
  for (let time = 1; time <= 3; time++) {
    expect(await askRows(engine, sql)).toEqual(rows);
    await untilLoaded(engine);
  }
});

test.each([
  true,
  false,
])('filename begins as the path of the query does, with a data folder: %s', async (hasFolder) => {
  const { engine, folder } = await testEngine(files, hasFolder ? {} : { dataDir: null });
  const path = `${folder}/sales/year=2024/month=01/a.csv`;
  for (const written of [path, `${folder}/sales/*/*/a.csv`, `${folder}/**/a.csv`]) {
    const from = `read_csv('${written}', filename=true)`;
    const sql = `SELECT count(*) FROM ${from} WHERE filename = '${path}'`;
    expect(await askRows(engine, sql), written).toEqual([[2]]);
  }
});

test('each mention of a file in a query is shown as it is written', async () => {
  const { engine, folder } = await engineOver({ 'x.csv': 'v\n1\n', 'sub/y.csv': 'v\n2\n' });
  await symlink(`${folder}/x.csv`, `${folder}/sub/link.csv`);
  await untilSettled(folder);
  const written = [
    'x.csv',
    './x.csv',
    'sub/../x.csv',
    './?.csv',
    'sub/../*.csv',
    `${folder}/*.csv`,
    'sub/l*.csv',
  ];
  const shown = [
    ...['x.csv', './x.csv', 'sub/../x.csv', './x.csv', 'sub/../x.csv', `${folder}/x.csv`],
    'sub/link.csv',
  ];
  const from = written.map((path, at) => `read_csv('${path}', filename=true) t${at}`);
  const names = written.map((_, at) => `t${at}.filename AS f${at}`);
  const sql = `SELECT ${names.join(', ')} FROM ${from.join(', ')}`;
  for (let time = 1; time <= 3; time++) {
    expect(await askRows(engine, sql)).toEqual([shown]);
    await untilLoaded(engine);
  }
});

test('partitions are those of the path that is written, however the file was named before', async () => {
  const { engine, folder } = await engineOver({ 'year=2024/a.ndjson': '{"v":1}\n' });
  await symlink(`${folder}/year=2024/a.ndjson`, `${folder}/link.ndjson`);
  await untilSettled(folder);
  for (let time = 1; time <= 3; time++) {
    expect(await askRows(engine, 'SELECT * FROM link.ndjson')).toEqual([[1]]);
    expect(await askRows(engine, "SELECT * FROM 'year=2024/a.ndjson'")).toEqual([[1, 2024]]);
    await untilLoaded(engine);
  }
});

test('a name that is taken is replaced by another, by a call that reads the file', async () => {
  const { engine } = await engineOver({ 'x.csv': 'filename,path\n1,2\n' });
  const message = await ask(engine, "FROM read_csv('x.csv', filename=true)").catch(String);
  const call = "read_csv('x.csv', filename='file_path')";
  expect(message).toContain(`To give it another name: ${call}`);
  expect(await askRows(engine, `FROM ${call}`)).toEqual([[1, 2, 'x.csv']]);
});

test('filename can have another name', async () => {
  const { engine } = await engineOver({ 'x.csv': 'filename\n1\n' });
  const sql = "SELECT * FROM read_csv('x.csv', filename='path')";
  expect(await askRows(engine, sql)).toEqual([[1, 'x.csv']]);
  await expect(
    askRows(engine, "SELECT * FROM read_csv('x.csv', filename=true)"),
  ).rejects.toMatchObject({
    code: 'read_option_invalid',
    message: expect.stringContaining("has a column 'filename' of its own"),
  });
});

test('hive_partitioning makes columns of folders, with the types of all their values', async () => {
  const { engine, folder } = await engineOver(files);
  const sql =
    "SELECT year, month, sum(total) FROM read_csv('sales/**/*.csv', hive_partitioning=true) GROUP BY ALL ORDER BY 1";
  const rows = [
    [2024, '01', 5.5],
    [2025, '02', 4],
  ];
  await untilSettled(folder);
  for (let time = 1; time <= 3; time++) {
    expect(await askRows(engine, sql)).toEqual(rows);
    await untilLoaded(engine);
  }
});

test('a partition without a value is NULL, an encoded one is decoded, a type may be given', async () => {
  const { engine } = await engineOver({
    'p/k=__HIVE_DEFAULT_PARTITION__/n=1/a.csv': 'v\n1\n',
    'p/k=a%2Fb%20c/n=2/a.csv': 'v\n2\n',
  });
  const read = (types: string) =>
    `SELECT v, k, n FROM read_csv('p/**/*.csv', hive_partitioning=true${types}) ORDER BY v`;
  expect(await askRows(engine, read(", types={'n': 'VARCHAR'}"))).toEqual([
    [1, null, '1'],
    [2, 'a/b c', '2'],
  ]);
  await expect(askRows(engine, read(", types={'n': 'DATE'}"))).rejects.toMatchObject({
    code: 'read_option_invalid',
    message: expect.stringContaining("column 'n': expected a DATE"),
  });
});

test('files with other partitions are no one table', async () => {
  const { engine } = await engineOver({ 'q/a=1/x.csv': 'v\n1\n', 'q/b=1/x.csv': 'v\n1\n' });
  await expect(
    askRows(engine, "SELECT * FROM read_csv('q/**/*.csv', hive_partitioning=true)"),
  ).rejects.toMatchObject({ message: expect.stringContaining('the same partitions') });
});
