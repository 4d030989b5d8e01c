// Measures every row of a large file: over HTTP, by the command line into a pipe, and written by DuckDB itself.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startReference } from '../references/run-reference.mjs';
import { queryRequest, send } from '../service/http-client.mjs';
import { exitOf, spawnOwned } from '../service/owned-processes.mjs';
import { programPath } from '../service/start-service.mjs';
import { makeNewVersion } from './new-version.mjs';
import { compare } from './rows-of-results.mjs';
import { untilLoaded } from './until-loaded.mjs';
import { withService } from './with-service.mjs';

export async function measureLargeAnswer({ data, rounds }) {
  const times = { first: [], cached: [], reference: [] };
  await withService(data, (service) =>
    withCopy(data, async (copy) => {
      for (let round = 0; round < rounds; round++) {
        await makeNewVersion(data.orders);
        times.reference.push(await copy());
        times.first.push(await timeAnswer(service.url, data));
        await untilLoaded(service, round + 1);
        times.cached.push(await timeAnswer(service.url, data));
      }
    }),
  );
  const { reference } = times;
  return [
    compare(`${titleOf(data)} over HTTP, new file ÷ DuckDB COPY TO json`, {
      ours: times.first,
      reference,
      goal: 1.3,
    }),
    compare('run from the cache ÷ the same', { ours: times.cached, reference }),
  ];
}

export async function measureLargePrint({ data, rounds }) {
  const ours = [];
  const reference = [];
  await withCopy(data, async (copy) => {
    for (let round = 0; round < rounds; round++) {
      reference.push(await copy());
      ours.push(await timePrint(data));
    }
  });
  const title = `${titleOf(data)} by the CLI as NDJSON into a pipe ÷ DuckDB COPY TO json`;
  return [compare(title, { ours, reference, goal: 1.3 })];
}

function titleOf({ rows }) {
  return `SELECT * of ${rows.toLocaleString('en')} rows`;
}

/** Gives `use` a function that lets DuckDB write the rows to a file and says in how many milliseconds. */
async function withCopy(data, use) {
  const reference = await startReference('duckdb');
  const target = join(data.folder, 'copied.json');
  const sql = `COPY (SELECT * FROM '${data.orders}') TO '${target}' (FORMAT json)`;
  try {
    await use(async () => {
      rmSync(target, { force: true });
      return (await reference.run(sql)).ms;
    });
  } finally {
    await reference.stop();
    rmSync(target, { force: true });
  }
}

/** Milliseconds until the last byte of the body. */
export async function timeAnswer(serviceUrl, { orders, rows }) {
  let end = Buffer.alloc(0);
  const startedAt = performance.now();
  const { status } = await send(`${serviceUrl}/api/v1/query`, {
    ...queryRequest(`SELECT * FROM '${orders}'`),
    onChunk: (chunk) => {
      end = chunk.length > 500 ? chunk : Buffer.concat([end, chunk]);
    },
  });
  const ms = performance.now() - startedAt;
  assert.equal(status, 200, end.toString('utf8'));
  assert.match(end.toString('utf8').slice(-500), new RegExp(`"rows_returned":${rows},.*}$`));
  return ms;
}

/** Through a shell, because what Node gives a child as its output is a socket, not a pipe. */
async function timePrint({ orders, rows }) {
  const startedAt = performance.now();
  const command = '"$0" "$1" -o:NDJSON "$2" | wc -l';
  const sql = `SELECT * FROM '${orders}'`;
  const child = spawnOwned('sh', ['-c', command, process.execPath, programPath, sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  await exitOf(child, 120_000);
  const ms = performance.now() - startedAt;
  assert.equal(Number(printed), rows);
  return ms;
}
