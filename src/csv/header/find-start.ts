// Finds the first record of a text: after the lines to skip, a line that names the delimiter, and comments.
import { countLineBreaks } from '../bytes/file-text.ts';
import type { ReadOptions } from '../read-options.ts';
import { nextLine, RecordReader, type TextSyntax } from '../rewrite/read-record.ts';
import { delimiters } from './dialect.ts';

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

export function findStart(
  text: string,
  { skip = 0, comment = '', delimiter }: ReadOptions,
  syntax: Omit<TextSyntax, 'delimiter'>,
): Start {
  const readers = (delimiter === undefined ? delimiters : [delimiter]).map(
    (candidate) => new RecordReader({ ...syntax, delimiter: candidate }),
  );
  let at = 0;
  for (let left = skip; left > 0 && at < text.length; left--) at = afterLine(text, at, readers);
  delimiterLine.lastIndex = at;
  const named = delimiterLine.exec(text)?.[1] ?? null;
  if (named !== null) at = nextLine(text, at);
  while (comment !== '' && text.startsWith(comment, at)) at = nextLine(text, at);
  return { at, line: 1 + countLineBreaks(text.slice(0, at)), delimiter: named };
}

/** A line break in a field whose quotes are right is none; other quotes mean nothing before the first record. */
function afterLine(text: string, at: number, readers: readonly RecordReader[]): number {
  for (const reader of readers) {
    const record = reader.read(text, at, true);
    if (record?.fault === null) return record.end;
  }
  return nextLine(text, at);
}
