// Opens a Spark cluster as an engine. DuckDB stays in the house: it parses, checks and binds, and writes the rows.
import { PathqlError } from '../../errors.ts';
import { kindByName, kindReadBy, oneKind } from '../../files/file-kinds.ts';
import type { EngineLog } from '../../query/engine-log.ts';
import type { Settings } from '../../settings/settings.ts';
import { readSparkAddress } from '../../settings/spark-address.ts';
import { Spool } from '../../spool/spool.ts';
import type { FolderPaths } from '../../spool/work-folder.ts';
import { openFrontEnds } from '../duckdb/front-end/front-end.ts';
import type { DuckDbStatement } from '../duckdb/statement/check-statement.ts';
import type {
  CacheFigures,
  EngineDriver,
  MentionedFiles,
  RecognisedFiles,
} from '../engine-driver.ts';
import { Cluster } from './connect/cluster.ts';
import type { SparkTable } from './csv/spark-table.ts';
import { ClusterFiles } from './files/cluster-files.ts';
import { SparkEngineConnection } from './spark-connection.ts';

export interface SparkDriverOptions {
  readonly settings: Settings;
  readonly log: EngineLog;
  readonly folder: FolderPaths;
  /** Folders into which results are saved. */
  readonly outputFolders: readonly string[];
}

/** Connects when the first query comes. */
export async function openSparkDriver(
  options: SparkDriverOptions,
): Promise<EngineDriver<DuckDbStatement, SparkTable>> {
  const { settings, log, folder, outputFolders } = options;
  const { engineTokenFile: tokenFile, engineCaFile: certificatesFile } = settings;
  const address = readSparkAddress(settings.engine);
  if (address === null) throw new Error('The address of the engine was not checked');
  const spool = new Spool(folder, settings.spillLimitBytes);
  const frontEnds = await openFrontEnds({ settings, folder, outputFolders, spool });
  const cluster = new Cluster({ ...address, tokenFile, certificatesFile }, log);
  const { dataDir } = settings;
  const files = new ClusterFiles(
    { dataDir },
    {
      ask: (relation, signal) => cluster.ask(relation, signal),
      inputFiles: (relation, signal) => cluster.inputFiles(relation, signal),
    },
  );
  const connections = frontEnds.all.map((frontEnd) => {
    return new SparkEngineConnection({ frontEnd, cluster, files });
  });
  return {
    connections,
    resolve: (paths, reach) => files.resolve(paths, reach),
    recognise: async (mention) => kindByNames(mention),
    listFiles: (request) => files.listFiles(request),
    sniff: () => Promise.reject(new PathqlError('not_on_spark', noSniff)),
    figures: () => ({ ...noCache, cancelsUnended: cluster.cancelsUnended }),
    queryStarted: () => undefined,
    queryEnded: () => undefined,
    async close() {
      await cluster.close();
      frontEnds.close();
    },
  };
}

/** What else the files are is seen when they are opened. */
function kindByNames({ files, reference: { reader } }: MentionedFiles): RecognisedFiles {
  const named = files.map(({ shownPath }) => ({ shownPath, kind: kindByName(shownPath) ?? 'csv' }));
  const called = reader === null ? undefined : kindReadBy(reader);
  return { kind: called ?? oneKind(named), files, warnings: [] };
}

const noSniff =
  'sniff is not available on Spark yet. The embedded engine (ENGINE=duckdb) has it, for files on its own machine';

const noCache: CacheFigures = { hits: 0, loads: 0, loadsStopped: 0, evictions: 0, bytes: 0 };
