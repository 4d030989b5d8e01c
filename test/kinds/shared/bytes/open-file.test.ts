// Tests that nothing waits for a pipe that has taken the place of a file.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readHead } from '../../../../src/kinds/csv/header/file-head.ts';
import { fileBytes } from '../../../../src/kinds/shared/bytes/file-bytes.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

async function pipe() {
  const path = join(await temporaryFolder(), 'x.csv');
  execFileSync('mkfifo', [path]);
  return { path, shownPath: 'x.csv' };
}

test('the head of a pipe cannot be read', async () => {
  const reading = readHead({ file: await pipe(), maxBytes: 1_000 });
  await expect(reading).rejects.toMatchObject({ code: 'file_not_readable' });
});

test.each(['none', 'gzip', 'zstd'] as const)('nor can its bytes: %s', async (compression) => {
  const reading = fileBytes(await pipe(), compression).next();
  await expect(reading).rejects.toMatchObject({ code: 'file_not_readable' });
});
