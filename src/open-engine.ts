// Opens the engine that ENGINE names, in this process: its work folder, its driver, and the queries over it.
import { realpath } from 'node:fs/promises';
import { openDuckDbDriver } from './engines/duckdb/duckdb-driver.ts';
import type { CheckedStatement, EngineDriver } from './engines/engine-driver.ts';
import type { EngineLog, LoadReports } from './query.ts';
import { createQueryEngine, type QueryEngine } from './run/query-engine.ts';
import { embeddedEngine } from './settings/engine-address.ts';
import type { Settings } from './settings/settings.ts';
import { spooledOnce } from './spool/standard-input.ts';
import { createWorkFolder, type FolderPaths } from './spool/work-folder.ts';
import { version } from './version.ts';

export interface EngineOptions {
  /** A folder outside the data root into which results are saved. */
  readonly outputFolder?: string;
  /** What `-` and `/dev/stdin` stand for as tables. */
  readonly standardInput?: AsyncIterable<Uint8Array> | undefined;
  /** Whether queries say how far they are: it costs a little. */
  readonly tellsProgress?: boolean;
  /** Who is told of loads into the table cache. */
  readonly loadReports?: LoadReports;
  /** Whether tables are loaded into the cache after their first use: by default. */
  readonly loadsTables?: boolean;
  /** Where temporary files go; without it a folder of its own, removed at the end. */
  readonly folder?: FolderPaths;
}

interface DriverParts {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly folder: FolderPaths;
  readonly outputFolders: readonly string[];
  readonly options: EngineOptions;
}

export async function openEngine(
  settings: Settings,
  log: EngineLog,
  options: EngineOptions = {},
): Promise<QueryEngine> {
  const { outputFolder } = options;
  const own = options.folder === undefined ? await createWorkFolder() : null;
  const folder = own ?? (options.folder as FolderPaths);
  const outputFolders = outputFolder === undefined ? [] : [outputFolder];
  const parts: DriverParts = { settings, log, folder, outputFolders, options };
  const remove = async () => own?.remove();
  if (settings.engine === embeddedEngine) return over(await openEmbedded(parts), settings, remove);
  return over(await openOnSpark(parts), settings, remove);
}

function over<Statement extends CheckedStatement, Table>(
  driver: EngineDriver<Statement, Table>,
  settings: Settings,
  remove: () => Promise<void>,
): QueryEngine {
  const close = async () => {
    await driver.close();
    await remove();
  };
  return createQueryEngine({ ...driver, close }, settings);
}

async function openEmbedded({ settings, log, folder, outputFolders, options }: DriverParts) {
  const root = {
    base: await realpath(settings.dataDir ?? '.'),
    confines: settings.dataDir !== null,
    standardInput: spooledOnce(options.standardInput, folder.spool),
  };
  return openDuckDbDriver({
    settings,
    log,
    root,
    folder,
    outputFolders,
    tellsProgress: options.tellsProgress ?? false,
    loadReports: options.loadReports,
    loadsTables: options.loadsTables ?? true,
    programVersion: version,
  });
}

/** Loaded only where it is used. */
async function openOnSpark({ settings, log, folder, outputFolders }: DriverParts) {
  const { openSparkDriver } = await import('./engines/spark/spark-driver.ts');
  return openSparkDriver({ settings, log, folder, outputFolders });
}
