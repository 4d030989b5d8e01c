// Measures our part of reading a statement beside DuckDB's parse of it. Bundle with esbuild and run with node.
import { DuckDBInstance } from '@duckdb/node-api';
import {
  checkStatement,
  serializeStatementSql,
} from '../src/engines/duckdb/statement/check-statement.ts';
import { renderStatement } from '../src/engines/duckdb/statement/render-statement.ts';
import { scanStatement } from '../src/sql/scan-statement.ts';

const sql =
  'SELECT u.city, COUNT(*), AVG(o.total) AS mean FROM data/users.csv AS u JOIN data/orders.csv o ON u.id = o.user_id ' +
  "WHERE u.age BETWEEN 18 AND 65 AND o.status <> 'open' GROUP BY u.city ORDER BY mean DESC LIMIT 20";
const runs = 5_000;

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const prepared = await connection.prepare(serializeStatementSql);
const scanned = scanStatement(sql);
prepared.bindVarchar(1, scanned.plainSql);
const parse = async () => String((await prepared.runAndReadAll()).getRows()[0]?.[0]);
const tree = await parse();

const scanMs = await medianMs(() => scanStatement(sql));
const checkMs = await medianMs(() => checkStatement(scanned, tree));
const renderMs = await medianMs(() => renderStatement(checkStatement(scanned, tree), ['a', 'b']));
const parseMs = await medianMs(parse);

const oursMs = scanMs + renderMs;
const lines: readonly [string, number][] = [
  ['scan', scanMs],
  ['check', checkMs],
  ['check and render', renderMs],
  ['scan, check and render', oursMs],
  ["DuckDB's parse to JSON", parseMs],
];
console.log(`A statement of ${sql.length} characters, median of ${runs} runs:`);
for (const [name, ms] of lines) console.log(`${name.padEnd(24)} ${ms.toFixed(4)} ms`);
console.log(`ours / parse             ${(oursMs / parseMs).toFixed(2)}`);
connection.closeSync();
instance.closeSync();

async function medianMs(step: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await step();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[runs >> 1] ?? 0;
}
