// Answers as the reference: DuckDB in this process, its own automatic reading of CSV. Runs the statements it is sent.
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

process.on('message', async ({ sql }) => {
  const startedAt = performance.now();
  try {
    const reader = await connection.runAndReadAll(sql);
    const rows = reader.getRowsJson();
    process.send({ ms: performance.now() - startedAt, rows });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.send({ isReady: true });
