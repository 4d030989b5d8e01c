// All that lives as long as one database: opened together, closed together.
import type { DataRoot } from '../files/data-root.ts';
import type { EngineLog } from '../query.ts';
import type { Settings } from '../settings/settings.ts';
import { openDatabase } from './duckdb/database.ts';
import { Lanes } from './duckdb/lanes.ts';
import { createWorkFolder } from './duckdb/work-folder.ts';
import { StatementMemory } from './statement-memory.ts';
import { FileTables } from './tables/file-tables.ts';
import { spooledOnce } from './tables/standard-input.ts';
import { TableCache } from './tables/table-cache.ts';

export interface EngineState {
  readonly lanes: Lanes;
  readonly statements: StatementMemory;
  readonly tables: FileTables;
  readonly cache: TableCache;
  close(): Promise<void>;
}

export interface EngineStateOptions {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly root: DataRoot;
  readonly allowedFolders: readonly string[];
  readonly standardInput: AsyncIterable<Uint8Array> | undefined;
  readonly tellsProgress: boolean;
}

export async function openState(options: EngineStateOptions): Promise<EngineState> {
  const { settings, log, allowedFolders, standardInput, tellsProgress } = options;
  const folder = await createWorkFolder();
  const database = await openDatabase({ settings, folder, allowedFolders, tellsProgress });
  const lanes = new Lanes(database, folder.spool);
  const root = { ...options.root, standardInput: spooledOnce(standardInput, folder.spool) };
  const tables = new FileTables({
    root,
    wholeFileTypesBytes: settings.wholeFileTypesBytes,
    log,
  });
  const cache = new TableCache({
    folder: folder.cache,
    limitBytes: settings.cacheLimitBytes,
    tables,
    log,
    onDetach: (name) => lanes.forget(`${name}.`),
  });
  const close = async () => {
    lanes.forget('');
    database.close();
    await folder.remove();
  };
  return { lanes, statements: new StatementMemory(), tables, cache, close };
}
