import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { expandGlob } from '../../src/files/expand-glob.ts';
import { limits } from '../../src/limits.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const mayEnter = () => true;
const unreadable = (folder: string) => new Error(`unreadable: ${folder}`);

const files = {
  'a.csv': '',
  'b.txt': '',
  '.hidden.csv': '',
  'one/a.csv': '',
  'one/two/a.csv': '',
  'one/two/three/b.csv': '',
  '.git/a.csv': '',
  'other/two/a.csv': '',
};

async function found(pattern: string): Promise<string[]> {
  const base = await temporaryFolder(files);
  const paths = await expandGlob(join(base, pattern), { mayEnter, unreadable });
  return paths.map((path) => path.slice(base.length + 1));
}

describe('the files behind a pattern', () => {
  test.each([
    ['*.csv', ['a.csv']],
    ['.*.csv', ['.hidden.csv']],
    ['*/a.csv', ['one/a.csv']],
    ['**/a.csv', ['a.csv', 'one/a.csv', 'one/two/a.csv', 'other/two/a.csv']],
    ['**/**/a.csv', ['a.csv', 'one/a.csv', 'one/two/a.csv', 'other/two/a.csv']],
    ['**/two/*.csv', ['one/two/a.csv', 'other/two/a.csv']],
    ['**/two/**/*.csv', ['one/two/a.csv', 'one/two/three/b.csv', 'other/two/a.csv']],
    ['one/**', ['one/a.csv', 'one/two/a.csv', 'one/two/three/b.csv']],
    ['*/two/a.csv', ['one/two/a.csv', 'other/two/a.csv']],
    ['.git/*.csv', ['.git/a.csv']],
    ['nothing/*.csv', []],
    ['a.csv/*', []],
  ])('%s', async (pattern, expected) => {
    expect(await found(pattern)).toEqual(expected);
  });

  test('links are followed, and not in circles', async () => {
    const base = await temporaryFolder({ 'one/a.csv': '' });
    await symlink(base, join(base, 'one', 'up'));
    await symlink(join(base, 'one'), join(base, 'again'));
    const paths = await expandGlob(join(base, '**/*.csv'), { mayEnter, unreadable });
    expect(paths).toEqual([join(base, 'again/a.csv'), join(base, 'one/a.csv')]);
  });

  test('nothing is looked at that may not be entered', async () => {
    const base = await temporaryFolder({ 'one/a.csv': '', 'two/a.csv': '' });
    const options = { unreadable, mayEnter: (folder: string) => !folder.endsWith('one') };
    const paths = await expandGlob(join(base, '*/*.csv'), options);
    expect(paths).toEqual([join(base, 'two/a.csv')]);
  });
});

describe('a pattern ends', () => {
  test('with the reason of its signal', async () => {
    const base = await temporaryFolder({ 'a.csv': '' });
    const signal = AbortSignal.abort(new PathqlError('timed_out', 'Too late'));
    await expect(
      expandGlob(join(base, '**/*'), { mayEnter, unreadable, signal }),
    ).rejects.toMatchObject({
      code: 'timed_out',
    });
  });

  test('before it begins when a part has too many stars', async () => {
    const pattern = `/tmp/${'*a'.repeat(limits.patternStars.most + 1)}`;
    await expect(expandGlob(pattern, { mayEnter, unreadable })).rejects.toMatchObject({
      code: 'file_not_allowed',
    });
  });
});
