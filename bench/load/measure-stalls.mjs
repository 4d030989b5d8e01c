// Runs npm run load:stalls: each large request, with what it costs eight ordinary clients meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { queryRequest, send } from '../service/http-client.mjs';
import { percentile, showMs } from '../service/numbers.mjs';
import { startService } from '../service/start-service.mjs';
import { startHealthProbe } from './health-probe.mjs';
import { startOrdinaryClients } from './ordinary-clients.mjs';
import { stallingRequests, writeStallingFiles } from './stalling-requests.mjs';

const answerGoalMs = 5_000;
const healthGoalMs = 100;
const rateGoal = 0.5;
const ordinaryClients = 8;
const warmUpMs = 1_000;
const aloneMs = 1_000;
const besideMs = 1_000;
const differentBodies = 3;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, limit: { type: 'string', default: '20000' } },
});
const folder = await mkdtemp(join(tmpdir(), 'stalls-'));
try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureAll() {
  await writeStallingFiles(folder, { crowd: 100_000 });
  await writeFile(join(folder, 'ordinary.csv'), `a,b\n${'1,2\n3,4\n'.repeat(100)}`);
  const wanted = values.only === '' ? Object.keys(stallingRequests) : values.only.split(',');
  console.log(row(['request', 'status', 'answer', 'health', 'rate', 'verdict']));
  let areAllFine = true;
  let nonce = 0;
  for (const kind of wanted) {
    nonce += 1;
    const service = await startService({ dataFolder: undefined, folder });
    try {
      areAllFine = (await measure(service, kind, nonce)) && areAllFine;
    } finally {
      await service.stop().catch(() => process.kill(service.pid, 'SIGKILL'));
    }
  }
  return areAllFine;
}

async function measure({ url }, kind, nonce) {
  const bodies = Array.from({ length: differentBodies }, (_, i) =>
    Buffer.from(stallingRequests[kind](folder, nonce * differentBodies + i)),
  );
  const ordinary = startOrdinaryClients(url, { clients: ordinaryClients, sql: ordinarySql() });
  await ordinary.ratePerSecond(delay(warmUpMs));
  const alone = await ordinary.ratePerSecond(delay(aloneMs));
  const probe = startHealthProbe(url);
  const answers = [];
  const beside = await ordinary.ratePerSecond(askAgain(url, bodies, answers));
  const health = percentile((await probe.stop()).times, 1);
  await ordinary.stop();
  const rate = beside / alone;
  const [{ status, text }] = answers;
  const ms = Math.max(...answers.map((answer) => answer.ms));
  const areClear = answers.every((answer) => answer.status === 200 || answer.status === 400);
  const isFine = areClear && ms < answerGoalMs && health < healthGoalMs && rate >= rateGoal;
  const words = status === 200 ? '' : text.slice(0, 150);
  const size = text.length > 2_000 && status !== 200 ? ` (${text.length} characters)` : '';
  const verdict = isFine ? 'ok' : 'MISSED';
  console.log(
    row([kind, status, showMs(ms), showMs(health), rate.toFixed(2), verdict, words + size]),
  );
  return isFine;
}

/** One after the other, so that there is always one. */
async function askAgain(url, bodies, answers) {
  const endsAt = performance.now() + besideMs;
  do answers.push(await askOnce(url, bodies[answers.length % bodies.length]));
  while (performance.now() < endsAt);
}

async function askOnce(url, body) {
  const chunks = [];
  const startedAt = performance.now();
  const { status } = await send(`${url}/api/v1/query`, {
    ...queryRequest(''),
    body,
    timeoutMs: Number(values.limit),
    onChunk: (chunk) => chunks.push(chunk),
  }).catch((error) => ({ status: error.message }));
  return { status, ms: performance.now() - startedAt, text: Buffer.concat(chunks).toString() };
}

function ordinarySql() {
  return `SELECT a, count(*) FROM '${join(folder, 'ordinary.csv')}' GROUP BY a`;
}

function row([kind, ...cells]) {
  return kind.padEnd(20) + cells.map((cell) => String(cell).padStart(12)).join('  ');
}
