// Writes what the files of a table hold as text, and reads it again, so that they need not be looked at.
import type { TableContents } from '../table-contents.ts';

export function describeContents({ copies, ...contents }: TableContents): string {
  if (copies.length > 0) throw new Error('Copies end with the process');
  return JSON.stringify(contents);
}

export function describedContents(text: string): TableContents {
  return { ...JSON.parse(text), copies: [] };
}
