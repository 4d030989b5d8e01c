// Measures what exactness costs: our scans of one file against DuckDB's typed read of it, as ratios within one run.
//   npx esbuild --bundle --platform=node --format=esm --packages=external bench/exact-types.ts --outfile=/tmp/bench.mjs
//   NODE_PATH=node_modules node /tmp/bench.mjs [FILE]     without FILE one of 3 million rows is made
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { openCsvTable } from '../src/csv/open-csv-table.ts';
import type { ExactTypeName } from '../src/csv/types/exact-types.ts';
import type { RunSql } from '../src/engines/duckdb/database/run-sql.ts';
import { type ColumnTypes, typedScan } from '../src/engines/duckdb/scan/csv-scan.ts';
import { inexactSql } from '../src/engines/duckdb/scan/exact-type-sql.ts';
import { inferFromAllRows, inferFromFirstRows } from '../src/engines/duckdb/scan/infer-types.ts';

const rounds = 11;
const columns = {
  id: 'BIGINT',
  city: 'VARCHAR',
  age: 'BIGINT',
  amount: 'DOUBLE',
  day: 'DATE',
  note: 'VARCHAR',
};

const queries = {
  'GROUP BY city, AVG(age)': 'SELECT city, count(*), avg(age) FROM t GROUP BY city',
  'SUM(amount)': 'SELECT sum(amount) FROM t',
  'MAX(day)': 'SELECT max(day) FROM t',
  'all six columns': 'SELECT max(id), max(city), max(age), max(amount), max(day), max(note) FROM t',
  'COUNT(*)': 'SELECT count(*) FROM t',
};

const path = process.argv[2] ?? (await makeFile(join(tmpdir(), 'pathql-bench.csv')));
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const run: RunSql = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();

const file = { path, shownPath: path };
const opened = await timed(() => openCsvTable([file], null));
const table = opened.result;
const fromFirstRows: ColumnTypes = {
  ...(await inferFromFirstRows(table, run)).types,
  areFromAllRows: false,
};
const fromAllRows = await timed(() => inferFromAllRows(table, run));
const scanOf = (types: ColumnTypes) => typedScan({ id: 1, csv: table, types });

const struct = JSON.stringify(columns).replaceAll('"', "'");
const typed = `SELECT * FROM read_csv('${path}', auto_detect = false, columns = ${struct}, delim = ',', quote = '"', escape = '"', header = true, strict_mode = true)`;
const scans = {
  'DuckDB, typed': typed,
  'types from the first rows': scanOf(fromFirstRows),
  'types from all rows': scanOf(fromAllRows.result.types),
};

// One after the other within a round: noise of the machine meets all of them alike.
const names = Object.keys(scans);
for (const [index, body] of Object.values(scans).entries()) {
  await run(`CREATE TEMP VIEW v${index} AS ${body}`);
}
console.log(
  `${fromAllRows.result.rowCount} rows; medians of ${rounds}: ms (ratio to DuckDB's typed read)`,
);
for (const [query, sql] of Object.entries(queries)) {
  const times: number[][] = names.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, list] of times.entries()) {
      list.push((await timed(() => run(sql.replace('FROM t', `FROM v${index}`)))).ms);
    }
  }
  const cells = names.map((name, index) => {
    const ratios = (times[index] ?? []).map((ms, round) => ms / (times[0]?.[round] ?? ms));
    return `${name}: ${median(times[index] ?? []).toFixed(0)} (${median(ratios).toFixed(2)})`;
  });
  console.log(`${query.padEnd(26)}${cells.join('   ')}`);
}
console.log(`every byte looked at once: ${opened.ms.toFixed(0)} ms`);
console.log(`types inferred from all rows: ${fromAllRows.ms.toFixed(0)} ms`);

console.log('\nthe check of one column of texts in memory, ns a row');
const texts: Record<string, string> = {
  BOOLEAN: '(range % 2 = 0)::VARCHAR',
  BIGINT: 'range::VARCHAR',
  HUGEINT: "'1' || repeat('0', 20) || range",
  DOUBLE: '(range % 10000 / 100)::VARCHAR',
  DECIMAL: "range || '.1234567890123456'",
  DATE: "(DATE '1970-01-01' + (range % 20000)::INTEGER)::VARCHAR",
  TIMESTAMP: "(TIMESTAMP '1970-01-01' + INTERVAL (range) MINUTE)::VARCHAR",
  TIMESTAMPTZ: "strftime(TIMESTAMP '1970-01-01' + INTERVAL (range) MINUTE, '%xT%XZ')",
};
for (const [name, text] of Object.entries(texts)) {
  const rows = 1_000_000;
  await run(`CREATE OR REPLACE TEMP TABLE s AS SELECT ${text} AS s FROM range(${rows})`);
  const type = { name: name as ExactTypeName, scale: name === 'DECIMAL' ? 16 : 0 };
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    ms = Math.min(ms, (await timed(() => run(`SELECT count(${inexactSql('s', type)}) FROM s`))).ms);
  }
  console.log(`${name.padEnd(12)}${((ms * 1e6) / rows).toFixed(0)}`);
}
connection.closeSync();
instance.closeSync();

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  const result = await work();
  return { result, ms: performance.now() - start };
}

async function makeFile(made: string): Promise<string> {
  if (existsSync(made)) return made;
  const cities = ['Berlin', 'Paris', 'London', 'Madrid', 'Rome', 'Vienna', 'Oslo', 'Prague'];
  const out = createWriteStream(made);
  out.write('id,city,age,amount,day,note\n');
  let seed = 1;
  const below = (limit: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  for (let id = 0; id < 3_000_000; id++) {
    const amount = (below(1_000_000) / 100).toFixed(2);
    const line = `${id},${cities[below(8)]},${below(90)},${amount},2024-0${1 + below(9)}-1${below(9)},note number ${below(100_000)}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return made;
}
