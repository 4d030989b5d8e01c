// Tests that a pattern with too much to look at ends.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expandGlob } from '../../src/files/expand-glob.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('a pattern ends after so many names, however many stars it has', async () => {
  const base = await temporaryFolder({});
  // Links that lead to each other across make more ways than a disk holds.
  for (const letter of 'abcdefghij') await mkdir(join(base, letter));
  for (const from of 'abcdefghij') {
    for (const to of 'abcdefghij') await symlink(join(base, to), join(base, from, to));
  }
  const unreadable = (folder: string) => new Error(`unreadable: ${folder}`);
  await expect(
    expandGlob(join(base, '**/**/*.csv'), { mayEnter: () => true, unreadable }),
  ).rejects.toMatchObject({
    code: 'file_not_allowed',
    message: expect.stringContaining('more than 100,000 files and folders'),
  });
});
