// Declares what is told of how a file is written.
import type { WorkingFolderOnly } from './query-request.ts';

export interface SniffRequest {
  /** Of one file, as a query would write it. */
  readonly path: string;
  readonly client?: string;
  readonly workingFolderOnly?: WorkingFolderOnly;
  readonly signal?: AbortSignal;
}

/** Everything in it was tried on the whole file. */
export interface SniffReport {
  readonly path: string;
  /** A call that reads the file; with no option where it needs none. */
  readonly call: string;
  /** That the call reads. */
  readonly records: number;
  /** Why the file is not read without options, or what of it was guessed; null: nothing. */
  readonly problem: string | null;
  /** Where it was guessed whether the first record holds names or data: a call that takes it for the other. Else null. */
  readonly otherCall: string | null;
  /** What the call reads and what it leaves out, as a sentence. */
  readonly summary: string;
  readonly delimiter: string;
  /** Empty: quotes are text. */
  readonly quote: string;
  readonly escape: string;
  readonly lineEnd: 'LF' | 'CRLF' | 'CR';
  readonly encoding: string;
  readonly compression: string;
  readonly header: SniffedLine & { readonly isData: boolean };
  /** Lines above the first record that are left out. */
  readonly preamble: readonly SniffedLine[];
  /** Lines below the last record that are left out; the first of them. */
  readonly footer: SniffedLine | null;
  readonly columns: readonly SniffedColumn[];
  /** A call that reads dates and numbers of other notations as such, where there are any. */
  readonly typedCall: string | null;
  /** Why such columns, which all values seem to fit, are not in that call. */
  readonly typedProblem: string | null;
}

export interface SniffedLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

export interface SniffedColumn {
  readonly name: string;
  /** That a query without given types sees; null: there are no values. */
  readonly type: string | null;
  /** A notation that is kept as text, in words. */
  readonly notation: string | null;
  /** The first value. */
  readonly example: SniffedLine | null;
}
