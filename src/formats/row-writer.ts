// Describes writers of output that is more than rows one after the other: they are fed the rows as they come.
import type { AnswerColumn } from '../query/layouts.ts';
import type { QueryStats } from '../query/query-answer.ts';

export interface RowWriter {
  begin(columns: readonly AnswerColumn[]): string;
  /** Whole rows in the layout of the format. */
  add(rows: readonly string[]): string | Uint8Array;
  end(stats: QueryStats): string | Uint8Array | Promise<string | Uint8Array>;
}

/** Of text only. */
export interface TextRowWriter extends RowWriter {
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

/** A row of the layout `texts`. */
export function readTexts(row: string): (string | null)[] {
  return JSON.parse(row) as (string | null)[];
}
