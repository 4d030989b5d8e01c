// Opens a file to be read, and nothing else: a pipe may have taken its place since it was looked at.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Never waits for the writer of a pipe. */
export async function openFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw new Error('It is no file');
  } catch (error) {
    await handle.close();
    throw error;
  }
}
