// Writes what the files of a table hold as text, and reads it again, so that they need not be looked at.
import type { ContentColumn, TableContents } from '../table-contents.ts';

export interface KeptContents extends Omit<TableContents, 'columns'> {
  readonly columns: readonly ContentColumn[];
}

/** `name`: of the file that keeps the table. */
export function describeContents(contents: KeptContents, name: string): string {
  return JSON.stringify({ name, ...contents });
}

/** Throws for the description of a table that another file keeps: its name tells which versions of files it holds. */
export function describedContents(text: string, name: string): KeptContents {
  const { name: described, ...contents } = JSON.parse(text);
  if (described !== name) throw new Error(`It holds the table of '${described}'`);
  return contents;
}
