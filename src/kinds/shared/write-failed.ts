// Tells why a copy of a file could not be written.
import { PathqlError } from '../../errors.ts';

/** Throws disk_full, or the cause. */
export function writeFailed(cause: NodeJS.ErrnoException): never {
  const isFull = cause.code === 'ENOSPC' || cause.code === 'EDQUOT';
  if (!isFull) throw cause;
  const message = 'A file could not be prepared for reading: the disk of the work folder is full';
  throw new PathqlError('disk_full', message, { cause });
}
