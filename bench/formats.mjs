// Measures answers by format and compression, conditional requests, and the memory that slow readers take.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { keepAliveAgent, send } from './service/http-client.mjs';
import { cpuMsOf, memoryOf } from './service/process-figures.mjs';
import { startService } from './service/start-service.mjs';

const rows = 1_000_000;
/** As many as the first argument says. */
const rounds = Number(process.argv[2] ?? 7);
const cities = ['Lisbon', 'Turin', 'São Paulo', 'Amman'];
const cases = [
  ...['json', 'ndjson', 'csv', 'tsv', 'arrow', 'parquet'].map((format) => [format, 'identity']),
  ...['json', 'csv', 'arrow'].flatMap((format) => [
    [format, 'gzip'],
    [format, 'br'],
  ]),
];
const agent = keepAliveAgent(1);

const folder = mkdtempSync(join(tmpdir(), 'pathql-bench-'));
writeRows(join(folder, 'rows.csv'));
const service = await startService({ dataFolder: folder, folder });
try {
  await measureFormats();
  await measureConditional();
  for (const format of ['csv', 'tsv', 'ndjson']) await measureSlowReader(format);
} finally {
  agent.destroy();
  await service.stop();
  rmSync(folder, { recursive: true });
}

/** Some 160 MB. */
function writeRows(path) {
  const lines = ['id,name,city,amount,ratio,day,moment,note\n'];
  for (let i = 0; i < rows; i += 1) {
    const day = `2024-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')}`;
    lines.push(
      `${9007199254740993n + BigInt(i)},customer number ${i} of many,${cities[i % 4]},${((i * 7919) % 1e6) / 100},` +
        `${((i * 104729) % 1e6) / 1e6},${day},2024-01-15T14:30:${String(i % 60).padStart(2, '0')},a note of some words ${i % 977}\n`,
    );
  }
  writeFileSync(path, lines.join(''));
  const before = new Date(Date.now() - 3_600_000);
  utimesSync(path, before, before);
}

function address(sql, parameters) {
  return `${service.url}/api/v1/query?${new URLSearchParams({ sql, ...parameters })}`;
}

async function measureFormats() {
  const all = 'SELECT * FROM rows.csv';
  const times = new Map(cases.map((one) => [one.join(' '), []]));
  const bytes = new Map();
  const cpu = new Map(cases.map((one) => [one.join(' '), []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [format, encoding] of cases) {
      const name = `${format} ${encoding}`;
      let size = 0;
      const cpuBefore = cpuMsOf(service.pid);
      const startedAt = performance.now();
      await send(address(all, { format }), {
        agent,
        headers: { 'accept-encoding': encoding },
        onChunk: (chunk) => {
          size += chunk.length;
        },
      });
      // The first round fills the cache.
      if (round === 0) continue;
      times.get(name).push(performance.now() - startedAt);
      cpu.get(name).push(cpuMsOf(service.pid) - cpuBefore);
      bytes.set(name, size);
    }
    if (round === 0) await delay(5_000);
  }
  const json = median(times.get('json identity'));
  console.log(`| ${rows} rows | MB | s | CPU s | of JSON |\n|---|---|---|---|---|`);
  for (const [name, ms] of times) {
    const figures = [bytes.get(name) / 1e6, median(ms) / 1e3, median(cpu.get(name)) / 1e3];
    const shown = figures.map((figure) => figure.toFixed(2)).join(' | ');
    console.log(`| ${name} | ${shown} | ${(median(ms) / json).toFixed(2)} |`);
  }
}

async function measureConditional() {
  const url = address('SELECT city, COUNT(*) FROM rows.csv GROUP BY city', { format: 'csv' });
  const { headers } = await send(url, { agent });
  const times = [];
  const cpuBefore = cpuMsOf(service.pid);
  for (let i = 0; i < 500; i += 1) {
    const startedAt = performance.now();
    const { status } = await send(url, { agent, headers: { 'if-none-match': headers.etag } });
    if (status !== 304) throw new Error(`Expected 304, got ${status}`);
    times.push(performance.now() - startedAt);
  }
  const cpuMs = (cpuMsOf(service.pid) - cpuBefore) / times.length;
  console.log(
    `\n304 over an unchanged file: median ${median(times).toFixed(2)} ms, CPU ${cpuMs.toFixed(2)} ms`,
  );
}

/** Of 2 GB: it takes some, waits while the engine writes the rest, and takes some more. */
async function measureSlowReader(format) {
  const wide = `SELECT i, repeat('some text ', 10) || i AS t FROM range(18000000) AS r(i)`;
  const before = memoryOf(service.pid).now;
  let most = 0;
  let bytes = 0;
  await new Promise((resolve, reject) => {
    const request = get(address(wide, { format, stream: 'true' }), async (response) => {
      for await (const chunk of response) {
        bytes += chunk.length;
        if (bytes > 200e6) break;
        if (bytes % 1_000_000 < chunk.length) await delay(20);
        most = Math.max(most, memoryOf(service.pid).now);
      }
      request.destroy();
      resolve();
    });
    request.once('error', reject);
  });
  const megabytes = [before, most].map((one) => (one / 1e6).toFixed(0));
  console.log(`slow reader of ${format}: ${megabytes[0]} MB before, at most ${megabytes[1]} MB`);
  await delay(1_000);
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
}
