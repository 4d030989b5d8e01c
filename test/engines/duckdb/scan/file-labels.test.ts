// Columns that are made of the path of a file: its name, and the partitions of its folders.
import { expect, test } from 'vitest';
import { untilSettled } from '../../../temporary-folder.ts';
import { askRows, testEngine, untilLoaded } from '../../../test-engine.ts';

const files = {
  'sales/year=2024/month=01/a.csv': 'id,total\n1,2.5\n2,3\n',
  'sales/year=2025/month=02/b.csv': 'id,total\n3,4\n',
};

test('filename is the path of the file of each row, as queries write it', async () => {
  const { engine, folder } = await testEngine(files);
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

test('filename can have another name', async () => {
  const { engine } = await testEngine({ 'x.csv': 'filename\n1\n' });
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
  const { engine, folder } = await testEngine(files);
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
  const { engine } = await testEngine({
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
  const { engine } = await testEngine({ 'q/a=1/x.csv': 'v\n1\n', 'q/b=1/x.csv': 'v\n1\n' });
  await expect(
    askRows(engine, "SELECT * FROM read_csv('q/**/*.csv', hive_partitioning=true)"),
  ).rejects.toMatchObject({ message: expect.stringContaining('the same partitions') });
});
