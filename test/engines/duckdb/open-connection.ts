// Opens a database of one test, with one connection.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';

export async function openConnection(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  return connection;
}
