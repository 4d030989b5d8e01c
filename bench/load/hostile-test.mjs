// Runs npm run load:hostile: requests no engine survives and very large ones, beside ordinary clients whose every answer
// is checked.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepAliveAgent, query } from '../service/http-client.mjs';
import { percentile, randomSource, showMegabytes, showMs } from '../service/numbers.mjs';
import { handlesOf, memoryOf, processTree } from '../service/process-figures.mjs';
import { startService } from '../service/start-service.mjs';
import { check, healthCheck, printChecks } from './checks.mjs';
import { startHealthProbe } from './health-probe.mjs';
import { hostileQueries } from './hostile-queries.mjs';
import { stallingRequests, writeStallingFiles } from './stalling-requests.mjs';

const memoryLimitBytes = 500e6;
const memoryMarginBytes = 600e6;
const timeoutMs = 1_000;
const hostileClients = 3;
const ordinaryClients = 8;
const moreHandles = 5;
const crowdSize = 11_000;

async function hostileTest(folder, options) {
  const [dataFolder, temporaryFolder] = [join(folder, 'data'), join(folder, 'temporary')];
  await Promise.all([dataFolder, temporaryFolder].map((path) => mkdir(path)));
  await writeFile(join(dataFolder, 'users.csv'), usersFile());
  await writeStallingFiles(dataFolder, { crowd: crowdSize });
  const env = { TMPDIR: temporaryFolder, MEMORY_LIMIT: `${memoryLimitBytes}` };
  const service = await startService({ dataFolder, folder, env });
  await askOrdinary(service.url, { faults: [], times: [] });
  const before = await restingFigures(service.pid);
  const probe = startHealthProbe(service.url);
  const memory = watchMemory(service.pid);
  const measured = await fire(service.url, { ...options, dataFolder });
  const health = await probe.stop();
  const peakBytes = memory.stop();
  const after = await restingFigures(service.pid);
  const replaced = (service.readLog().match(/the engine is replaced/g) ?? []).length;
  const exitCode = await service.stop();
  const leftovers = await readdir(temporaryFolder, { recursive: true });
  return { ...measured, health, peakBytes, before, after, replaced, exitCode, leftovers };
}

const cities = ['Accra', 'Lima', 'Oslo', 'Rome'];
const userCount = 4_000;

function usersFile() {
  const rows = Array.from({ length: userCount }, (_, i) => `${i},${cities[i % 4]},${i % 50}\n`);
  return `id,city,age\n${rows.join('')}`;
}

/** The answers are known from how the file is made. */
const ordinaryQueries = [
  () => ({ sql: 'SELECT COUNT(*) FROM users.csv', rows: [[userCount]] }),
  () => ({
    sql: 'SELECT city, COUNT(*) FROM users.csv GROUP BY city ORDER BY city',
    rows: cities.map((city) => [city, userCount / 4]),
  }),
  (id) => ({
    sql: `SELECT id, city FROM users.csv WHERE id = ${id}`,
    rows: [[id, cities[id % 4]]],
  }),
];

let asked = 0;

async function askOrdinary(url, { faults, times }, agent) {
  asked += 1;
  const { sql, rows } = ordinaryQueries[asked % 3](asked % userCount);
  try {
    const { status, ms, body } = await query(url, sql, { agent });
    times.push(ms);
    if (status !== 200 || JSON.stringify(body.rows) !== JSON.stringify(rows)) {
      faults.push(`${sql}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    }
  } catch (error) {
    faults.push(`${sql}: lost: ${error.message}`);
  }
}

async function fire(url, options) {
  const ordinary = { faults: [], times: [] };
  const hostile = { faults: [], times: [], statuses: {} };
  let isOver = false;
  const agent = keepAliveAgent(ordinaryClients);
  const client = async () => {
    while (!isOver) await askOrdinary(url, ordinary, agent);
  };
  const clients = Promise.all(Array.from({ length: ordinaryClients }, client));
  await fireHostile(url, hostile, options);
  isOver = true;
  await clients;
  agent.destroy();
  return { ordinary, hostile };
}

/** Bodies by their kind. */
const hostileBodies = Object.fromEntries([
  ...Object.entries(hostileQueries).map(([kind, make]) => [
    kind,
    ({ random }) => JSON.stringify({ sql: make(random) }),
  ]),
  ...Object.entries(stallingRequests).map(([kind, make]) => [
    kind,
    ({ dataFolder, number }) => make(dataFolder, number),
  ]),
]);

/** Spread over the time, in random order. */
async function fireHostile(url, hostile, { count, seconds, random, dataFolder }) {
  const kinds = Object.keys(hostileBodies);
  const pauseMs = (seconds * 1_000 * hostileClients) / count;
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const kind = kinds[Math.floor(random() * kinds.length)];
      const startedAt = performance.now();
      const body = hostileBodies[kind]({ dataFolder, random: random(), number: left });
      await askHostile(url, { kind, body }, hostile);
      await delay(Math.max(0, pauseMs - (performance.now() - startedAt)));
    }
  };
  await Promise.all(Array.from({ length: hostileClients }, one));
}

async function askHostile(url, { kind, body }, { faults, times, statuses }) {
  try {
    const headers = { 'content-type': 'application/json', 'request-timeout': String(timeoutMs) };
    const { status, ms } = await query(url, '', { headers, body });
    times.push(ms);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status !== 200 && status !== 400) faults.push(`${kind}: status ${status}`);
  } catch (error) {
    faults.push(`${kind}: ${error.message}`);
  }
}

function watchMemory(pid) {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, memoryOf(pid)?.now ?? 0);
  };
  const timer = setInterval(look, 50);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function restingFigures(pid) {
  await delay(2_000);
  return {
    processes: processTree(pid).length,
    handles: handlesOf(pid),
    memory: memoryOf(pid)?.now,
  };
}

function report({
  ordinary,
  hostile,
  health,
  peakBytes,
  before,
  after,
  replaced,
  exitCode,
  leftovers,
}) {
  const peakLimit = memoryLimitBytes + memoryMarginBytes;
  const statuses = JSON.stringify(hostile.statuses);
  const checks = [
    check(
      `${ordinary.faults.length} wrong or lost of ${ordinary.times.length} ordinary answers, ${spread(ordinary.times)}`,
      ordinary.faults.length === 0 && ordinary.times.length > 0,
    ),
    check(
      `${hostile.faults.length} faults in ${hostile.times.length} hostile answers ${statuses}, ${spread(hostile.times)}`,
      hostile.faults.length === 0,
    ),
    healthCheck(health),
    check(
      `memory of all processes at most ${showMegabytes(peakBytes)} of ${showMegabytes(peakLimit)}`,
      peakBytes <= peakLimit,
    ),
    check(
      `processes ${before.processes} before, ${after.processes} after, engine replaced ${replaced} times`,
      before.processes === after.processes,
    ),
    check(
      `open handles ${before.handles} before, ${after.handles} after`,
      !(after.handles > before.handles + moreHandles),
    ),
    check(
      `exit code ${exitCode} after SIGTERM, ${leftovers.length} temporary files left`,
      exitCode === 0 && leftovers.length === 0,
    ),
  ];
  return printChecks(checks, [...ordinary.faults, ...hostile.faults]);
}

function spread(times) {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => showMs(percentile(times, share)));
  return `p50 ${p50}, p99 ${p99}, at most ${most}`;
}

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
  },
});
const [count, seconds, seed] = [values.count, values.seconds, values.seed].map(Number);
const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
try {
  const figures = await hostileTest(folder, { count, seconds, random: randomSource(seed) });
  process.exitCode = report(figures) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
