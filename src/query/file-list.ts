// Declares the list of the files that queries may name.
import type { WorkingFolderOnly } from './query-request.ts';

export interface FileListRequest {
  /** A folder as a query would write it; without it the root itself. */
  readonly under?: string;
  /** The last path of the page before. */
  readonly after?: string;
  /** Words that the path of each file holds, in any letter case. */
  readonly matching?: string;
  /** At most so many files. */
  readonly limit?: number;
  /** Whether the folders are counted, too. */
  readonly countsFolders?: boolean;
  readonly client?: string;
  readonly workingFolderOnly?: WorkingFolderOnly;
  readonly signal?: AbortSignal;
}

export interface FileList {
  /** Nearest to the root first. */
  readonly files: readonly ListedFile[];
  /** True: there are more, and the list ends at its limit. */
  readonly isCut: boolean;
  /** Of all pages; null: not all folders were looked at. */
  readonly fileCount: number | null;
  /** Those with files, the nearest first, and no more than a page of them. */
  readonly folders?: readonly FolderCount[];
}

export interface ListedFile {
  /** As a query may write it; quotes are not part of it. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
}

export interface FolderCount {
  /** `.` is the root. */
  readonly path: string;
  /** Not those of the folders in it. */
  readonly files: number;
}
