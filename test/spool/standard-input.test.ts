import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { spooledOnce } from '../../src/spool/standard-input.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function* input(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

test('standard input is written when first asked for, once, for its owner only', async () => {
  const folder = join(await temporaryFolder(), 'spool');
  const spooled = spooledOnce(input('a,b\n', '1,2\n'), folder);
  await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  const [one, two] = await Promise.all([spooled?.(), spooled?.()]);
  expect(two).toBe(one);
  expect(await readFile(one ?? '', 'utf8')).toBe('a,b\n1,2\n');
  expect((await stat(one ?? '')).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toHaveLength(1);
});

test('without any there is nothing to write', () => {
  expect(spooledOnce(undefined, '/nowhere')).toBeUndefined();
});
