// Opens DuckDB as an engine: database, connections, table cache, and the files it may read.

import { sniffFile } from '../../csv/sniff/sniff-file.ts';
import { PathqlError } from '../../errors.ts';
import { type DataRoot, workingFolderRoot } from '../../files/data-root.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import { listFiles } from '../../files/list-files.ts';
import { resolvePath } from '../../files/resolve-path.ts';
import type { EngineLog, SniffReport, SniffRequest } from '../../query.ts';
import type { Settings } from '../../settings/settings.ts';
import { CleanCopies } from '../../spool/clean-copies.ts';
import { Spool } from '../../spool/spool.ts';
import type { FolderPaths } from '../../spool/work-folder.ts';
import type { EngineDriver, PathReach } from '../engine-driver.ts';
import { TableCache } from './cache/table-cache.ts';
import { openDatabase } from './database/open-database.ts';
import { DuckDbEngineConnection } from './duckdb-connection.ts';
import type { DuckDbTable } from './duckdb-table.ts';
import type { DuckDbStatement } from './statement/check-statement.ts';

export interface DuckDbDriverOptions {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly root: DataRoot;
  readonly folder: FolderPaths;
  /** Folders outside the data root into which results are saved. */
  readonly outputFolders: readonly string[];
  readonly tellsProgress: boolean;
}

/** Of SPILL_LIMIT, for copies that no query reads. */
const copiesShare = 4;
/** Prepared plans over all connections, but two for each at least. */
const maxPlans = 64;

export async function openDuckDbDriver(
  options: DuckDbDriverOptions,
): Promise<EngineDriver<DuckDbStatement, DuckDbTable>> {
  const { settings, log, root, folder, outputFolders, tellsProgress } = options;
  const allowedFolders = root.confines ? [root.base, ...outputFolders] : ['/'];
  const database = await openDatabase({ settings, folder, allowedFolders, tellsProgress });
  const cache = new TableCache({
    folder: folder.cache,
    limitBytes: settings.cacheLimitBytes,
    log,
    onDetach: (name) => forgetPlans(`${name}.`),
  });
  const spool = new Spool(folder, settings.spillLimitBytes);
  const context = {
    cache,
    spool,
    copies: new CleanCopies(folder.spill, spool, settings.spillLimitBytes / copiesShare),
    maxPlans: Math.max(2, Math.floor(maxPlans / database.connections.length)),
  };
  const connections = database.connections.map(
    (connection) => new DuckDbEngineConnection(connection, context),
  );
  const forgetPlans = (fragment: string) => {
    for (const connection of connections) connection.forgetPlans(fragment);
  };
  return {
    connections,
    resolve: (path, reach) => resolvePath(rootFor(root, reach), path, reach.signal),
    listFiles: (request) => listFiles(rootFor(root, request), request),
    sniff: (request) => sniffPath(rootFor(root, request), request),
    figures: () => cache.figures(),
    async close() {
      forgetPlans('');
      database.close();
    },
  };
}

function rootFor(root: DataRoot, { workingFolderOnly }: Partial<PathReach>): DataRoot {
  return workingFolderOnly ? workingFolderRoot(root) : root;
}

async function sniffPath(root: DataRoot, { path, signal }: SniffRequest): Promise<SniffReport> {
  const files = await resolvePath(root, path, signal);
  const [file, other] = files;
  if (file === undefined || other !== undefined) {
    const message = `'${path}' names ${files.length} files; one file is looked at at a time`;
    throw new PathqlError('request_invalid', message);
  }
  const { version, shownPath } = file;
  try {
    return await sniffFile({ path: version.path, shownPath }, signal);
  } finally {
    assertUnchanged(files);
  }
}
