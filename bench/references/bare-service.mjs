// Serves the least a Node service over DuckDB can do. The table is in memory before the first request.
import { DuckDBInstance } from '@duckdb/node-api';
import fastify from 'fastify';

const [file] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run(`CREATE TABLE people AS SELECT * FROM '${file.replaceAll("'", "''")}'`);

const app = fastify();
app.post('/query', async (request, reply) => {
  const reader = await connection.runAndReadAll(request.body.sql);
  const document = { columns: reader.columnNames(), rows: reader.getRowsJson() };
  return reply.type('application/json').send(JSON.stringify(document));
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.send({ url: `http://127.0.0.1:${app.server.address().port}/query` });
