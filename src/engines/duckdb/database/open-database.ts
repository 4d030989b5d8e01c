// Opens DuckDB, configured and locked. DESIGN.md gives the reason of each line.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Settings } from '../../../settings/settings.ts';
import type { FolderPaths } from '../../../spool/work-folder.ts';
import { literal } from '../../../sql-text.ts';

export interface DatabaseConnections {
  readonly plain: DuckDBConnection;
  /** Writes the profile of its last query to `profilePath`. */
  readonly profiled: DuckDBConnection;
  readonly profilePath: string;
}

export interface Database {
  readonly connections: readonly DatabaseConnections[];
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

/** Connections are all made here, since a locked configuration cannot be given its profiling settings later. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:');
  const setup = await instance.connect();
  await setup.run(configuration(options).join(';'));
  const connections: DatabaseConnections[] = [];
  for (let index = 0; index < options.settings.maxConcurrentQueries; index++) {
    const profilePath = `${options.folder.path}/profile-${index}.json`;
    const plain = await instance.connect();
    const profiled = await connectProfiled(instance, profilePath);
    if (options.tellsProgress) {
      for (const connection of [plain, profiled]) await connection.run(progressSettings);
    }
    connections.push({ plain, profiled, profilePath });
  }
  await setup.run('SET lock_configuration = true');
  setup.closeSync();
  const close = () => {
    for (const { plain, profiled } of connections) {
      plain.closeSync();
      profiled.closeSync();
    }
    instance.closeSync();
  };
  return { connections, close };
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

const profileMetrics = { OPERATOR_TYPE: 'true', OPERATOR_CARDINALITY: 'true' };

async function connectProfiled(instance: DuckDBInstance, path: string): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  const statements = [
    "SET enable_profiling = 'json'",
    `SET profiling_output = ${literal(path)}`,
    `SET custom_profiling_settings = ${literal(JSON.stringify(profileMetrics))}`,
  ];
  await connection.run(statements.join(';'));
  return connection;
}
