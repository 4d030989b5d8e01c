// Opens DuckDB, configured and locked. DESIGN.md gives the reason of each line.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Settings } from '../../../settings/settings.ts';
import type { FolderPaths } from '../../../spool/work-folder.ts';
import { literal } from '../../../text/sql-text.ts';

export interface Database {
  /** For queries. */
  readonly connections: readonly DuckDBConnection[];
  /** For loads into the table cache. */
  readonly loader: DuckDBConnection;
  close(): void;
}

export interface DatabaseOptions {
  readonly settings: Settings;
  readonly folder: FolderPaths;
  /** Folders DuckDB may touch: what queries read, and where results are saved. */
  readonly allowedFolders: readonly string[];
  /** Connections keep count of how far their query is. */
  readonly tellsProgress?: boolean;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:');
  const setup = await instance.connect();
  await setup.run(configuration(options).join(';'));
  const connections: DuckDBConnection[] = [];
  for (let index = 0; index < options.settings.maxConcurrentQueries; index++) {
    const connection = await instance.connect();
    if (options.tellsProgress) await connection.run(progressSettings);
    connections.push(connection);
  }
  await setup.run('SET lock_configuration = true');
  const close = () => {
    for (const connection of [...connections, setup]) connection.closeSync();
    instance.closeSync();
  };
  return { connections, loader: setup, close };
}

/** DuckDB counts what its buffers hold. The rest of MEMORY_LIMIT is for what it does not count. */
const countedShare = 0.95;

function configuration({ settings, folder, allowedFolders }: DatabaseOptions): string[] {
  const folders = [...allowedFolders, folder.path, folder.spool].map(literal).join(', ');
  return [
    `SET memory_limit = '${Math.floor(settings.memoryLimitBytes * countedShare)}B'`,
    `SET temp_directory = ${literal(folder.spill)}`,
    `SET max_temp_directory_size = '${settings.spillLimitBytes}B'`,
    "SET GLOBAL TimeZone = 'UTC'",
    'SET preserve_insertion_order = true',
    'SET allocator_background_threads = true',
    'SET enable_external_file_cache = false',
    'SET autoinstall_known_extensions = false',
    'SET autoload_known_extensions = false',
    'SET allow_community_extensions = false',
    'SET allow_persistent_secrets = false',
    `SET allowed_directories = [${folders}]`,
    'SET enable_external_access = false',
  ];
}

const progressSettings =
  'SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0';
