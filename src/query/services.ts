// Declares who runs queries, tells what they would read, and answers them as a whole.
import type { EngineFigures } from './engine-figures.ts';
import type { FileList, FileListRequest } from './file-list.ts';
import type { BegunAnswer, QueryAnswer, QueryStats, RowSink } from './query-answer.ts';
import type { AnswerRequest, InspectRequest, QueryRequest, SaveRequest } from './query-request.ts';
import type { ReadTable } from './read-table.ts';
import type { SniffReport, SniffRequest } from './sniff-report.ts';

/** Runs queries, here or on another machine. */
export interface QueryRunner {
  /** Runs the query and passes rows on as they appear. An error may come after some rows. */
  stream(request: QueryRequest, sink: RowSink): Promise<QueryStats>;
  /** Runs the query and writes its rows to a file. What is in the file after an error is not an answer. */
  save(request: SaveRequest): Promise<QueryStats>;
  /**
   * Loads the tables of the queries that ran into the cache, where there is one. Ends early, without an error, when the
   * signal is aborted.
   */
  finishLoads?(signal: AbortSignal): Promise<void>;
  /** Refuses new queries, lets running ones end within `graceMs`, interrupts the rest, frees everything. */
  close(graceMs?: number): Promise<void>;
}

/** Tells what queries would read, without running them. */
export interface QueryInspector {
  /** The same as long as the files of the query are; null where it names none. No file is read for it. */
  fileVersions(request: InspectRequest): Promise<string | null>;
  /** Every mention of files, in the order of the text. */
  explain(request: InspectRequest): Promise<readonly ReadTable[]>;
}

/** Answers whole queries, in this process or in another one. */
export interface QueryService {
  /** Runs the query to its end and hands over the complete answer. Rejects with a PathqlError. */
  answer(request: AnswerRequest): Promise<QueryAnswer>;
  /** The same, but hands over the rows while the query runs. Rejects when it fails before the first of them. */
  begin(request: AnswerRequest): Promise<BegunAnswer>;
  /** The data files below the root, or below its folder `under`. */
  listFiles(request: FileListRequest): Promise<FileList>;
  /** How one file is written, and a call that reads it. */
  sniff(request: SniffRequest): Promise<SniffReport>;
  /** Every mention of files, in the order of the text. */
  explain(request: InspectRequest): Promise<readonly ReadTable[]>;
  /** Figures for the metrics page. */
  figures(): EngineFigures;
  /** Refuses new queries, lets running ones end within `graceMs`, interrupts the rest, frees everything. */
  close(graceMs?: number): Promise<void>;
}
