import { spawnSync } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkFolder } from '../../../src/engine/duckdb/work-folder.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('a work folder is private and gone once removed, twice over', async () => {
  const parent = await temporaryFolder();
  const folder = await createWorkFolder(parent);
  expect((await stat(folder.path)).mode & 0o077).toBe(0);
  expect(await readdir(folder.path)).toEqual(['cache', 'spill', 'spool']);
  await folder.remove();
  await folder.remove();
  expect(await readdir(parent)).toEqual([]);
});

test('what a dead process of this host left is removed, what others own is kept', async () => {
  const parent = await temporaryFolder();
  const mine = await createWorkFolder(parent);
  const ended = spawnSync(process.execPath, ['--version']).pid;
  const [start] = basename(mine.path).split(`-${process.pid}-`);
  await mkdir(join(parent, `${start}-${ended}-aaaaaa`, 'cache'), { recursive: true });
  await mkdir(join(parent, `pathql-0badbeef-${ended}-otherhost`));
  await mkdir(join(parent, 'someone-else'));
  const next = await createWorkFolder(parent);
  expect((await readdir(parent)).sort()).toEqual(
    [
      basename(mine.path),
      basename(next.path),
      `pathql-0badbeef-${ended}-otherhost`,
      'someone-else',
    ].sort(),
  );
});
