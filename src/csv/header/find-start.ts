// Finds the first record of a text: after the lines to skip, a line that names the delimiter, and comments.
import { countLineBreaks } from '../bytes/file-text.ts';
import type { ReadOptions } from '../read-options.ts';
import { nextLine } from '../rewrite/read-record.ts';

export interface Start {
  /** Characters before the first record. */
  readonly at: number;
  /** Of the first record, counted from 1. */
  readonly line: number;
  /** That the file names itself. */
  readonly delimiter: string | null;
}

/** As spreadsheets write and read it: `sep=;`. */
const delimiterLine = /"?sep=([^\r\n"])"?[\r\n]+/iuy;

export function findStart(text: string, { skip = 0, comment = '' }: ReadOptions): Start {
  let at = 0;
  for (let left = skip; left > 0; left--) at = nextLine(text, at);
  delimiterLine.lastIndex = at;
  const delimiter = delimiterLine.exec(text)?.[1] ?? null;
  if (delimiter !== null) at = nextLine(text, at);
  while (comment !== '' && text.startsWith(comment, at)) at = nextLine(text, at);
  return { at, line: 1 + countLineBreaks(text.slice(0, at)), delimiter };
}
