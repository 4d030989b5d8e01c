// Folders for one test, with files in them, gone after it.
import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { readFileVersion } from '../src/files/file-version.ts';

/** An absolute path, links followed. File contents by relative path. */
export async function temporaryFolder(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'pathql-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await writeOld(join(folder, name), content);
  return folder;
}

/** Writes a file and dates its last modification back. */
export async function writeOld(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const past = Date.now() / 1000 - 60;
  await utimes(path, past, past);
}

/** Resolves once the versions of all files in the folder can be trusted by their time stamps. */
export async function untilSettled(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    while (!readFileVersion(path).isSettled) await wait(5);
  }
}
