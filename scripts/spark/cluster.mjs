// Starts a Spark cluster on this machine, on free ports of the loopback address: master, workers, Connect server.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sparkHome } from './environment.mjs';
import { endProcess, freePort, host, listening, startProcess } from './spark-process.mjs';

/** Java compiles with its quick compiler alone: on a cluster of minutes the other one takes more time than it saves. */
const briefJava = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

const deployClass = 'org.apache.spark.deploy';

/**
 * `isBrief`: the cluster is for minutes, not for measuring. `engine` of what it resolves with is a value for ENGINE; `stop` ends every process and removes what they wrote.
 * `restartServer` ends the Connect server at once and starts it anew on the same port.
 */
export async function startCluster({
  workers = 2,
  memory = '2g',
  isBrief = false,
  token,
  settings = {},
  tell,
} = {}) {
  const home = await sparkHome(tell);
  const javaOptions = isBrief ? briefJava : '';
  const folder = await mkdtemp(join(tmpdir(), 'pathql-spark-'));
  const processes = [];
  const stop = async () => {
    await Promise.all(processes.map((each) => endProcess(each)));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [masterPort, webPort, port, uiPort] = await Promise.all(
      Array.from({ length: 4 }, freePort),
    );
    const start = (name, parameters) => {
      const started = startProcess({ home, folder, name, parameters, javaOptions });
      processes.push(started);
      return started;
    };
    // Without workers the server computes by itself.
    const master =
      workers === 0
        ? 'local[1]'
        : await startStandalone({ start, folder, masterPort, webPort, workers, memory });
    const configuration = serverSettings({
      port,
      uiPort,
      memory,
      token,
      settings,
      folder,
      javaOptions,
    });
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
      await endProcess(server, 'SIGKILL');
      server = await startServer();
    };
    return {
      engine: `sc://${host}:${port}`,
      statusUrl: `http://${host}:${uiPort}/api/v1`,
      folder,
      stop,
      restartServer,
      killServer: () => endProcess(server, 'SIGKILL'),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Resolves with the address of the master. */
async function startStandalone({ start, folder, masterPort, webPort, workers, memory }) {
  const place = ['--host', host, '--port', `${masterPort}`, '--webui-port', `${webPort}`];
  const master = start('master', ['class', `${deployClass}.master.Master`, ...place]);
  await listening(master, masterPort);
  const address = `spark://${host}:${masterPort}`;
  for (let index = 1; index <= workers; index += 1) {
    const work = join(folder, `work-${index}`);
    await mkdir(work);
    const means = ['--host', host, '--webui-port', '0', '-c', '1', '-m', memory, '-d', work];
    start(`worker-${index}`, ['class', `${deployClass}.worker.Worker`, ...means, address]);
  }
  return address;
}

function serverSettings({ port, uiPort, memory, token, settings, folder, javaOptions }) {
  const all = {
    'spark.connect.grpc.binding.address': host,
    'spark.connect.grpc.binding.port': port,
    'spark.driver.host': host,
    'spark.driver.bindAddress': host,
    'spark.driver.memory': '3g',
    'spark.executor.memory': memory,
    'spark.driver.extraJavaOptions': javaOptions,
    'spark.executor.extraJavaOptions': javaOptions,
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
