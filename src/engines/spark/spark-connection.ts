// Runs queries on a Spark cluster: DuckDB checks and binds them and writes the rows that Spark computes.
import type { ScannedStatement } from '../../sql/scan-statement.ts';
import type { BoundStatement } from '../duckdb/front-end/bind-statement.ts';
import { tableIndexOf } from '../duckdb/front-end/empty-tables.ts';
import type { FrontEnd } from '../duckdb/front-end/front-end.ts';
import type { RawBatch } from '../duckdb/front-end/raw-batch.ts';
import type { DuckDbStatement } from '../duckdb/statement/check-statement.ts';
import type {
  EngineConnection,
  EngineQuery,
  EngineResult,
  Output,
  StatementRules,
  TableOpening,
} from '../engine-driver.ts';
import type { Cluster } from './connect/cluster.ts';
import type { Relation, StageInfo } from './connect/messages.ts';
import { engineType } from './csv/exact-types.ts';
import { linesRelation } from './csv/inspect-files.ts';
import { openSparkTable } from './csv/open-spark-table.ts';
import type { SparkTable } from './csv/spark-table.ts';
import type { ClusterFiles } from './files/cluster-files.ts';
import type { AskCluster } from './files/cluster-listing.ts';
import { type WrittenQuery, writeQuery } from './plan/write-query.ts';
import { readBatches } from './rows/arrow-columns.ts';

export interface ConnectionParts {
  readonly frontEnd: FrontEnd;
  readonly cluster: Cluster;
  readonly files: ClusterFiles;
}

type Query = EngineQuery<DuckDbStatement, SparkTable>;

export class SparkEngineConnection implements EngineConnection<DuckDbStatement, SparkTable> {
  readonly #frontEnd: FrontEnd;
  readonly #cluster: Cluster;
  readonly #files: ClusterFiles;

  constructor({ frontEnd, cluster, files }: ConnectionParts) {
    this.#frontEnd = frontEnd;
    this.#cluster = cluster;
    this.#files = files;
  }

  check(scanned: ScannedStatement, rules?: StatementRules): Promise<DuckDbStatement> {
    return this.#frontEnd.check(scanned, rules);
  }

  openTable(opening: TableOpening): Promise<SparkTable> {
    return openSparkTable(opening, this.#ask);
  }

  async run(query: Query, output: Output): Promise<EngineResult> {
    const { tables, signal } = query;
    const { bound, written } = await this.#write(query);
    const compute = async (take: (batch: RawBatch) => void) => {
      await this.#execute(written, query, take);
      await this.#files.assertUnchanged(filesOf(tables), signal);
    };
    const { rowCount, rows } = await this.#frontEnd.deliver({ bound, compute, signal }, output);
    return {
      columns: bound.columns.map(({ name }) => name),
      types: bound.columns.map(({ type }) => String(type)),
      rowsScanned: tables.reduce((sum, table) => sum + table.rowCount, 0),
      rowsReturned: rowCount,
      warnings: [...new Set(tables.flatMap(({ warnings }) => warnings))],
      rows,
    };
  }

  readonly #ask: AskCluster = (relation, signal) => this.#cluster.ask(relation, signal);

  /** Binds anew when a column turns out to have another type than its first rows. */
  async #write({ statement, tables, signal }: Query): Promise<{
    readonly bound: BoundStatement;
    readonly written: WrittenQuery;
  }> {
    for (const table of tables) {
      // DuckDB describes what it was told, and the plan does not say which columns that were.
      const positions = statement.summarizes ? [...table.columns.keys()] : table.emptyColumns;
      await table.prove(positions, this.#ask, signal);
    }
    for (;;) {
      const revisions = tables.map(({ revision }) => revision);
      const bound = await this.#frontEnd.bind(statement, tables.map(emptyTable));
      const written = writeQuery(bound.plan, {
        indexOf: tableIndexOf,
        selectSql: ({ table, columns }, alias) => tableAt(tables, table).selectSql(columns, alias),
      });
      for (const { table, columns } of written.scans) {
        await tableAt(tables, table).prove(columns, this.#ask, signal);
      }
      // Another query may have found the type, while this one was bound or waited for it.
      if (tables.every(({ revision }, i) => revision === revisions[i])) return { bound, written };
    }
  }

  #execute(
    written: WrittenQuery,
    { tables, signal, onProgress }: Query,
    take: (batch: RawBatch) => void,
  ): Promise<void> {
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0);
    return this.#cluster.execute(relationOf(written, tables), {
      signal,
      onBatch: (batch) => {
        for (const one of readBatches(batch)) take(one);
      },
      onProgress: onProgress && ((stages) => onProgress(progressOf(stages, bytes))),
    });
  }
}

function emptyTable({ columns }: SparkTable) {
  return { columns: columns.map(({ name, type }) => ({ name, type: engineType(type) })) };
}

function tableAt(tables: readonly SparkTable[], index: number): SparkTable {
  const table = tables[index];
  if (table === undefined) throw new Error('The plan scans a table that is not there');
  return table;
}

function filesOf(tables: readonly SparkTable[]): SparkTable['files'] {
  return [...new Set(tables)].flatMap(({ files }) => files);
}

/** Paths stand beside the SQL, never in it. */
function relationOf({ sql, scans }: WrittenQuery, tables: readonly SparkTable[]): Relation {
  const root = { sql: { query: sql } };
  if (scans.length === 0) return root;
  const references = scans.map(({ table }, i) =>
    linesRelation(tableAt(tables, table).files, `t${i}`),
  );
  return { withRelations: { root, references } };
}

function progressOf(stages: readonly StageInfo[], bytes: number) {
  const sum = (count: (stage: StageInfo) => number | undefined) =>
    stages.reduce((total, stage) => total + (count(stage) ?? 0), 0);
  const tasks = sum(({ numTasks }) => numTasks);
  const done = sum(({ numCompletedTasks }) => numCompletedTasks);
  return { share: tasks === 0 ? null : Math.min(1, done / tasks), rowsRead: 0, bytes };
}
