// Opens the engine in this process: its work folder, its driver, and the queries over it.
import { realpath } from 'node:fs/promises';
import { openDatabase } from './engines/duckdb/database/open-database.ts';
import type { EngineLog, LoadReports } from './query.ts';
import type { QueryEngine } from './run/query-engine.ts';
import type { Settings } from './settings/settings.ts';
import { spooledOnce } from './spool/standard-input.ts';
import { createWorkFolder, type FolderPaths } from './spool/work-folder.ts';
import { version } from './version.ts';

export interface EngineOptions {
  /** A folder outside the data root into which results are saved. */
  readonly outputFolder?: string;
  /** What `-` and `/dev/stdin` stand for as tables. */
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  /** Whether /dev/fd/63, as a shell writes for <(command), may be read. */
  readonly readsDescriptors?: boolean;
  /** Whether queries say how far they are: it costs a little. */
  readonly tellsProgress?: boolean;
  /** Who is told of loads into the table cache. */
  readonly loadReports?: LoadReports;
  /** Whether tables are loaded into the cache after their first use: by default. */
  readonly loadsTables?: boolean;
  /** Where temporary files go; without it a folder of its own, removed at the end. */
  readonly folder?: FolderPaths;
}

export async function openEngine(
  settings: Settings,
  log: EngineLog,
  options: EngineOptions = {},
): Promise<QueryEngine> {
  const { outputFolder, tellsProgress = false } = options;
  const own = options.folder === undefined ? await createWorkFolder() : null;
  const folder = own ?? (options.folder as FolderPaths);
  const root = {
    base: await realpath(settings.dataDir ?? '.'),
    confines: settings.dataDir !== null,
    findPiped: spooledOnce(options, folder.spool),
  };
  const { base, confines } = root;
  const allowedFolders = confines ? [base, ...foldersBeside(settings, outputFolder)] : ['/'];
  const opening = openDatabase({ settings, folder, allowedFolders, tellsProgress });
  // Loaded while DuckDB opens in a thread of its own.
  const [database, { createDuckDbDriver }, { createQueryEngine }] = await Promise.all([
    opening,
    import('./engines/duckdb/duckdb-driver.ts'),
    import('./run/query-engine.ts'),
  ]);
  const driver = await createDuckDbDriver({
    database,
    settings,
    log,
    root,
    folder,
    loadReports: options.loadReports,
    loadsTables: options.loadsTables ?? true,
    programVersion: version,
  });
  const close = async () => {
    await driver.close();
    await own?.remove();
  };
  return createQueryEngine({ ...driver, close }, settings);
}

/** That DuckDB reads or writes outside of the data folder. */
function foldersBeside({ cacheDir }: Settings, outputFolder: string | undefined): string[] {
  return [outputFolder, cacheDir ?? undefined].filter((folder) => folder !== undefined);
}
