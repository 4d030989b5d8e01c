// Writes what the files of a table hold as text, and reads it again, so that they need not be looked at.
import type { TableContents } from '../table-contents.ts';

/** `name`: of the file that keeps the table. */
export function describeContents({ copies, ...contents }: TableContents, name: string): string {
  if (copies.length > 0) throw new Error('Copies end with the process');
  return JSON.stringify({ name, ...contents });
}

/** Throws for the description of a table that another file keeps: its name tells which versions of files it holds. */
export function describedContents(text: string, name: string): TableContents {
  const { name: described, ...contents } = JSON.parse(text);
  if (described !== name) throw new Error(`It holds the table of '${described}'`);
  return { ...contents, copies: [] };
}
