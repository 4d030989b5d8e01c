import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutputDestination } from '../../../src/cli/output/output-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathql-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function openFile(path: string) {
  const target = await openOutputDestination(path);
  if (target.kind !== 'file') throw new Error('expected a file');
  return target.file;
}

test('what is kept replaces the target as a whole', async () => {
  const path = join(folder, 'out.csv');
  writeFileSync(path, 'old');
  const file = await openFile(path);
  writeFileSync(file.temporaryPath, 'new');
  expect(readFileSync(path, 'utf8')).toBe('old');
  await file.keep();
  await file.discard();
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['out.csv']);
});

test('a link without a file behind it keeps pointing where the new file is', async () => {
  symlinkSync('real.csv', join(folder, 'first.csv'));
  symlinkSync('first.csv', join(folder, 'link.csv'));
  const file = await openFile(join(folder, 'link.csv'));
  writeFileSync(file.temporaryPath, 'new');
  await file.keep();
  expect(readFileSync(join(folder, 'real.csv'), 'utf8')).toBe('new');
  expect(lstatSync(join(folder, 'link.csv')).isSymbolicLink()).toBe(true);
});

test.each([
  ['a link into no folder', () => 'nowhere.csv', 'its folder does not exist'],
  ['a folder that takes no files', () => '/proc/out.csv', 'no file can be made in its folder'],
])('refused: %s', async (_, path, reason) => {
  symlinkSync(join(folder, 'none', 'x.csv'), join(folder, 'nowhere.csv'));
  await expect(openOutputDestination(resolve(folder, path()))).rejects.toMatchObject({
    code: 'output_not_writable',
    message: expect.stringContaining(reason),
  });
});

test('what is discarded leaves no trace', async () => {
  const path = join(folder, 'out.csv');
  const file = await openFile(path);
  writeFileSync(file.temporaryPath, 'half');
  await file.discard();
  expect(readdirSync(folder)).toEqual([]);
});

test('the target keeps its mode, and a link keeps pointing', async () => {
  const real = join(folder, 'real.csv');
  const link = join(folder, 'link.csv');
  writeFileSync(real, 'old');
  chmodSync(real, 0o640);
  symlinkSync(real, link);
  const file = await openFile(link);
  writeFileSync(file.temporaryPath, 'new');
  await file.keep();
  expect(readFileSync(real, 'utf8')).toBe('new');
  expect(statSync(real).mode & 0o777).toBe(0o640);
});

test('a device is written to, not replaced', async () => {
  expect(await openOutputDestination('/dev/null')).toEqual({ kind: 'device', path: '/dev/null' });
});

describe('refused', () => {
  test.each([
    ['missing/out.csv', 'its folder does not exist'],
    ['.', 'it is a folder'],
    ['file/out.csv', 'its folder is a file'],
  ])('%s: %s', async (name, reason) => {
    writeFileSync(join(folder, 'file'), '');
    const path = `${folder}/${name}`;
    await expect(openOutputDestination(path)).rejects.toMatchObject({
      code: 'output_not_writable',
      message: `Cannot write '${path}': ${reason}`,
    });
  });
});
