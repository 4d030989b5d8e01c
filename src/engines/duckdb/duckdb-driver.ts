// Makes DuckDB an engine: database, connections, table cache, and the files it may read.
import { version as duckDbVersion } from '@duckdb/node-api';
import { PathqlError } from '../../errors.ts';
import { type DataRoot, readsAnyName, workingFolderRoot } from '../../files/data-root.ts';
import { type FileKind, fileKinds } from '../../files/file-kinds.ts';
import { assertUnchanged } from '../../files/file-version.ts';
import { listFiles } from '../../files/list-files.ts';
import { resolvePath, resolvePaths } from '../../files/resolve-path.ts';
import { startThreads } from '../../kinds/csv/records/scan-pieces.ts';
import { contentOf } from '../../kinds/recognise/file-content.ts';
import { readFileStart } from '../../kinds/shared/bytes/file-start.ts';
import type { SourceFile } from '../../kinds/shared/source-file.ts';
import type { EngineLog, LoadReports } from '../../query/engine-log.ts';
import type { SniffReport, SniffRequest } from '../../query/sniff-report.ts';
import type { Settings } from '../../settings/settings.ts';
import { CleanCopies } from '../../spool/clean-copies.ts';
import { Spool } from '../../spool/spool.ts';
import type { FolderPaths } from '../../spool/work-folder.ts';
import { literal } from '../../text/sql-text.ts';
import type { EngineDriver, PathReach, TableOpening } from '../engine-driver.ts';
import { KeptTables } from './cache/kept-tables.ts';
import { LoadQueue } from './cache/load-queue.ts';
import { TableCache } from './cache/table-cache.ts';
import type { Database } from './database/open-database.ts';
import { DuckDbEngineConnection } from './duckdb-connection.ts';
import type { DuckDbTable } from './duckdb-table.ts';
import { readContents } from './read-contents.ts';
import { recogniseTable } from './recognise-table.ts';
import { sourceFiles } from './source-files.ts';
import type { DuckDbStatement } from './statement/check-statement.ts';
import type { TableTools } from './table-contents.ts';

export interface DuckDbDriverOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly root: DataRoot;
  readonly folder: FolderPaths;
  readonly loadReports: LoadReports | undefined;
  /** Whether tables are loaded into the cache after their first use. */
  readonly loadsTables: boolean;
  /** Whether the threads that scan large files are there before the first one is asked for. */
  readonly startsThreads: boolean;
  /** Of this program: another one's kept tables are not read. */
  readonly programVersion: string;
}

/** Of SPILL_LIMIT, for copies that no query reads. */
const copiesShare = 4;
/** Prepared plans over all connections, but two for each at least. */
const maxPlans = 64;

export async function createDuckDbDriver(
  options: DuckDbDriverOptions,
): Promise<EngineDriver<DuckDbStatement, DuckDbTable>> {
  const { database, settings, log, root, folder } = options;
  const spool = new Spool(folder, settings.spillLimitBytes);
  const copies = new CleanCopies(folder.spill, spool, settings.spillLimitBytes / copiesShare);
  const kept = keptTables(options);
  if (options.loadsTables) await kept?.removeLeftovers();
  const cache = new TableCache({
    folder: folder.cache,
    limitBytes: settings.cacheLimitBytes,
    copies,
    log,
    reports: options.loadReports,
    kept,
    onDetach: (name) => forgetPlans(`${name}.`),
  });
  const loads = new LoadQueue({
    isWanted: (table) => options.loadsTables && cache.isWanted(table),
    load: (table, signal) => cache.load(table, { connection: database.loader, signal }),
  });
  if (options.startsThreads) startThreads();
  const planCount = Math.max(2, Math.floor(maxPlans / database.connections.length));
  const context = { cache, loads, spool, copies, maxPlans: planCount };
  const connections = database.connections.map(
    (connection) => new DuckDbEngineConnection(connection, context),
  );
  const forgetPlans = (fragment: string) => {
    for (const connection of connections) connection.forgetPlans(fragment);
  };
  return {
    connections,
    resolve: (paths, reach) => resolvePaths(rootFor(root, reach), paths, reach.signal),
    recognise: (mention) => recogniseTable(mention, readsAnyName(root)),
    listFiles: (request) => listFiles(rootFor(root, request), request),
    sniff: (request) =>
      sniffPath(rootFor(root, request), request, { connection: database.loader, copies }),
    figures: () => ({ ...cache.figures(), loadsStopped: loads.stopped, cancelsUnended: 0 }),
    queryStarted: () => loads.queryStarted(),
    queryEnded: () => loads.queryEnded(),
    finishLoads: (signal) => loads.finish(signal),
    async close() {
      await loads.close();
      forgetPlans('');
      database.close();
    },
  };
}

