// Answers as the reference: DuckDB in this process, its own automatic reading of CSV. Runs the statements it is sent.
import { DuckDBInstance } from '@duckdb/node-api';
import { measured } from './report-answer.mjs';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

process.on('message', async ({ sql }) => {
  try {
    process.send(
      await measured(async () => {
        const reader = await connection.runAndReadAll(sql);
        return reader.getRowsJson();
      }),
    );
  } catch (error) {
    process.send({ error: String(error) });
  }
});
process.send({ isReady: true });
