// Large files with quotes, parted into pieces.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCsvTable } from '../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../clean-copies.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const never = new AbortController().signal;
const record = (id: number) => `${id},"a, ""${id}"""\n`;
const records = (count: number) => Array.from({ length: count }, (_, id) => record(id)).join('');
const large = `id,"te\nxt"\n${records(700_000)}`;

async function openLarge(content: string, limitBytes = 1e9) {
  const folder = await temporaryFolder({ 'x.csv': content });
  const copies = copiesIn(join(folder, 'copies'), limitBytes);
  const files = [{ path: join(folder, 'x.csv'), shownPath: 'x.csv' }];
  return { folder, copies, table: await openCsvTable(files, null, { copies }) };
}

test('pieces begin with a record each and are the file together', async () => {
  const { table, copies } = await openLarge(large);
  expect(table.rowCount).toBe(700_000);
  expect(table.copies.length).toBeGreaterThan(1);
  await copies.leaseAll(table.copies, never);
  const pieces = await Promise.all(table.copies.map(({ path }) => readFile(path, 'utf8')));
  expect(pieces.join('') === large).toBe(true);
  for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\d+,"a, ""\d+"""\n/);
  expect(table.groups.map(({ dialect }) => dialect.hasHeader)).toEqual([true, false]);
  expect(table.groups.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(
    table.copies.map(({ path }) => path),
  );
});

test.each([
  ['small', `a\n${'"x"\n'.repeat(1_000)}`, 1e9],
  [
    'without quotes and empty lines',
    large.replaceAll('"', '').replace('te\nxt', 't').replaceAll(', ', ' '),
    1e9,
  ],
  ['with more bytes than there is room for', large, 1e6],
])('a file is read as it is: one that is %s', async (_, content, room) => {
  const { table } = await openLarge(content, room);
  expect(table.copies).toEqual([]);
});

test('a file with empty lines is parted, too', async () => {
  const { table } = await openLarge(`a,b\n${`${'x'.repeat(100)},1\n\n`.repeat(100_000)}`);
  expect(table.rowCount).toBe(100_000);
  expect(table.copies.length).toBeGreaterThan(1);
});

test('a clean copy is read as it is', async () => {
  const { table, copies } = await openLarge(large.replace('"a, ""0"""', '"a, ""0""" '));
  expect(table.copies).toHaveLength(1);
  await copies.leaseAll(table.copies, never);
  expect(table.groups).toMatchObject([
    { files: [{ path: table.copies[0]?.path }], dialect: { hasHeader: false } },
  ]);
});
