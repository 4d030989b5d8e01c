// The real parser and engine of DuckDB, for statements without an engine of ours around them.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  checkStatement,
  type DuckDbStatement,
  serializeStatementSql,
} from '../../../../src/engines/duckdb/statement/check-statement.ts';
import { type ScannedStatement, scanStatement } from '../../../../src/sql/scan-statement.ts';

export interface Lab {
  readonly connection: DuckDBConnection;
  check(sql: string): Promise<DuckDbStatement>;
  serialize(scanned: ScannedStatement): Promise<string>;
  /** The trees of many statements at once, which is several times faster. */
  serializeAll(scanned: readonly ScannedStatement[]): Promise<string[]>;
  close(): void;
}

export async function openLab(): Promise<Lab> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const prepared = await connection.prepare(serializeStatementSql);
  const serialize = async (scanned: ScannedStatement) => {
    prepared.bindVarchar(1, scanned.plainSql);
    const reader = await prepared.runAndReadAll();
    return String(reader.getRows()[0]?.[0]);
  };
  return {
    connection,
    serialize,
    serializeAll: async (scanned) => {
      const texts = JSON.stringify(scanned.map(({ plainSql }) => plainSql));
      const call = serializeStatementSql.replace('$1::VARCHAR', () => "value->>'$'");
      const sql = `${call} FROM json_each($1) ORDER BY id`;
      const reader = await connection.runAndReadAll(sql, [texts]);
      return reader.getRows().map(([tree]) => String(tree));
    },
    check: async (sql) => {
      const scanned = scanStatement(sql);
      return checkStatement(scanned, await serialize(scanned));
    },
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
