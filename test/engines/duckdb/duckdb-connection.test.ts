import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import {
  type ConnectionContext,
  DuckDbEngineConnection,
} from '../../../src/engines/duckdb/duckdb-connection.ts';
import type { DuckDbTable } from '../../../src/engines/duckdb/duckdb-table.ts';
import {
  type DuckDbStatement,
  serializeStatementSql,
} from '../../../src/engines/duckdb/statement/check-statement.ts';
import type { EngineDriver } from '../../../src/engines/engine-driver.ts';
import { createQueryEngine } from '../../../src/run/query-engine.ts';

const unasked = () => Promise.reject(new Error('the engine was asked'));

/** The connection, but it fails when it is asked for anything else than to parse a statement. */
function parsingOnly(connection: DuckDBConnection): DuckDBConnection {
  const prepare = (sql: string) =>
    sql === serializeStatementSql ? connection.prepare(sql) : unasked();
  return new Proxy(connection, { get: (_, name) => (name === 'prepare' ? prepare : unasked) });
}

test.each([
  "COPY (SELECT 1) TO 'x.csv'",
  'SELECT 1; SELECT 2',
  "SELECT * FROM read_text('users.csv')",
  'SELECT * FROM users.csv OFFSET 1',
  'INSTALL httpfs',
  'SELECT $1',
])('a refused statement reaches no file and is not run: %s', async (sql) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = parsingOnly(await instance.connect());
  const context = { maxPlans: 2 } as ConnectionContext;
  const driver: EngineDriver<DuckDbStatement, DuckDbTable> = {
    connections: [new DuckDbEngineConnection(connection, context)],
    resolve: unasked,
    listFiles: unasked,
    figures: () => ({ hits: 0, loads: 0, loadsStopped: 0, evictions: 0, bytes: 0 }),
    queryStarted: () => undefined,
    queryEnded: () => undefined,
    close: () => Promise.resolve(),
  };
  const engine = createQueryEngine(driver, { queryTimeoutMs: 0 });
  const error = await engine.answer({ sql, layout: 'csv' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PathqlError' });
  expect(error).not.toMatchObject({ code: 'internal' });
});
