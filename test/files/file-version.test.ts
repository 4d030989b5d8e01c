import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileVersion, readFileVersion } from '../../src/files/file-version.ts';
import { temporaryFolder, writeOld } from '../temporary-folder.ts';

test('two looks at an unchanged file have one key', async () => {
  const path = join(await temporaryFolder({ 'x.csv': 'a\n1\n' }), 'x.csv');
  expect(readFileVersion(path).key).toBe(readFileVersion(path).key);
});

describe('the key differs', () => {
  test('after a write of the same size that keeps the time of change', async () => {
    const path = join(await temporaryFolder({ 'x.csv': 'a\n1\n' }), 'x.csv');
    const before = readFileVersion(path);
    await writeOld(path, 'a\n2\n');
    expect(readFileVersion(path).key).not.toBe(before.key);
  });

  test('after another file replaced it', async () => {
    const folder = await temporaryFolder({ 'x.csv': 'a\n1\n', 'y.csv': 'a\n2\n' });
    const path = join(folder, 'x.csv');
    const before = readFileVersion(path);
    await rename(join(folder, 'y.csv'), path);
    expect(readFileVersion(path).key).not.toBe(before.key);
  });
});

describe('a version is settled', () => {
  const now = 1_700_000_000_000;
  test.each([
    ['a fine time stamp of just now', now - 5, 123_456n, false],
    ['a fine time stamp of a while ago', now - 500, 123_456n, true],
    ['a whole second of a while ago', now - 2_000, 0n, false],
    ['a whole second of long ago', now - 4_000, 0n, true],
    ['a time in the future', now + 60_000, 123_456n, false],
  ])('%s', async (_, changedMs, nanoseconds, expected) => {
    const path = join(await temporaryFolder({ 'x.csv': '' }), 'x.csv');
    await writeFile(path, 'a\n1\n');
    const stats = await stat(path, { bigint: true });
    const changedNs = BigInt(changedMs) * 1_000_000n + nanoseconds;
    const dated = Object.assign(stats, { mtimeNs: changedNs, ctimeNs: changedNs });
    expect(fileVersion(path, dated, now).isSettled).toBe(expected);
  });

  test('when both of its time stamps are old', async () => {
    const path = join(await temporaryFolder({ 'x.csv': 'a\n1\n' }), 'x.csv');
    const [old, recent] = [now - 60_000, now - 5].map((ms) => BigInt(ms) * 1_000_000n + 123_456n);
    const isSettled = async (times: object) => {
      const stats = await stat(path, { bigint: true });
      return fileVersion(path, Object.assign(stats, times), now).isSettled;
    };
    expect(await isSettled({ mtimeNs: old, ctimeNs: old })).toBe(true);
    expect(await isSettled({ mtimeNs: old, ctimeNs: recent })).toBe(false);
    expect(await isSettled({ mtimeNs: recent, ctimeNs: old })).toBe(false);
  });
});
