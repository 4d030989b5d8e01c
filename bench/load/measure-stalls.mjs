// Runs npm run load:stalls: each large request alone, with what it costs the others meanwhile.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepAliveAgent, query, queryRequest, send } from '../service/http-client.mjs';
import { percentile, showMs } from '../service/numbers.mjs';
import { startService } from '../service/start-service.mjs';
import { startHealthProbe } from './health-probe.mjs';
import { stallingRequests, writeStallingFiles } from './stalling-requests.mjs';

const answerGoalMs = 5_000;
const healthGoalMs = 100;

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
  const wanted = values.only === '' ? Object.keys(stallingRequests) : values.only.split(',');
  console.log(row(['request', 'status', 'answer', 'health', 'tiny query', 'verdict']));
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
  await query(url, 'SELECT 1');
  const body = stallingRequests[kind](folder, nonce);
  const probe = startHealthProbe(url);
  const neighbour = askAgain(url);
  await delay(200);
  const chunks = [];
  const startedAt = performance.now();
  const { status } = await send(`${url}/api/v1/query`, {
    ...queryRequest(''),
    body,
    timeoutMs: Number(values.limit),
    onChunk: (chunk) => chunks.push(chunk),
  }).catch((error) => ({ status: error.message }));
  const ms = performance.now() - startedAt;
  await delay(50);
  const health = percentile((await probe.stop()).times, 1);
  const tiny = percentile(await neighbour.stop(), 1);
  const isFine = (status === 200 || status === 400) && ms < answerGoalMs && health < healthGoalMs;
  const text = Buffer.concat(chunks).toString();
  const words = status === 200 ? '' : text.slice(0, 150);
  const size = text.length > 2_000 && status !== 200 ? ` (${text.length} characters)` : '';
  console.log(
    row([
      kind,
      status,
      showMs(ms),
      showMs(health),
      showMs(tiny),
      isFine ? 'ok' : 'MISSED',
      words + size,
    ]),
  );
  return isFine;
}

function askAgain(url) {
  const agent = keepAliveAgent(1);
  const times = [];
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      await query(url, 'SELECT 2', { agent }).catch(() => undefined);
      times.push(performance.now() - startedAt);
      await delay(20);
    }
    agent.destroy();
    return times;
  })();
  return {
    stop() {
      isStopped = true;
      return done;
    },
  };
}

function row([kind, ...cells]) {
  return kind.padEnd(20) + cells.map((cell) => String(cell).padStart(12)).join('  ');
}
