// Opens a file to be read, and nothing else: a pipe may have taken its place since it was looked at.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PathqlError } from '../../../errors.ts';
import type { SourceFile } from '../source-file.ts';

/** Never waits for the writer of a pipe. Rejects with file_not_readable. */
export async function openFile(file: SourceFile): Promise<FileHandle> {
  try {
    return await openPlain(file.path);
  } catch (cause) {
    throw notReadable(file, cause);
  }
}

async function openPlain(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new Error('It is no file');
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function notReadable({ shownPath }: SourceFile, cause: unknown): PathqlError {
  return new PathqlError('file_not_readable', `The file '${shownPath}' cannot be read`, { cause });
}