function rootFor(root: DataRoot, { workingFolderOnly, enough }: Partial<PathReach>): DataRoot {
  const reached = workingFolderOnly ? workingFolderRoot(root) : root;
  const { findPiped } = reached;
  if (enough === undefined || findPiped === undefined) return reached;
  return { ...reached, findPiped: (name) => findPiped(name, enough) };
}

async function sniffPath(
  root: DataRoot,
  { path, signal }: SniffRequest,
  tools: TableTools,
): Promise<SniffReport> {
  const files = await resolvePath(root, path, signal);
  const [file, other] = files;
  if (file === undefined || other !== undefined) {
    const message = `'${path}' names ${files.length} files; one file is looked at at a time`;
    throw new PathqlError('request_invalid', message);
  }
  const reference = { paths: [path], reader: null, options: null };
  const recognised = await recogniseTable({ files, reference, signal }, readsAnyName(root));
  const [source] = sourceFiles(recognised) as [SourceFile];
  if (recognised.kind !== 'csv') {
    await assertReads(
      { ...recognised, ...reference, written: [path], signal: signal ?? never },
      tools,
    );
    throw await notToSniff(source, recognised.kind);
  }
  const { sniffFile } = await import('../../kinds/csv/sniff/sniff-file.ts');
  try {
    return await sniffFile(source, signal);
  } finally {
    assertUnchanged(files);
  }
}

const never = new AbortController().signal;

/** Where the bytes of a file do not tell what its name says, a query may be refused: rejects as that does. */
async function assertReads(
  opening: Omit<TableOpening, 'identity'>,
  tools: TableTools,
): Promise<void> {
  const [source] = sourceFiles(opening) as [SourceFile];
  const { kind } = contentOf(await readFileStart(source, undefined), source);
  // What begins as a log may go on as another one.
  if (kind !== null && kind !== 'log') return;
  const identity = { version: '', source: '', isSettled: false };
  await readContents({ ...opening, identity, used: new Set() }, tools);
}

async function notToSniff(file: SourceFile, kind: FileKind): Promise<PathqlError> {
  const { shownPath } = file;
  const what =
    kind === 'log'
      ? await logInWords(file)
      : `a ${fileKinds[kind].name} file, and says itself how it is to be read`;
  const message = `'${shownPath}' is ${what}. DESCRIBE ${literal(shownPath)} shows its columns, or why it cannot be read`;
  return new PathqlError('request_invalid', message);
}

async function logInWords(file: SourceFile): Promise<string> {
  const { firstLines, recogniseFormat } = await import('../../kinds/log/recognise-format.ts');
  const format = recogniseFormat(firstLines(await readFileStart(file, undefined)), true);
  return `a log by its first lines, in the format ${format}, and needs no options`;
}

function keptTables({ settings, programVersion }: DuckDbDriverOptions): KeptTables | null {
  const { cacheDir: folder } = settings;
  if (folder === null) return null;
  return new KeptTables({ folder, versions: [programVersion, duckDbVersion()] });
}
