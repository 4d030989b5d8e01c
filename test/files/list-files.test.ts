import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from '../../src/files/list-files.ts';
import { asOrdinaryUser } from '../ordinary-user.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const csv = 'n\n1\n';
const filesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, csv]));

async function pathsBelow(base: string, under?: string, confines = true): Promise<string[]> {
  const { files } = await listFiles({ base, confines }, { ...(under !== undefined && { under }) });
  return files.map(({ path }) => path);
}

test('data files, nearest first, with size and time', async () => {
  const base = await temporaryFolder(
    filesOf([
      'b/x.csv',
      'a/b/c.tsv',
      'z.CSV',
      'y.txt.gz',
      'note.md',
      '.hidden/x.csv',
      'node_modules/x.csv',
      '.x.csv',
    ]),
  );
  expect(await pathsBelow(base)).toEqual(['y.txt.gz', 'z.CSV', 'b/x.csv', 'a/b/c.tsv']);
  const { files, isCut } = await listFiles({ base, confines: true }, {});
  expect(isCut).toBe(false);
  expect(files[0]).toEqual({ path: 'y.txt.gz', size: 4, modifiedMs: expect.any(Number) });
  expect(Math.abs(Date.now() - 60_000 - Number(files[0]?.modifiedMs))).toBeLessThan(30_000);
});

test('says so where folders cannot be read', async () => {
  const list = await asOrdinaryUser('src/files/list-files.ts', listFiles);
  const base = await temporaryFolder(filesOf(['a/x.csv', 'closed/y.csv']));
  await chmod(base, 0o755);
  const root = { base, confines: true };
  expect(await list(root, {})).toMatchObject({ isCut: false, fileCount: 2 });
  await chmod(join(base, 'closed'), 0o000);
  expect(await list(root, {})).toMatchObject({
    files: [{ path: 'a/x.csv' }],
    isCut: true,
    fileCount: null,
  });
  await chmod(base, 0o000);
  await expect(list(root, {})).rejects.toMatchObject({
    code: 'file_not_readable',
    message: expect.stringContaining("Cannot list '.': permission denied"),
  });
  await chmod(base, 0o755);
  await chmod(join(base, 'closed'), 0o755);
});

test('only below a folder, with paths as a query writes them', async () => {
  const base = await temporaryFolder(filesOf(['a/x.csv', 'a/b/y.csv', 'c.csv']));
  expect(await pathsBelow(base, 'a')).toEqual(['a/x.csv', 'a/b/y.csv']);
  expect(await pathsBelow(base, './a/../a/b/')).toEqual(['a/b/y.csv']);
});

describe.each([true, false])('with a data folder: %s', (confines) => {
  test.each([
    '..',
    '/',
    '/etc',
    'a/../..',
    'c.csv',
    'none',
    '',
    'out',
  ])('refuses %j', async (under) => {
    const outside = await temporaryFolder(filesOf(['secret.csv']));
    const base = await temporaryFolder(filesOf(['a/x.csv', 'c.csv']));
    await symlink(outside, join(base, 'out'));
    await expect(pathsBelow(base, under, confines)).rejects.toMatchObject({
      name: 'PathqlError',
      message: expect.stringContaining(`'${under}'`),
    });
  });

  test('links count where a query may follow them, and circles end', async () => {
    const outside = await temporaryFolder(filesOf(['secret.csv']));
    const base = await temporaryFolder(filesOf(['a/x.csv']));
    await symlink(base, join(base, 'a/circle'));
    await symlink(outside, join(base, 'out'));
    await symlink(join(base, 'a/x.csv'), join(base, 'link.csv'));
    await symlink(join(outside, 'secret.csv'), join(base, 'secret.csv'));
    await symlink(join(base, 'gone'), join(base, 'broken.csv'));
    const shown = confines ? ['link.csv', 'a/x.csv'] : ['link.csv', 'secret.csv', 'a/x.csv'];
    expect(await pathsBelow(base, undefined, confines)).toEqual(shown);
  });
});

describe('in pages', () => {
  const names = ['b.csv', 'a.csv', 'z/1.csv', 'c/10.csv', 'c/9.csv', 'c/d/e.csv', 'B.csv'];
  const all = ['B.csv', 'a.csv', 'b.csv', 'c/10.csv', 'c/9.csv', 'z/1.csv', 'c/d/e.csv'];

  test.each([1, 2, 3, 7, 8])('of %d, each file is in one of them', async (limit) => {
    const base = await temporaryFolder(filesOf(names));
    const found: string[] = [];
    for (let isCut = true; isCut; ) {
      const after = found.at(-1);
      const request = { limit, ...(after !== undefined && { after }) };
      const page = await listFiles({ base, confines: true }, request);
      expect(page.fileCount).toBe(all.length);
      found.push(...page.files.map(({ path }) => path));
      isCut = page.isCut;
    }
    expect(found).toEqual(all);
  });

  test('a file that is gone is no end of them', async () => {
    const base = await temporaryFolder(filesOf(names));
    const { files } = await listFiles({ base, confines: true }, { after: 'c/99.csv' });
    expect(files.map(({ path }) => path)).toEqual(['z/1.csv', 'c/d/e.csv']);
  });

  test('only those whose paths hold all words', async () => {
    const base = await temporaryFolder(filesOf(names));
    const request = { matching: ' CSV  c/ ', limit: 2 };
    const page = await listFiles({ base, confines: true }, request);
    expect(page.files.map(({ path }) => path)).toEqual(['c/10.csv', 'c/9.csv']);
    expect(page).toMatchObject({ isCut: true, fileCount: 3 });
  });

  test('with the files of each folder counted, on whatever page', async () => {
    const base = await temporaryFolder(filesOf(names));
    const request = { limit: 1, countsFolders: true };
    const folders = [
      { path: '.', files: 3 },
      { path: 'c', files: 2 },
      { path: 'z', files: 1 },
      { path: 'c/d', files: 1 },
    ];
    expect(await listFiles({ base, confines: true }, request)).toMatchObject({ folders });
  });
});

test('nobody waits: it stops', async () => {
  const names = Array.from({ length: 600 }, (_none, index) => `${index}.csv`);
  const base = await temporaryFolder(filesOf(names));
  const signal = AbortSignal.abort();
  await expect(listFiles({ base, confines: true }, { signal })).rejects.toMatchObject({
    code: 'cancelled',
  });
});
