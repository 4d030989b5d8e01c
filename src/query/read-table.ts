// Declares what is told of the tables that a query reads.

/** How the files of one mention are read. */
export interface ReadTable extends TableFacts {
  /** Paths and patterns as the query has them. */
  readonly written: readonly string[];
}

export interface TableFacts {
  /** Of the files, as messages call it: CSV, JSON, … */
  readonly kind: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly rowCount: number;
  /** Read from the table cache, and not from its files. */
  readonly isCached: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** The table is the first rows of its file: the query needs no others. */
  readonly isPart: boolean;
  /** Clean copies are made of the files first, and read instead. */
  readonly isRewritten: boolean;
  /** How groups of files are written: one, unless they differ. None of files that are rewritten. */
  readonly dialects: readonly ReadDialect[];
  /** What options left out, a sentence for each. */
  readonly warnings: readonly string[];
}

export interface ReadDialect {
  readonly fileCount: number;
  readonly delimiter: string;
  /** Empty: quotes are text. */
  readonly quote: string;
  readonly escape: string;
  readonly hasHeader: boolean;
  readonly encoding: string;
  readonly compression: string;
  readonly lineEnd: 'LF' | 'CRLF' | 'CR';
}
