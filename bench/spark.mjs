// Measures a Spark cluster on this machine: two workers beside one, and what the first answer over a file costs besides.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCluster } from '../scripts/spark/cluster.mjs';
import { dataFile } from './generate-data.mjs';
import { query } from './service/http-client.mjs';
import { median, showMegabytes, showMs } from './service/numbers.mjs';
import { startService } from './service/start-service.mjs';
import { sizes } from './sizes.mjs';

const { size, rounds } = readOptions();
const answerMs = 1_800_000;
const statements = {
  aggregate: `SELECT city, COUNT(*), SUM(amount) FROM 'orders.csv' GROUP BY city ORDER BY city`,
  count: `SELECT COUNT(*) FROM 'orders.csv'`,
};

const path = await dataFile(fileURLToPath(new URL('./data', import.meta.url)), 'orders', {
  size,
  texts: 'plain',
  numbers: 'integers',
});
const embedded = await measure({});
const clusters = {};
for (const workers of [1, 2]) {
  const cluster = await startCluster({ workers, tell: console.error });
  try {
    clusters[workers] = await measure({ ENGINE: cluster.engine });
  } finally {
    await cluster.stop();
  }
}
assertSameAnswers();
report();

function readOptions() {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: '500MB' },
      rounds: { type: 'string', default: '3' },
    },
  });
  if (values.size in sizes && Number(values.rounds) > 0) {
    return { size: values.size, rounds: Number(values.rounds) };
  }
  console.error(
    `--size: expected one of ${Object.keys(sizes).join(', ')}, got '${values.size}'; --rounds: a number above 0`,
  );
  return process.exit(2);
}

/** Times of the first and the second answer to each statement. Each round reads a file that the service has not seen. */
async function measure(env) {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-bench-spark-'));
  const settings = { QUERY_TIMEOUT_MS: String(answerMs), ...env };
  const service = await startService({ dataFolder: dirname(path), folder, env: settings });
  try {
    await ask(service, 'SELECT 1');
    const results = {};
    for (const [name, sql] of Object.entries(statements))
      results[name] = await measureOne(service, sql);
    return results;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function measureOne(service, sql) {
  const [first, again] = [[], []];
  let rows;
  for (let round = 0; round < rounds; round += 1) {
    dateAnew();
    first.push((await ask(service, sql)).ms);
    const answer = await ask(service, sql);
    again.push(answer.ms);
    rows = answer.body.rows;
  }
  return { first: median(first), again: median(again), rows };
}

/** Another time stamp, old enough to be trusted: the service takes the file for a new one. */
function dateAnew() {
  const earlier = new Date(statSync(path).mtimeMs - 60_000);
  utimesSync(path, earlier, earlier);
}

async function ask({ url }, sql) {
  const answer = await query(url, sql, { timeoutMs: answerMs });
  assert.equal(answer.status, 200, answer.body.error);
  return answer;
}

function assertSameAnswers() {
  for (const name of Object.keys(statements)) {
    for (const results of Object.values(clusters)) {
      assert.deepEqual(results[name].rows, embedded[name].rows, 'the answers differ');
    }
  }
}

function report() {
  console.log(`${showMegabytes(statSync(path).size)}, ${rounds} rounds, medians\n`);
  console.log('| | first answer | again | inspection and types | two workers ÷ one |');
  console.log('|---|---|---|---|---|');
  for (const name of Object.keys(statements)) {
    for (const [workers, results] of Object.entries(clusters)) {
      const { first, again } = results[name];
      const one = clusters[1][name];
      const ratio = `${(first / one.first).toFixed(2)}, again ${(again / one.again).toFixed(2)}`;
      const cells = [
        showMs(first),
        showMs(again),
        `${showMs(first - again)}, ×${(first / again).toFixed(2)}`,
      ];
      console.log(
        `| ${name}, ${workers} | ${cells.join(' | ')} | ${workers === '1' ? '' : ratio} |`,
      );
    }
    const { first, again } = embedded[name];
    console.log(`| ${name}, embedded | ${showMs(first)} | ${showMs(again)} | | |`);
  }
}
