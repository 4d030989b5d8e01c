// Runs npm run load: mixed queries over changing files, every answer checked; says what the service still holds.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomSource } from '../service/numbers.mjs';
import { handlesOf, memoryOf } from '../service/process-figures.mjs';
import { startService } from '../service/start-service.mjs';
import { ChangingFiles } from './changing-files.mjs';
import { startHealthProbe } from './health-probe.mjs';
import { runClients, Tally } from './run-clients.mjs';
import { report } from './verdict.mjs';

const options = readOptions();
const folder = await mkdtemp(join(tmpdir(), 'load-'));
try {
  process.exitCode = report(await loadTest(folder, options)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      clients: { type: 'string', default: '8,64' },
      seed: { type: 'string', default: '1' },
    },
  });
  const clients = values.clients.split(',').map(Number);
  const numbers = [Number(values.seconds), Number(values.seed), ...clients];
  if (numbers.every((number) => Number.isInteger(number) && number > 0)) {
    return { seconds: numbers[0], seed: numbers[1], clients };
  }
  console.error('expected --seconds=60 --clients=8,64 --seed=1, all whole numbers above 0');
  return process.exit(2);
}

async function loadTest(folder, { seconds, clients, seed }) {
  const [dataFolder, temporaryFolder] = [join(folder, 'data'), join(folder, 'temporary')];
  await Promise.all([dataFolder, temporaryFolder].map((path) => mkdir(path)));
  const random = randomSource(seed);
  const files = new ChangingFiles(dataFolder, random);
  await files.create();
  const service = await startService({
    dataFolder,
    folder,
    env: {
      TMPDIR: temporaryFolder,
      MEMORY_LIMIT: '1GB',
      CACHE_LIMIT: '100MB',
      QUERY_TIMEOUT_MS: '20000',
    },
  });
  files.start();
  const measured = await fireInPhases(service, { files, random, seconds, clients });
  await files.stop();
  const exitCode = await service.stop();
  return { ...measured, exitCode, leftovers: await readdir(temporaryFolder, { recursive: true }) };
}

/**
 * A third of the time warms up, as tables are loaded into the cache meanwhile; the figures after it are those that the
 * last ones are held against.
 */
async function fireInPhases(service, { files, random, seconds, clients }) {
  const context = { url: service.url, files, random };
  const warmUpSeconds = seconds / 3;
  const warmUp = new Tally();
  await runClients({
    ...context,
    tally: warmUp,
    clients: Math.max(...clients),
    seconds: warmUpSeconds,
  });
  const before = await restingFigures(service.pid);
  const probe = startHealthProbe(service.url);
  const phases = [];
  for (const count of clients) {
    const phase = {
      clients: count,
      seconds: (seconds - warmUpSeconds) / clients.length,
      tally: new Tally(),
    };
    await runClients({ ...context, ...phase });
    phases.push(phase);
  }
  const health = await probe.stop();
  const after = await restingFigures(service.pid);
  return { warmUp, phases, health, before, after };
}

/** Taken when the count of handles has stayed the same for a moment. */
async function restingFigures(pid) {
  let handles = handlesOf(pid);
  for (let look = 0, same = 0; look < 50 && same < 10; look++) {
    await delay(100);
    const now = handlesOf(pid);
    same = now === handles ? same + 1 : 0;
    handles = now;
  }
  return { handles, memory: memoryOf(pid)?.now };
}
