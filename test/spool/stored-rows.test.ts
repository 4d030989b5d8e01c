import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsInFile, rowsInMemory, type StoredRows } from '../../src/spool/stored-rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openHandles } from '../test-engine.ts';

async function textOf(rows: StoredRows): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of rows.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('rows in memory', async () => {
  const rows = rowsInMemory(Buffer.from('[1],[2]'));
  expect(await textOf(rows)).toBe('[1],[2]');
  expect(rows.file).toBeNull();
  await rows.close();
  await rows.close();
});

test.each([
  ['few', '[1],[2]'],
  ['more than are read at once', 'x'.repeat(2_500_000)],
  ['none', ''],
])('rows in a file, without its margins: %s', async (_, text) => {
  const folder = await temporaryFolder({ rows: ` ${text} ` });
  const rows = rowsInFile({ path: join(folder, 'rows'), marginBytes: 1 });
  expect(await textOf(rows)).toBe(text);
  await rows.close();
  expect(await readdir(folder)).toEqual([]);
  await rows.close();
});

test('a reader that leaves holds no file open', async () => {
  const folder = await temporaryFolder({ rows: 'x'.repeat(5_000_000) });
  const rows = rowsInFile({ path: join(folder, 'rows'), marginBytes: 0 });
  const handles = await openHandles();
  for await (const part of rows.read()) {
    expect(part.length).toBe(2 ** 16);
    break;
  }
  expect(await openHandles()).toBe(handles);
  await rows.close();
  expect(await readdir(folder)).toEqual([]);
});

test('rows that were closed are gone', async () => {
  const folder = await temporaryFolder({ rows: '[1]' });
  const rows = rowsInFile({ path: join(folder, 'rows'), marginBytes: 0 });
  await rows.close();
  await expect(textOf(rows)).rejects.toMatchObject({ code: 'ENOENT' });
});
