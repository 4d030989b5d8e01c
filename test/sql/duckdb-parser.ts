// The real parser and engine of DuckDB for the tests of src/sql, which itself must not know it.

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import {
  type CheckedStatement,
  checkStatement,
  serializeStatementSql,
} from '../../src/sql/check-statement.ts';
import { type ScannedStatement, scanStatement } from '../../src/sql/scan-statement.ts';

export interface Lab {
  readonly connection: DuckDBConnection;
  check(sql: string): Promise<CheckedStatement>;
  serialize(scanned: ScannedStatement): Promise<string>;
  close(): void;
}

export async function openLab(): Promise<Lab> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const prepared = await connection.prepare(serializeStatementSql);
  const serialize = async (scanned: ScannedStatement) => {
    prepared.bindVarchar(1, scanned.parserText);
    const reader = await prepared.runAndReadAll();
    return String(reader.getRows()[0]?.[0]);
  };
  return {
    connection,
    serialize,
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
