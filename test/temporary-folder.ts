// Folders for one test, with files in them, gone after it.
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An absolute path, links followed. File contents by relative path. */
export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pathql-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files))
    await writeSettled(join(folder, name), content);
  return folder;
}

/** Writes a file and dates it back, so that its version can be trusted at once. */
export async function writeSettled(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const past = Date.now() / 1000 - 60;
  await utimes(path, past, past);
}
