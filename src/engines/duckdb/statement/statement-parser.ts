// Parses statements by DuckDB on one connection, and checks them.
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { inTurn } from '../../../concurrency/thread-turns.ts';
import type { ScannedStatement } from '../../../sql/scan-statement.ts';
import type { StatementRules } from '../../engine-driver.ts';
import { checkStatement, type DuckDbStatement, serializeStatementSql } from './check-statement.ts';

export class StatementParser {
  readonly #connection: DuckDBConnection;
  /** Planned once: planning the call takes longer than the parse. */
  #parse: DuckDBPreparedStatement | null = null;

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** Rejects with a PathqlError for whatever is not one query that may run, or with DuckDB's own errors. */
  async check(scanned: ScannedStatement, rules?: StatementRules): Promise<DuckDbStatement> {
    this.#parse ??= await this.#connection.prepare(serializeStatementSql);
    this.#parse.bindVarchar(1, scanned.plainSql);
    const reader = await this.#parse.runAndReadAll();
    return inTurn(() => checkStatement(scanned, String(reader.getRows()[0]?.[0]), rules));
  }
}
