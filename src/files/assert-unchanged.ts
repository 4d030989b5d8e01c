// Checks that files are still what they were when a query began.
import { PathqlError } from '../errors.ts';
import { type FileVersion, readFileVersion } from './file-version.ts';
import type { DataFile } from './resolve-path.ts';

/** Throws file_changed. */
export function assertUnchanged(files: readonly DataFile[]): void {
  const changed = files.find(({ version }) => !isUnchanged(version));
  if (changed === undefined) return;
  const message = `The file '${changed.shownPath}' changed while it was read. Run the query again once it is complete`;
  throw new PathqlError('file_changed', message);
}

function isUnchanged(version: FileVersion): boolean {
  try {
    return readFileVersion(version.path).key === version.key;
  } catch {
    return false;
  }
}
