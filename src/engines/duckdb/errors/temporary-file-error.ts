// Tells why a temporary file could not be opened or written: the disk is full, or someone has removed the folder.
import { asPathqlError, diskFullMessage, PathqlError } from '../../../errors.ts';

export class TemporaryFolderGone extends PathqlError {
  constructor(cause: unknown) {
    const message =
      'The folder for temporary files was removed while the service runs: the query could not be finished. Ask again';
    super('internal', message, { cause });
  }
}

/** Null when `thrown` is about something else. `isTemporary` tells whether a path is that of a temporary file. */
export function temporaryFileError(
  thrown: unknown,
  isTemporary: (path: string) => boolean,
): PathqlError | null {
  if (isOfNode(thrown)) return thrown.code === 'ENOSPC' ? asPathqlError(thrown) : null;
  const message = thrown instanceof Error ? thrown.message : '';
  const unopened = /^IO Error: Cannot open file "(.*)": ([^"]*)$/s.exec(message);
  if (unopened === null) return null;
  const [, path = '', reason = ''] = unopened;
  if (!isTemporary(path)) return null;
  if (reason.startsWith('No space left')) {
    return new PathqlError('disk_full', diskFullMessage, { cause: thrown });
  }
  return reason.startsWith('No such file') ? new TemporaryFolderGone(thrown) : null;
}

/** DuckDB's errors have no code. */
function isOfNode(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'code' in thrown && !(thrown instanceof PathqlError);
}
