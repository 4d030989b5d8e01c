// Is the engine process: does what the service tells it by messages, until the service is gone.
import { Worker } from 'node:worker_threads';
import { hostEngine } from './engine-process/engine-side/engine-host.ts';
import type { ToEngine } from './engine-process/messages.ts';
import { openEngine } from './open-engine.ts';

const take = hostEngine(
  (message) => void (process.connected && process.send?.(message)),
  (settings, log, options) => openEngine(settings, log, { ...options, startsThreads: true }),
);
process.on('message', (message) => take(message as ToEngine));

// Signals are for the service, which then tells this process what to do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

// process.exit would wait for the threads of running queries.
const end = () => process.kill(process.pid, 'SIGKILL');
process.once('disconnect', end);

// A call inside the engine may keep this thread from hearing that the service is gone: another one looks after it.
const watchParent = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;
new Worker(watchParent, { eval: true, stdout: false, stderr: false }).unref();
