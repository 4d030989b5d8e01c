// Lists files as the cluster sees them: by path, below a folder, and whether a pattern fits any.
import { PathqlError } from '../../../errors.ts';
import type { Row } from '../connect/cluster.ts';
import type { Relation } from '../connect/messages.ts';
import { type ClusterPath, clusterPathOf, pathInUri, textOfPath } from './cluster-path.ts';

/** Asks the cluster, and gives the rows of its answer. */
export type AskCluster = (relation: Relation, signal: AbortSignal) => Promise<readonly Row[]>;

export interface FoundFile {
  readonly path: ClusterPath;
  readonly size: number;
  readonly modifiedMs: number;
}

/** What a listing asks of the cluster. */
export interface ListingSource {
  readonly ask: AskCluster;
  /** The URIs of all files that a relation reads, of those without a byte, too. */
  inputFiles(relation: Relation, signal: AbortSignal): Promise<readonly string[]>;
}

export class ClusterListing {
  readonly #source: ListingSource;

  constructor(source: ListingSource) {
    this.#source = source;
  }

  /** Of paths that name files, or folders with what is in them. What is not there, or has no byte, is left out. */
  async list(paths: readonly ClusterPath[], signal: AbortSignal): Promise<FoundFile[]> {
    if (paths.length === 0) return [];
    return this.#found(paths, 'SELECT path, length, modificationTime FROM f', signal);
  }

  /** At most so many. */
  async below(folder: ClusterPath, signal: AbortSignal, most: number): Promise<FoundFile[]> {
    const sql = `SELECT path, length, modificationTime FROM f LIMIT ${most}`;
    return this.#found([folder], sql, signal);
  }

  /** Files of a path or below a folder that are not among `found`: Spark makes no rows of those without a byte. */
  async emptyBeside(
    path: ClusterPath,
    found: readonly FoundFile[],
    signal: AbortSignal,
  ): Promise<FoundFile[]> {
    const source = filesRelation([withoutPattern(textOfPath(path))]);
    const uris = await orNone(() => this.#source.inputFiles(source, signal));
    const known = new Set(found.map((file) => textOfPath(file.path)));
    return (uris ?? [])
      .map((uri) => clusterPathOf(pathInUri(uri)))
      .filter((one) => !known.has(textOfPath(one)))
      .map((one) => ({ path: one, size: 0, modifiedMs: 0 }));
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
  #read(
    paths: readonly string[],
    query: string,
    signal: AbortSignal,
  ): Promise<readonly Row[] | null> {
    const references = [{ subqueryAlias: { input: filesRelation(paths), alias: 'f' } }];
    const relation: Relation = { withRelations: { root: { sql: { query } }, references } };
    return orNone(() => this.#source.ask(relation, signal));
  }
}

function filesRelation(paths: readonly string[]): Relation {
  const options = { recursiveFileLookup: 'true' };
  return { read: { dataSource: { format: 'binaryFile', options, paths } } };
}

async function orNone<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof PathqlError && error.code === 'file_not_found') return null;
    throw error;
  }
}

/** Characters of a pattern stand for themselves. */
export function withoutPattern(path: string): string {
  return path.replace(/[*?[\]]/g, '\\$&');
}
