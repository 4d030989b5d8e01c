// Starts, awaits and ends one process of a Spark cluster.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const host = '127.0.0.1';
const startMs = 180_000;

/** Process groups that end with this process, however it ends. */
const running = new Set();
process.once('exit', () => {
  for (const child of running) signalGroup(child, 'SIGKILL');
});

/** `parameters`: which of Spark's scripts, `class` or `submit`, and what it is given. */
export function startProcess({ home, folder, name, parameters: [kind, ...rest], javaOptions }) {
  const log = join(folder, `${name}.log`);
  const child = spawn(join(home, 'bin', `spark-${kind}`), rest, {
    // A group of its own: the scripts start Java by themselves.
    detached: true,
    cwd: folder,
    env: {
      ...process.env,
      SPARK_HOME: home,
      SPARK_LOCAL_IP: host,
      SPARK_LOG_DIR: folder,
      // The Connect server is taken for a daemon, too: this would stand before the memory of its driver.
      ...(kind === 'class' && { SPARK_DAEMON_MEMORY: '512m' }),
      SPARK_DAEMON_JAVA_OPTS: javaOptions,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  const stream = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(stream, { end: false });
  child.stderr.pipe(stream, { end: false });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { name, child, log, ended };
}

export async function endProcess({ child, ended }, signal = 'SIGTERM') {
  signalGroup(child, signal);
  const isOver = await Promise.race([
    ended.then(() => true),
    setTimeout(10_000, false, { ref: false }),
  ]);
  if (!isOver) signalGroup(child, 'SIGKILL');
  await ended;
}

function signalGroup({ pid }, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}

/** Resolves when it takes connections. */
export async function listening({ name, child, log }, port) {
  for (let waitedMs = 0; waitedMs < startMs; waitedMs += 200) {
    if (child.exitCode !== null) break;
    if (await answers(port)) return;
    await setTimeout(200);
  }
  const words = await readFile(log, 'utf8').catch(() => '');
  throw new Error(`Spark's ${name} did not start:\n${words.slice(-2000)}`);
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.destroy());
  });
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
