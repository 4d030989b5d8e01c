// Lists files as the cluster sees them: by path, below a folder, and whether a pattern fits any.
import { PathqlError } from '../../../errors.ts';
import type { Row } from '../connect/cluster.ts';
import type { Relation } from '../connect/messages.ts';
import { type ClusterPath, textOfPath } from './cluster-path.ts';

/** Asks the cluster, and gives the rows of its answer. */
export type AskCluster = (relation: Relation, signal: AbortSignal) => Promise<readonly Row[]>;

export interface FoundFile {
  readonly path: ClusterPath;
  readonly size: number;
  readonly modifiedMs: number;
}

export class ClusterListing {
  readonly #ask: AskCluster;

  constructor(ask: AskCluster) {
    this.#ask = ask;
  }

  /** Of paths that name files, or folders with what is in them. What is not there is left out. */
  async list(paths: readonly ClusterPath[], signal: AbortSignal): Promise<FoundFile[]> {
    return this.#found(paths, 'SELECT path, length, modificationTime FROM f', signal);
  }

  /** At most so many. */
  async below(folder: ClusterPath, signal: AbortSignal, most: number): Promise<FoundFile[]> {
    const sql = `SELECT path, length, modificationTime FROM f LIMIT ${most}`;
    return this.#found([folder], sql, signal);
  }

  /** Whether a pattern, in the notation of Hadoop, fits a file or folder. */
  async fits(pattern: string, signal: AbortSignal): Promise<boolean> {
    return (await this.#read([pattern], 'SELECT 1 FROM f LIMIT 0', signal)) !== null;
  }

  async #found(
    paths: readonly ClusterPath[],
    query: string,
    signal: AbortSignal,
  ): Promise<FoundFile[]> {
    const escaped = paths.map((path) => withoutPattern(textOfPath(path)));
    const rows = (await this.#read(escaped, query, signal)) ?? [];
    return rows.map((row) => ({
      path: clusterPathOf(String(row.path)),
      size: Number(row.length),
      modifiedMs: Number(row.modificationTime) / 1000,
    }));
  }

  /** Null: a path leads nowhere. */
  async #read(
    paths: readonly string[],
    query: string,
    signal: AbortSignal,
  ): Promise<readonly Row[] | null> {
    const source = {
      format: 'binaryFile',
      options: { recursiveFileLookup: 'true' },
      paths,
    };
    const relation: Relation = {
      withRelations: {
        root: { sql: { query } },
        references: [{ subqueryAlias: { input: { read: { dataSource: source } }, alias: 'f' } }],
      },
    };
    try {
      return await this.#ask(relation, signal);
    } catch (error) {
      if (error instanceof PathqlError && error.code === 'file_not_found') return null;
      throw error;
    }
  }
}

/** As the cluster names files: `file:/data/x.csv`, `hdfs://host/x.csv`. */
export function clusterPathOf(text: string): ClusterPath {
  const [, scheme = '', authority = '', path = text] =
    /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/]*))?(\/.*)$/is.exec(text) ?? [];
  const isLocal = scheme === '' || scheme.toLowerCase() === 'file:';
  return { storage: isLocal ? '' : `${scheme}//${authority}`, path };
}

/** Of a file that was listed, however the cluster writes its path. */
export function pathInUri(uri: string): string {
  const { storage, path } = clusterPathOf(uri);
  return storage + decodeURIComponent(path);
}

/** Characters of a pattern stand for themselves. */
export function withoutPattern(path: string): string {
  return path.replace(/[*?[\]]/g, '\\$&');
}
