// Writes paths into messages and statements, and refuses texts that are no paths anywhere.
import { PathqlError } from '../errors.ts';
import { literal } from './sql-text.ts';

/** A path in a message, as the user wrote it. */
export function quotedPath(path: string): string {
  const shown = path.length > 300 ? `${path.slice(0, 300)}…` : path;
  return `'${shown.replaceAll('\0', '\\0')}'`;
}

/** What keeps a text from being a path; null where nothing does. */
export function pathFault(path: string): string | null {
  if (path.trim() === '') return 'the path is empty';
  return path.includes('\0') ? 'the path contains a NUL character' : null;
}

/** As SQL has it behind FROM. Throws file_not_allowed: an error of the statement would show what was put round the path. */
export function pathLiteral(path: string): string {
  const fault = pathFault(path);
  if (fault === null) return literal(path);
  throw new PathqlError('file_not_allowed', `Cannot read ${quotedPath(path)}: ${fault}`);
}
