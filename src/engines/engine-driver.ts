// Declares what an engine must be able to do. What all engines need besides is in run/.
import type { FileKind } from '../files/file-kinds.ts';
import type { EnoughBytes } from '../files/piped-file.ts';
import type { DataFile } from '../files/resolve-path.ts';
import type { FileList, FileListRequest } from '../query/file-list.ts';
import type {
  AnswerColumn,
  AnswerLayout,
  Compression,
  FileLayout,
  RowLayout,
} from '../query/layouts.ts';
import type { RowSink } from '../query/query-answer.ts';
import type { AnswerRequest, QueryRequest, WorkingFolderOnly } from '../query/query-request.ts';
import type { TableFacts } from '../query/read-table.ts';
import type { SniffReport, SniffRequest } from '../query/sniff-report.ts';
import type { StoredRows } from '../spool/stored-rows.ts';
import type { FileReference } from '../sql/file-reference.ts';
import type { ScannedStatement } from '../sql/scan-statement.ts';
import type { ColumnUse } from '../text/column-use.ts';

/** `Statement` and `Table`, the files behind one reference, are the engine's own: run/ keeps them and hands them back. */
export interface EngineDriver<Statement extends CheckedStatement, Table> {
  /** One for each query that may run at the same time. */
  readonly connections: readonly EngineConnection<Statement, Table>[];
  /** The files that a path names now. Rejects with file_not_found, file_not_allowed or file_not_readable. */
  resolve(paths: readonly string[], reach: PathReach): Promise<DataFile[]>;
  /** What the files behind a reference are. Rejects with csv_invalid or file_not_allowed for those that cannot be one table. */
  recognise(mention: MentionedFiles): Promise<RecognisedFiles>;
  listFiles(request: FileListRequest): Promise<FileList>;
  /** Rejects as `resolve` does, or with csv_invalid for a file that nothing reads. */
  sniff(request: SniffRequest): Promise<SniffReport>;
  figures(): DriverFigures;
  /** Told of each query that runs: what the engine does of its own accord gives way. */
  queryStarted(): void;
  /** Its rows are delivered or stored, or it failed. */
  queryEnded(): void;
  /** Loads the tables of the queries that ran into its cache. Ends early, without an error, when the signal is aborted. */
  finishLoads?(signal: AbortSignal): Promise<void>;
  /** No query may run any more. */
  close(): Promise<void>;
}

export interface PathReach {
  readonly signal: AbortSignal;
  readonly workingFolderOnly: WorkingFolderOnly;
  /** Of a pipe; undefined: all that it brings. */
  readonly enough?: EnoughBytes | undefined;
}

export interface MentionedFiles {
  readonly files: readonly DataFile[];
  readonly reference: Pick<FileReference, 'paths' | 'reader' | 'options'>;
  readonly signal?: AbortSignal | undefined;
}

export interface RecognisedFiles {
  readonly kind: FileKind;
  /** The same, each with how it is compressed. */
  readonly files: readonly DataFile[];
  /** A sentence for each. */
  readonly warnings: readonly string[];
}

/** A statement that passed the policy. */
export interface CheckedStatement {
  readonly sql: string;
  /** Every mention of a file, in the order of the text. */
  readonly references: readonly FileReference[];
  /** So many rows of its one file, from the first on and as they stand there, are the answer; undefined: it needs all. */
  readonly firstRows?: number | undefined;
  /** The same files give the same answer: it asks neither the clock nor chance. */
  readonly isRepeatable: boolean;
  /** Bytes of memory it takes, roughly. */
  readonly bytes: number;
}

export interface StatementRules {
  /** Parameters may stand in it. It cannot be run before their values do. */
  readonly mayHoldParameters?: boolean;
}

/** Runs one query at a time. Everything it does stops when the signal it was given is aborted. */
export interface EngineConnection<Statement, Table> {
  /** Rejects with a PathqlError for whatever is not one query that may run. */
  check(scanned: ScannedStatement, rules?: StatementRules): Promise<Statement>;
  openTable(opening: TableOpening): Promise<Table>;
  /** How a table is read; an engine need not tell. */
  describeTable?(table: Table, signal: AbortSignal): Promise<TableFacts>;
  /**
   * Rejects with a PathqlError or with the reason of the signal. The caller closes the rows of the result.
   */
  run(query: EngineQuery<Statement, Table>, output: Output): Promise<EngineResult>;
}

export interface TableOpening extends RecognisedFiles {
  /** Paths and patterns as the user wrote them. */
  readonly written: readonly string[];
  /** The function of a call; null: a plain path, which may have options that stand beside the query. */
  readonly reader: FileReference['reader'];
  readonly options: FileReference['options'];
  readonly identity: TableIdentity;
  /** Of its one file only so many records are to be read, from the first on; undefined: all. */
  readonly firstRows?: number | undefined;
  /** The columns that the query may need; undefined: all. */
  readonly used?: ColumnUse | undefined;
  readonly signal: AbortSignal;
}

export interface TableIdentity {
  /** The same for the same files, unchanged, read with the same options. */
  readonly version: string;
  /** The same for every version of the same files read with the same options. */
  readonly source: string;
  /** False while a file was changed so lately that its version cannot be trusted: nothing of it may be kept. */
  readonly isSettled: boolean;
}

export interface EngineQuery<Statement, Table> {
  readonly statement: Statement;
  /** In the order of the statement's references. */
  readonly tables: readonly Table[];
  readonly signal: AbortSignal;
  readonly onProgress: QueryRequest['onProgress'];
  /** Of a statement that lists the values its PIVOTs found; undefined: it is as the user wrote it. */
  readonly found?: FoundValues | undefined;
}

export interface FoundValues {
  /** To be told with the answer. */
  readonly warnings: readonly string[];
}

/** Where the rows go: kept until the answer is complete, passed on as they come, written to a file. */
export type Output =
  | {
      readonly kind: 'stored';
      readonly layout: AnswerLayout;
      readonly onBegin?: AnswerRequest['onBegin'];
    }
  | { readonly kind: 'stream'; readonly layout: RowLayout; readonly sink: RowSink }
  | {
      readonly kind: 'file';
      readonly layout: FileLayout;
      /** Absolute. */
      readonly path: string;
      readonly compression: Compression | undefined;
      readonly head: ((columns: readonly AnswerColumn[]) => string) | undefined;
    };

export interface EngineResult {
  readonly columns: readonly string[];
  /** Of the columns, as the engine names them. */
  readonly types: readonly string[];
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  readonly warnings: readonly string[];
  /** Of an output that stores them, else null. */
  readonly rows: StoredRows | null;
}

export interface DriverFigures extends CacheFigures {
  /** Cancelled queries of which a cluster did not say in time that they ended. */
  readonly cancelsUnended: number;
}

export interface CacheFigures {
  readonly hits: number;
  readonly loads: number;
  /** That gave way to queries. */
  readonly loadsStopped: number;
  readonly evictions: number;
  /** On disk. */
  readonly bytes: number;
}
