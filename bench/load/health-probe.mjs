// Asks for the health of the service all the time, in a thread of its own, whatever the others do.

import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { keepAliveAgent, send } from '../service/http-client.mjs';

const pauseMs = 20;

/** `stop` resolves with the milliseconds of every probe and the count of those that failed. */
export function startHealthProbe(serviceUrl) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { serviceUrl } });
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage('stop');
      }),
  };
}

async function probe({ serviceUrl }) {
  const agent = keepAliveAgent(1);
  const times = [];
  let failures = 0;
  let isStopped = false;
  parentPort.once('message', () => {
    isStopped = true;
  });
  while (!isStopped) {
    const startedAt = performance.now();
    const { status } = await send(`${serviceUrl}/api/v1/health`, { agent, timeoutMs: 5_000 }).catch(
      () => ({ status: 0 }),
    );
    times.push(performance.now() - startedAt);
    if (status !== 200) failures++;
    await delay(pauseMs);
  }
  agent.destroy();
  parentPort.postMessage({ times, failures });
}

if (workerData?.serviceUrl !== undefined) await probe(workerData);
