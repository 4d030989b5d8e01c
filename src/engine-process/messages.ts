// Types the messages between the service and its engine process. All of them survive JSON.
import { type ErrorCode, PathqlError } from '../errors.ts';
import type { EngineLog, LoadedTable } from '../query/engine-log.ts';
import type { FileList, FileListRequest } from '../query/file-list.ts';
import type { AnswerLayout } from '../query/layouts.ts';
import type { GrowingRows, QueryStats } from '../query/query-answer.ts';
import type {
  InputFormat,
  InspectRequest,
  Parameters,
  WorkingFolderOnly,
} from '../query/query-request.ts';
import type { ReadTable } from '../query/read-table.ts';
import type { SniffReport } from '../query/sniff-report.ts';
import type { Settings } from '../settings/settings.ts';
import type { RowFile } from '../spool/stored-rows.ts';
import type { FolderPaths } from '../spool/work-folder.ts';

/** What of a request the engine needs: who asks and who waits, the service knows. */
export type Forwarded<Request> = Omit<Request, 'client' | 'signal'>;

export type ToEngine =
  | {
      readonly type: 'open';
      readonly settings: Settings;
      readonly folder: FolderPaths;
      /** Digests of tables that are not to be loaded into the cache. */
      readonly refusedLoads: readonly string[];
    }
  | {
      readonly type: 'run';
      readonly id: number;
      readonly sql: string;
      readonly layout: AnswerLayout;
      readonly parameters?: Parameters | undefined;
      readonly inputFormat?: InputFormat | undefined;
      readonly knownVersions?: readonly string[] | undefined;
      /** Tell when rows are written that may be read at once. */
      readonly reportsFirstRows?: boolean;
      /** Milliseconds; 0: no limit. */
      readonly timeoutMs: number;
      readonly workingFolderOnly: WorkingFolderOnly;
    }
  | {
      readonly type: 'list';
      readonly id: number;
      readonly request: Forwarded<FileListRequest>;
    }
  | {
      readonly type: 'sniff';
      readonly id: number;
      readonly path: string;
      readonly workingFolderOnly: WorkingFolderOnly;
    }
  | {
      readonly type: 'explain';
      readonly id: number;
      readonly request: Forwarded<InspectRequest>;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping' }
  | { readonly type: 'close'; readonly graceMs: number };

export type FromEngine =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | {
      readonly type: 'answer';
      readonly id: number;
      readonly columns: readonly string[];
      readonly types: readonly string[];
      readonly version: string | null;
      readonly isUnchanged: boolean;
      readonly stats: QueryStats;
      /** Few rows as their text, many in a file that the service removes. */
      readonly rows: string | RowFile;
    }
  | { readonly type: 'begun'; readonly id: number; readonly rows: GrowingRows }
  | { readonly type: 'listed'; readonly id: number; readonly list: FileList }
  | { readonly type: 'sniffed'; readonly id: number; readonly report: SniffReport }
  | { readonly type: 'explained'; readonly id: number; readonly tables: readonly ReadTable[] }
  /** Without an id: the engine could not be opened. With 0: no query was the reason. */
  | { readonly type: 'error'; readonly id: number | null; readonly error: SentError }
  | { readonly type: 'pong'; readonly counts: EngineCounts }
  /** A load into the cache has begun or, null, ended without harm. */
  | { readonly type: 'loading'; readonly table: LoadedTable | null }
  | {
      readonly type: 'log';
      readonly level: keyof EngineLog;
      readonly fields: object;
      readonly message: string;
    };

/** What an engine counts from its start. */
export interface EngineCounts {
  readonly cacheHits: number;
  readonly cacheLoads: number;
  readonly cacheLoadsStopped: number;
  readonly cacheEvictions: number;
  readonly cacheBytes: number;
  readonly cancelsUnended: number;
}

export const noCounts: EngineCounts = {
  cacheHits: 0,
  cacheLoads: 0,
  cacheLoadsStopped: 0,
  cacheEvictions: 0,
  cacheBytes: 0,
  cancelsUnended: 0,
};

export interface SentError {
  readonly code: ErrorCode;
  readonly words: string;
  readonly at: PathqlError['at'];
  /** For the log. */
  readonly cause: string | null;
}

export function toSentError({ code, words, at, cause }: PathqlError): SentError {
  return { code, words, at, cause: cause === undefined ? null : String(cause) };
}

export function fromSentError({ code, words, at, cause }: SentError): PathqlError {
  return new PathqlError(code, words, { at, ...(cause !== null && { cause }) });
}
