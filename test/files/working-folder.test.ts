// Tests what a web page of another origin reads where there is no data folder: the working folder, and no more.
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workingFolderRoot } from '../../src/files/data-root.ts';
import { listFiles } from '../../src/files/list-files.ts';
import { resolvePath } from '../../src/files/resolve-path.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function setUp() {
  const parent = await temporaryFolder({
    'outside.csv': 'a\n1\n',
    'work/x.csv': 'a\n1\n',
    'work/sub/y.csv': 'a\n1\n',
    'work/secret.env': 'a\n1\n',
  });
  const base = join(parent, 'work');
  await symlink(join(parent, 'outside.csv'), join(base, 'link.csv'));
  return { parent, root: workingFolderRoot({ base, confines: false, isOfAsker: true }) };
}

test.each([
  ['x.csv', ['x.csv']],
  ['./sub/y.csv', ['./sub/y.csv']],
  ['**/*y.csv', ['sub/y.csv']],
])('%s is read', async (path, files) => {
  const { root } = await setUp();
  expect((await resolvePath(root, path)).map(({ shownPath }) => shownPath)).toEqual(files);
});

test.each([
  (parent: string) => join(parent, 'outside.csv'),
  (parent: string) => join(parent, 'missing.csv'),
  (parent: string) => join(parent, 'work/x.csv'),
  (parent: string) => join(parent, '*.csv'),
  () => '../outside.csv',
  () => '../*.csv',
  () => 'sub/../x.csv',
  () => 'sub\\..\\x.csv',
  () => '*/../../outside.csv',
  () => 'link.csv',
  () => 'secret.env',
  () => '/proc/self/environ',
])('%s is not, whether it exists or not', async (pathIn) => {
  const { parent, root } = await setUp();
  const refused = resolvePath(root, pathIn(parent));
  await expect(refused).rejects.toMatchObject({ code: 'file_not_allowed' });
});

test('a name that is missing suggests nothing that could not be read', async () => {
  const { root } = await setUp();
  await expect(resolvePath(root, 'secret.csv')).rejects.toMatchObject({
    message: expect.not.stringContaining('secret.env'),
  });
});

test('links that lead outside are not listed', async () => {
  const { root } = await setUp();
  const { files } = await listFiles(root, {});
  expect(files.map(({ path }) => path)).toEqual(['x.csv', 'sub/y.csv']);
});

test('with a data folder nothing is narrower', () => {
  const root = { base: '/data', confines: true };
  expect(workingFolderRoot(root)).toBe(root);
});
