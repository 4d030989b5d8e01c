// Checks and binds statements, and delivers rows, for an engine that computes elsewhere: DuckDB without its data.
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Settings } from '../../../settings/settings.ts';
import type { Spool } from '../../../spool/spool.ts';
import type { FolderPaths } from '../../../spool/work-folder.ts';
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import type { Output, StatementRules } from '../../engine-driver.ts';
import { interruptible } from '../database/interruptible.ts';
import { openDatabase } from '../database/open-database.ts';
import { namedTable } from '../errors/near-columns.ts';
import { toEngineError, toFailure } from '../errors/to-pathql-error.ts';
import { deliverRows } from '../result/deliver-rows.ts';
import type { Delivered } from '../result/delivery.ts';
import { planRows } from '../result/plan-rows.ts';
import type { DuckDbStatement } from '../statement/check-statement.ts';
import { renderStatement } from '../statement/render-statement.ts';
import { StatementParser } from '../statement/statement-parser.ts';
import { AnswerTable } from './answer-table.ts';
import { type BoundStatement, bindStatement } from './bind-statement.ts';
import { columnsOnlySql, type EmptyTable, emptyTableSql } from './empty-tables.ts';
import type { RawBatch } from './raw-batch.ts';

export interface FrontEndOptions {
  readonly settings: Settings;
  readonly folder: FolderPaths;
  /** Folders into which results are saved. */
  readonly outputFolders: readonly string[];
  readonly spool: Spool;
}

export interface FrontEnds {
  /** One for each query that may run at the same time. */
  readonly all: readonly FrontEnd[];
  close(): void;
}

export async function openFrontEnds(options: FrontEndOptions): Promise<FrontEnds> {
  const { settings, folder, outputFolders, spool } = options;
  const database = await openDatabase({ settings, folder, allowedFolders: outputFolders });
  const all = database.connections.map((connection) => new FrontEnd(connection, spool));
  return { all, close: () => database.close() };
}

export interface Delivery {
  readonly bound: BoundStatement;
  /** Has the rows computed, and resolves when they are complete. */
  readonly compute: (take: (batch: RawBatch) => void) => Promise<void>;
  readonly signal: AbortSignal;
}

/** From so many rows on DuckDB's own writing is quicker. */
const manyRows = 20_000;

export class FrontEnd {
  readonly #connection: DuckDBConnection;
  readonly #spool: Spool;
  readonly #parser: StatementParser;

  constructor(connection: DuckDBConnection, spool: Spool) {
    this.#connection = connection;
    this.#spool = spool;
    this.#parser = new StatementParser(connection);
  }

  /** Rejects with a PathqlError for whatever is not one query that may run. */
  async check(scanned: ScannedStatement, rules?: StatementRules): Promise<DuckDbStatement> {
    try {
      return await this.#parser.check(scanned, rules);
    } catch (error) {
      throw toFailure(error);
    }
  }

  /** Rejects with a PathqlError that points into the text. `tables` are in the order of the references. */
  async bind(statement: DuckDbStatement, tables: readonly EmptyTable[]): Promise<BoundStatement> {
    const rendered = renderStatement(statement, tables.map(tableSqlFor(statement)));
    try {
      return await bindStatement(this.#connection, rendered.sql, tables);
    } catch (error) {
      const names = statement.references.map((reference, i) =>
        namedTable(
          reference,
          (tables[i]?.columns ?? []).map(({ name }) => name),
        ),
      );
      throw toEngineError(error, { tables: [], sql: statement.sql, rendered, names });
    }
  }

  /** No row is delivered before the last one has come. */
  async deliver({ bound, compute, signal }: Delivery, output: Output): Promise<Delivered> {
    const answer = new AnswerTable(this.#connection, bound.columns);
    try {
      await answer.open();
      await compute((batch) => answer.add(batch));
      answer.complete();
      return await this.#write(answer, output, signal);
    } catch (error) {
      throw toFailure(error);
    } finally {
      await answer.drop();
    }
  }

  async #write(answer: AnswerTable, output: Output, signal: AbortSignal): Promise<Delivered> {
    const connection = this.#connection;
    const plan = await planRows(connection, answer.sql, output.layout);
    const size = answer.rowCount > manyRows ? 'large' : 'small';
    const common = { plan, connection, spool: this.#spool, warnings: [], signal };
    const delivery = { ...common, size } as const;
    try {
      return await interruptible(connection, signal, () => deliverRows(delivery, output));
    } finally {
      plan.statement.destroySync();
    }
  }
}

/** Files have no numbers of rows, so that the tables that stand for them must not have any where one is asked for. */
function tableSqlFor({ sql }: DuckDbStatement): typeof emptyTableSql {
  return /rowid/i.test(sql) ? columnsOnlySql : emptyTableSql;
}
