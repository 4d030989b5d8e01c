// Runs npm run load:random: thousands of random requests get only documented replies, and the service stays well.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepAliveAgent, query, send } from '../service/http-client.mjs';
import { randomSource } from '../service/numbers.mjs';
import { startService } from '../service/start-service.mjs';
import { randomRequest } from './random-request.mjs';
import { sendRandomRequest } from './send-random-request.mjs';
import { writeStallingFiles } from './stalling-requests.mjs';

const clients = 8;
const shownFaults = 20;

const options = readOptions();
const folder = await mkdtemp(join(tmpdir(), 'random-'));
try {
  process.exitCode = (await sendAll(folder, options)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  const [count, seed] = [Number(values.count), Number(values.seed)];
  if (Number.isInteger(count) && Number.isInteger(seed)) return { count, seed };
  console.error('expected --count=10000 --seed=1, both whole numbers');
  return process.exit(2);
}

async function sendAll(folder, { count, seed }) {
  const [dataFolder, temporaryFolder] = [join(folder, 'data'), join(folder, 'temporary')];
  await Promise.all([dataFolder, temporaryFolder].map((path) => mkdir(path)));
  await writeFiles(dataFolder);
  await writeStallingFiles(dataFolder, { crowd: 1_000 });
  const dataFiles = await readdir(dataFolder);
  const env = { TMPDIR: temporaryFolder, MEMORY_LIMIT: '1GB', QUERY_TIMEOUT_MS: '2000' };
  const service = await startService({ dataFolder, folder, env });
  const faults = await fire(service, { count, seed, dataFolder });
  faults.push(...(await faultsAfterwards(service)));
  await service.stop();
  const leftovers = await readdir(temporaryFolder, { recursive: true });
  if (leftovers.length > 0) faults.push(`temporary files left: ${leftovers.slice(0, 5).join(' ')}`);
  if ((await readdir(dataFolder)).length !== dataFiles.length)
    faults.push('a request changed the data folder');
  for (const fault of faults.slice(0, shownFaults)) console.log(`${fault}\n`);
  console.log(`${count} random requests (seed ${seed}), ${faults.length} faults`);
  return faults.length === 0;
}

async function writeFiles(folder) {
  const files = {
    'people.csv': 'id,name,age,city\n1,Ada,36,Lima\n2,Linus,28,Oslo\n3,Grace,45,Lima\n',
    'orders.csv': 'id,person,amount,note\n1,1,2.5,"a, b"\n2,1,10,\n3,3,1.25,"say ""so"""\n',
    'ragged.csv': 'a,b\n1,2\n3,4,5\n',
    'empty.csv': '',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

async function fire(service, { count, seed, dataFolder }) {
  const random = randomSource(seed);
  const agent = keepAliveAgent(clients);
  const faults = [];
  let left = count;
  const one = async () => {
    while (left-- > 0) {
      const request = randomRequest(random, dataFolder);
      const fault = await sendRandomRequest(service.url, request, agent).catch(
        (error) => `no reply: ${error.message}`,
      );
      if (fault !== null) faults.push(`${fault}\n  ${shown(request)}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, one));
  agent.destroy();
  return faults;
}

function shown(request) {
  const text = JSON.stringify({ ...request, body: request.body?.toString('utf8') });
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text;
}

async function faultsAfterwards({ url }) {
  const health = await send(`${url}/api/v1/health`, { timeoutMs: 5_000 });
  const { status, body } = await query(url, 'SELECT COUNT(*) FROM people.csv');
  const faults = [];
  if (health.status !== 200) faults.push(`health is ${health.status} afterwards`);
  if (status !== 200 || body.rows[0][0] !== 3)
    faults.push(`a query afterwards: ${JSON.stringify(body)}`);
  return faults;
}
