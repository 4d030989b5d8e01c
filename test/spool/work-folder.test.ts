import { mkdir, readdir, stat } from 'node:fs/promises';
import { Server } from 'node:net';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createInnerFolder, createWorkFolder } from '../../src/spool/work-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { makeOld, startOwner } from './folder-owner.ts';

test('a work folder is private and gone once removed, twice over', async () => {
  const parent = await temporaryFolder();
  const folder = await createWorkFolder(parent);
  expect((await stat(folder.path)).mode & 0o077).toBe(0);
  expect((await readdir(folder.path)).sort()).toEqual(['cache', 'owner', 'spill', 'spool']);
  await folder.remove();
  await folder.remove();
  expect(await readdir(parent)).toEqual([]);
});

test.each([
  ['/nowhere', 'there is no such folder'],
  ['/dev/null', 'it is no folder'],
])('in %s there can be none: %s', async (parent, reason) => {
  await expect(createWorkFolder(parent)).rejects.toMatchObject({
    code: 'setting_invalid',
    message: `Cannot make temporary files in '${parent}': ${reason}. TMPDIR names another folder`,
  });
});

test('what a killed process left is removed by the next start', async () => {
  const parent = await temporaryFolder();
  const owner = await startOwner(parent);
  if (owner === null) throw new Error('no second process');
  await owner.kill();
  await makeOld(owner.path);
  const next = await createWorkFolder(parent);
  expect(await readdir(parent)).toEqual([basename(next.path)]);
});

test('also when the dead process had the number of the next one', async ({ skip }) => {
  const parent = await temporaryFolder();
  const asFirstProcess = ['unshare', '--pid', '--fork', '--kill-child'];
  const dead = await startOwner(parent, asFirstProcess);
  if (dead === null) return skip('no process can have a number of its own here');
  await dead.kill();
  await makeOld(dead.path);
  const next = await startOwner(parent, asFirstProcess);
  expect([dead.pid, next?.pid]).toEqual([1, 1]);
  expect(await readdir(parent)).toEqual([basename(next?.path ?? '')]);
});

test('the folder of a living process stays, however old it is', async () => {
  const parent = await temporaryFolder();
  const owner = await startOwner(parent);
  if (owner === null) throw new Error('no second process');
  await makeOld(owner.path);
  const next = await createWorkFolder(parent);
  const last = await createWorkFolder(parent);
  const names = [owner.path, next.path, last.path].map((path) => basename(path));
  expect((await readdir(parent)).sort()).toEqual(names.sort());
  expect((await readdir(owner.path)).sort()).toEqual(['cache', 'owner', 'spill', 'spool']);
});

test('a folder whose owner may only be about to listen stays', async () => {
  const parent = await temporaryFolder();
  const owner = await startOwner(parent);
  if (owner === null) throw new Error('no second process');
  await owner.kill();
  await createWorkFolder(parent);
  expect(await readdir(parent)).toContain(basename(owner.path));
});

test('folders of others stay: of another system, of one that may be about to listen, of another program', async () => {
  const parent = await temporaryFolder();
  const prefix = basename((await createWorkFolder(parent)).path).replace(/[^-]+$/, '');
  const others = ['pathql-0badbeef-a1b2c3', `${prefix}a1b2c3`, 'someone-else'];
  for (const name of others) await mkdir(join(parent, name, 'spool'), { recursive: true });
  await createWorkFolder(parent);
  expect(await readdir(parent)).toEqual(expect.arrayContaining(others));
});

describe.each([
  ['ASCII', 'x'.repeat(100)],
  // Fewer characters than a path of a socket may have bytes.
  ['two bytes a letter', 'é'.repeat(40)],
  ['several folders', join(...Array.from({ length: 5 }, () => 'y'.repeat(200)))],
])('below a path that is too long for a socket: %s', (_, name) => {
  const longFolder = async () => {
    const top = await temporaryFolder();
    const parent = join(top, name);
    await mkdir(parent, { recursive: true });
    return { top, parent };
  };

  test('a work folder is private, complete and gone once removed', async () => {
    const { top, parent } = await longFolder();
    const workingFolder = process.cwd();
    const folder = await createWorkFolder(parent);
    expect(process.cwd()).toBe(workingFolder);
    expect((await stat(folder.path)).mode & 0o077).toBe(0);
    expect((await readdir(folder.path)).sort()).toEqual(['cache', 'owner', 'spill', 'spool']);
    expect(await readdir(top)).toHaveLength(1);
    await folder.remove();
    expect(await readdir(parent)).toEqual([]);
    expect(process.cwd()).toBe(workingFolder);
  });

  test('what a killed process left is removed, and the folder of a living one stays', async () => {
    const { parent } = await longFolder();
    const [killed, living] = [await startOwner(parent), await startOwner(parent)];
    if (killed === null || living === null) throw new Error('no second process');
    await killed.kill();
    for (const { path } of [killed, living]) await makeOld(path);
    const next = await createWorkFolder(parent);
    const names = [living.path, next.path].map((path) => basename(path));
    expect((await readdir(parent)).sort()).toEqual(names.sort());
  });
});

test('a process that ended before it could listen leaves nothing for ever', async () => {
  const parent = await temporaryFolder();
  const prefix = basename((await createWorkFolder(parent)).path).replace(/[^-]+$/, '');
  const left = join(parent, `${prefix}a1b2c3`);
  await mkdir(left);
  await makeOld(left, '.');
  await createWorkFolder(parent);
  expect(await readdir(parent)).not.toContain(basename(left));
});

test('where no socket can be, only the owner removes its folder', async () => {
  const parent = await temporaryFolder();
  const listening = vi.spyOn(Server.prototype, 'listen').mockImplementation(() => {
    throw new Error('no sockets here');
  });
  onTestFinished(() => listening.mockRestore());
  const folder = await createWorkFolder(parent);
  listening.mockRestore();
  await makeOld(folder.path);
  await makeOld(folder.path, '.');
  const next = await createWorkFolder(parent);
  expect(await readdir(parent)).toContain(basename(folder.path));
  await Promise.all([folder.remove(), next.remove()]);
  expect(await readdir(parent)).toEqual([]);
});

test('an inner folder goes alone, or with the one it is in', async () => {
  const outer = await createWorkFolder(await temporaryFolder());
  const [one, two] = [await createInnerFolder(outer, 'one'), await createInnerFolder(outer, 'two')];
  expect((await stat(one.spool)).mode & 0o077).toBe(0);
  await one.remove();
  expect(await readdir(outer.path)).toContain('two');
  await outer.remove();
  await expect(stat(two.path)).rejects.toMatchObject({ code: 'ENOENT' });
});
