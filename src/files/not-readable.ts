// Tells from an error of the file system why a file or folder cannot be read.
import { PathqlError } from '../errors.ts';
import { quotedPath } from '../text/path-text.ts';

/** It is not there, or not any more. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(codeOf(error));
}

export function isDenied(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(codeOf(error));
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open',
  EIO: 'the disk reported an error',
};

export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return reasons[code] ?? `the operating system answered ${code}`;
}

export function notReadable(error: unknown, writtenPath: string): PathqlError {
  const message = `Cannot read ${quotedPath(writtenPath)}: ${reasonOf(error)}`;
  return new PathqlError('file_not_readable', message, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
