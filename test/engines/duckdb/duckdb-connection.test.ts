import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, onTestFinished, test } from 'vitest';
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
import { scanStatement } from '../../../src/sql/scan-statement.ts';

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
    recognise: unasked,
    listFiles: unasked,
    sniff: unasked,
    figures: () => ({
      hits: 0,
      loads: 0,
      loadsStopped: 0,
      evictions: 0,
      bytes: 0,
      cancelsUnended: 0,
    }),
    queryStarted: () => undefined,
    queryEnded: () => undefined,
    close: () => Promise.resolve(),
  };
  const engine = createQueryEngine(driver, { queryTimeoutMs: 0 });
  const error = await engine.answer({ sql, layout: 'csv' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PathqlError' });
  expect(error).not.toMatchObject({ code: 'internal' });
});

describe('a query that finds no memory', () => {
  const sql = 'SELECT count(*) FROM (SELECT DISTINCT md5(i::VARCHAR) FROM range(300000) r(i))';

  /** A load that runs, or none, and gives its memory back when it is put off. */
  async function connectionBeside(hasLoad: boolean) {
    const instance = await DuckDBInstance.create(':memory:', { memory_limit: '8MB', threads: '1' });
    const load = await instance.connect();
    await load.run("SET temp_directory = ''");
    const duckDb = await instance.connect();
    onTestFinished(() => {
      for (const connection of [load, duckDb]) connection.closeSync();
      instance.closeSync();
    });
    let putOffs = 0;
    const putOff = async () => {
      putOffs++;
      if (hasLoad) await load.run("SET memory_limit = '1GB'");
      return hasLoad;
    };
    const context = { maxPlans: 2, loads: { putOff, add: () => undefined } };
    const connection = new DuckDbEngineConnection(duckDb, context as unknown as ConnectionContext);
    const statement = await connection.check(scanStatement(sql));
    const query = { statement, tables: [], signal: new AbortController().signal };
    const run = () =>
      connection.run({ ...query, onProgress: undefined }, { kind: 'stored', layout: 'json-array' });
    return { run, putOffs: () => putOffs };
  }

  test('beside a load has it put off, and is answered', async () => {
    const { run, putOffs } = await connectionBeside(true);
    expect(await run()).toMatchObject({ rowsReturned: 1 });
    expect(putOffs()).toBe(1);
  });

  test('beside no load is told so', async () => {
    const { run } = await connectionBeside(false);
    await expect(run()).rejects.toMatchObject({ code: 'out_of_memory' });
  });
});
