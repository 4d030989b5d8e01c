// Runs clients that ask an everyday query again and again, in a thread of their own, whatever the others do.

import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { keepAliveAgent, query } from '../service/http-client.mjs';

/** Answers per second in any time; `stop` rejects when an answer was not right. */
export function startOrdinaryClients(serviceUrl, { clients, sql }) {
  const counter = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { serviceUrl, clients, sql, counter },
  });
  return {
    async ratePerSecond(until) {
      const startedAt = performance.now();
      const before = Atomics.load(counter, 0);
      await until;
      const seconds = (performance.now() - startedAt) / 1_000;
      return (Atomics.load(counter, 0) - before) / seconds;
    },
    async stop() {
      Atomics.store(counter, 1, 1);
      const [wrong] = await once(worker, 'message');
      if (wrong !== null) throw new Error(`An ordinary query got ${wrong}`);
    },
  };
}

async function run({ serviceUrl, clients, sql, counter }) {
  const agent = keepAliveAgent(clients);
  let wrong = null;
  const ask = async () => {
    while (Atomics.load(counter, 1) === 0) {
      const answer = await query(serviceUrl, sql, { agent }).catch((error) => error);
      if (answer.status === 200) Atomics.add(counter, 0, 1);
      else wrong = `status ${answer.status ?? answer.message}`;
    }
  };
  await Promise.all(Array.from({ length: clients }, ask));
  agent.destroy();
  parentPort.postMessage(wrong);
}

if (workerData?.counter !== undefined) await run(workerData);
