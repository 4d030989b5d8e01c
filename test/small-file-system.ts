// Mounts a file system that is soon full, until the test ends.
import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** A file system of so many bytes; null where none can be mounted. */
export async function smallFileSystem(bytes: number): Promise<string | null> {
  const folder = join(await temporaryFolder(), 'small');
  await mkdir(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}
