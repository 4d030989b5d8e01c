// Starts a Spark cluster on this machine, on free ports of the loopback address: master, workers, Connect server.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sparkHome } from './environment.mjs';

const host = '127.0.0.1';
const startMs = 180_000;

/**
 * `engine` of what it resolves with is a value for ENGINE; `stop` ends every process and removes what they wrote.
 * `restartServer` ends the Connect server at once and starts it anew on the same port.
 */
export async function startCluster({
  workers = 2,
  memory = '2g',
  token,
  settings = {},
  tell,
} = {}) {
  const home = await sparkHome(tell);
  const folder = await mkdtemp(join(tmpdir(), 'pathql-spark-'));
  const processes = [];
  const stop = async () => {
    await Promise.all(processes.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [masterPort, webPort, port, uiPort] = await Promise.all(
      Array.from({ length: 4 }, freePort),
    );
    const start = (name, parameters) => {
      const started = startProcess({ home, folder, name, parameters });
      processes.push(started);
      return started;
    };
    const master = `spark://${host}:${masterPort}`;
    const masterClass = 'org.apache.spark.deploy.master.Master';
    await listening(
      start('master', [
        'class',
        masterClass,
        '--host',
        host,
        '--port',
        `${masterPort}`,
        '--webui-port',
        `${webPort}`,
      ]),
      masterPort,
    );
    for (let index = 1; index <= workers; index += 1) {
      const work = join(folder, `work-${index}`);
      await mkdir(work);
      const workerClass = 'org.apache.spark.deploy.worker.Worker';
      start(`worker-${index}`, [
        'class',
        workerClass,
        '--host',
        host,
        '--webui-port',
        '0',
        '-c',
        '1',
        '-m',
        memory,
        '-d',
        work,
        master,
      ]);
    }
    const configuration = serverSettings({ port, uiPort, memory, token, settings, folder });
    const startServer = async () => {
      const server = start('connect', [
        'submit',
        '--master',
        master,
        ...configuration,
        '--class',
        'org.apache.spark.sql.connect.service.SparkConnectServer',
        'spark-internal',
      ]);
      await listening(server, port);
      return server;
    };
    let server = await startServer();
    const restartServer = async () => {
      await end(server, 'SIGKILL');
      server = await startServer();
    };
    return {
      engine: `sc://${host}:${port}`,
      statusUrl: `http://${host}:${uiPort}/api/v1`,
      folder,
      stop,
      restartServer,
      killServer: () => end(server, 'SIGKILL'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serverSettings({ port, uiPort, memory, token, settings, folder }) {
  const all = {
    'spark.connect.grpc.binding.address': host,
    'spark.connect.grpc.binding.port': port,
    'spark.driver.host': host,
    'spark.driver.bindAddress': host,
    'spark.driver.memory': '3g',
    'spark.executor.memory': memory,
    'spark.ui.retainedJobs': 100,
    'spark.ui.retainedStages': 100,
    'spark.sql.ui.retainedExecutions': 20,
    'spark.ui.enabled': 'true',
    'spark.ui.port': uiPort,
    'spark.sql.shuffle.partitions': '2',
    'spark.sql.warehouse.dir': join(folder, 'warehouse'),
    'spark.local.dir': join(folder, 'local'),
    'spark.log.level': 'WARN',
    ...(token && { 'spark.connect.authenticate.token': token }),
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['--conf', `${name}=${value}`]);
}

function startProcess({ home, folder, name, parameters: [kind, ...rest] }) {
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
      SPARK_DAEMON_MEMORY: '512m',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stream = createWriteStream(log, { flags: 'a' });
  child.stdout.pipe(stream, { end: false });
  child.stderr.pipe(stream, { end: false });
  const ended = new Promise((resolve) => child.once('close', resolve));
  return { name, child, log, ended };
}

async function end({ child, ended }, signal = 'SIGTERM') {
  const send = (each) => {
    try {
      process.kill(-child.pid, each);
    } catch {
      // It has ended.
    }
  };
  send(signal);
  const isOver = await Promise.race([
    ended.then(() => true),
    setTimeout(10_000, false, { ref: false }),
  ]);
  if (!isOver) send('SIGKILL');
  await ended;
}

async function listening({ name, child, log }, port) {
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

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
