// Describes writers of output that is more than rows one after the other: they are fed the rows as they come.
import type { AnswerColumn } from '../query/layouts.ts';
import type { QueryStats } from '../query/query-answer.ts';

interface Writer {
  begin(columns: readonly AnswerColumn[]): string;
  end(stats: QueryStats): string | Uint8Array | Promise<string | Uint8Array>;
}

export interface LineWriter extends Writer {
  /** Whole rows in the layout of the format. */
  add(rows: readonly string[]): string | Uint8Array;
}

export interface ByteWriter extends Writer {
  /** Rows in the layout of the format, cut anywhere. */
  addBytes(bytes: Uint8Array): Uint8Array;
}

export type RowWriter = LineWriter | ByteWriter;

/** Of text only. */
export interface TextRowWriter extends LineWriter {
  add(rows: readonly string[]): string;
  end(stats: QueryStats): string;
}

/** What the output is written for: a terminal of a size, or a file. */
export interface OutputTarget {
  /** Columns of the terminal, null where lines may have any length. */
  readonly width: number | null;
  /** Lines of the terminal. */
  readonly height: number;
  readonly hasColour: boolean;
  /** Of the output file, with its dot, or the empty string. */
  readonly extension: string;
}

export type MakeRowWriter = (target: OutputTarget) => Promise<RowWriter>;

/** A row of the layout `texts`: JSON without blanks. Where nothing is escaped, cutting it up is five times as quick. */
export function readTexts(row: string): (string | null)[] {
  if (row.includes('\\')) return JSON.parse(row) as (string | null)[];
  const texts: (string | null)[] = [];
  for (let at = 1; at < row.length - 1; ) {
    const isText = row.charCodeAt(at) === quote;
    const end = isText ? row.indexOf('"', at + 1) : at + nullLength;
    texts.push(isText ? row.slice(at + 1, end) : null);
    at = isText ? end + 2 : end + 1;
  }
  return texts;
}

const quote = '"'.charCodeAt(0);
const nullLength = 'null'.length;
