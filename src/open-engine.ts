// Opens the engine that ENGINE names, in this process: its work folder, its driver, and the queries over it.
import { realpath } from 'node:fs/promises';
import { throwNotLoaded } from './engines/duckdb/errors/throw-not-loaded.ts';
import type { CheckedStatement, EngineDriver } from './engines/engine-driver.ts';
import { PathqlError } from './errors.ts';
import type { EngineLog, LoadReports } from './query/engine-log.ts';
import type { QueryEngine } from './run/query-engine.ts';
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
  /** Whether /dev/fd/63, as a shell writes for <(command), may be read. */
  readonly readsDescriptors?: boolean;
  /** Whether files of any name are read without a data folder, too: whoever asks started the program. */
  readonly readsAnyName?: boolean;
  /** Whether queries say how far they are: it costs a little. */
  readonly tellsProgress?: boolean;
  /** Who is told of loads into the table cache. */
  readonly loadReports?: LoadReports;
  /** Whether tables are loaded into the cache after their first use: by default. */
  readonly loadsTables?: boolean;
  /** Whether the threads that scan large files are there before the first one is asked for. */
  readonly startsThreads?: boolean;
  /** Where temporary files go; without it a folder of its own, removed at the end. */
  readonly folder?: FolderPaths;
}

interface DriverParts {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly folder: FolderPaths;
  readonly outputFolders: readonly string[];
  readonly options: EngineOptions;
  /** Aborted when the engine closes. */
  readonly closing: AbortSignal;
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
  const closing = new AbortController();
  const { signal } = closing;
  const parts: DriverParts = { settings, log, folder, outputFolders, options, closing: signal };
  const remove = async () => {
    closing.abort();
    await own?.remove();
  };
  try {
    if (settings.engine === embeddedEngine)
      return await over(openEmbedded(parts), settings, remove);
    return await over(openOnSpark(parts), settings, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The code of queries is loaded while the engine opens. */
async function over<Statement extends CheckedStatement, Table>(
  opening: Promise<EngineDriver<Statement, Table>>,
  settings: Settings,
  remove: () => Promise<void>,
): Promise<QueryEngine> {
  const [driver, { createQueryEngine }] = await Promise.all([
    opening,
    import('./run/query-engine.ts'),
  ]);
  const close = async () => {
    await driver.close();
    await remove();
  };
  return createQueryEngine({ ...driver, close }, settings);
}

async function openEmbedded(parts: DriverParts) {
  const { settings, log, folder, outputFolders, options, closing } = parts;
  const root = {
    base: await baseFolder(settings),
    confines: settings.dataDir !== null,
    isOfAsker: options.readsAnyName ?? false,
    findPiped: spooledOnce(options, {
      folder: folder.spool,
      limitBytes: settings.spillLimitBytes,
      signal: closing,
    }),
  };
  const { base, confines } = root;
  const allowedFolders = confines ? [base, ...foldersBeside(settings, outputFolders)] : ['/'];
  const tellsProgress = options.tellsProgress ?? false;
  const { openDatabase } = await import('./engines/duckdb/database/open-database.ts').catch(
    throwNotLoaded,
  );
  const opening = openDatabase({ settings, folder, allowedFolders, tellsProgress });
  // Loaded while DuckDB opens in a thread of its own.
  const [database, { createDuckDbDriver }] = await Promise.all([
    opening,
    import('./engines/duckdb/duckdb-driver.ts'),
  ]);
  return createDuckDbDriver({
    database,
    settings,
    log,
    root,
    folder,
    loadReports: options.loadReports,
    loadsTables: options.loadsTables ?? true,
    startsThreads: options.startsThreads ?? false,
    programVersion: version,
  });
}

async function baseFolder({ dataDir }: Settings): Promise<string> {
  try {
    return await realpath(dataDir ?? '.');
  } catch (cause) {
    const folder = dataDir === null ? 'The working folder' : `The data folder '${dataDir}'`;
    const message = `${folder} is not there any more, so that no path can start in it`;
    throw new PathqlError('file_not_found', message, { cause });
  }
}

/** Loaded only where it is used. */
async function openOnSpark({ settings, log, folder, outputFolders }: DriverParts) {
  const { openSparkDriver } = await import('./engines/spark/spark-driver.ts').catch(throwNotLoaded);
  return openSparkDriver({ settings, log, folder, outputFolders });
}

/** That DuckDB reads or writes outside of the data folder. */
function foldersBeside({ cacheDir }: Settings, outputFolders: readonly string[]): string[] {
  return cacheDir === null ? [...outputFolders] : [...outputFolders, cacheDir];
}
