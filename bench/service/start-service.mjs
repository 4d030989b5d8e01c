// Starts the built service on a free port of this machine, and stops it.
import { existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exitOf, spawnOwned } from './owned-processes.mjs';

export const programPath = fileURLToPath(new URL('../../dist/pathql.js', import.meta.url));

const startLimitMs = 15_000;

/** `folder` takes the log; `stop` resolves with the exit code. */
export async function startService({ dataFolder, folder, env = {} }) {
  if (!existsSync(programPath)) throw new Error('dist/pathql.js is missing: npm run build first');
  const logPath = join(folder, 'service.log');
  const log = openSync(logPath, 'w');
  const child = spawnOwned(process.execPath, [programPath, 'serve'], {
    env: {
      ...process.env,
      SERVER_HOST: '127.0.0.1',
      SERVER_PORT: '0',
      DATA_DIR: dataFolder,
      ...env,
    },
    stdio: ['ignore', log, log],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await listeningPort(logPath, child);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    ended,
    readLog: () => readFileSync(logPath, 'utf8'),
    stop() {
      if (child.exitCode !== null) return Promise.resolve(child.exitCode);
      const exit = exitOf(child, 20_000);
      child.kill('SIGTERM');
      return exit;
    },
  };
}

async function listeningPort(logPath, child) {
  const giveUpAt = Date.now() + startLimitMs;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    const port = /127\.0\.0\.1:(\d+)/.exec(readFileSync(logPath, 'utf8'))?.[1];
    if (port !== undefined) return Number(port);
    await delay(20);
  }
  child.kill('SIGKILL');
  throw new Error(`the service did not start:\n${readFileSync(logPath, 'utf8')}`);
}
