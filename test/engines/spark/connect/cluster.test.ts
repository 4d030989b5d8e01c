// The protocol: when an answer is complete, what happens when it is not, and how it is stopped.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Cluster } from '../../../../src/engines/spark/connect/cluster.ts';
import { toSparkError } from '../../../../src/engines/spark/connect/errors.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { startStandIn } from './stand-in-server.ts';

const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const relation = { sql: { query: 'SELECT 1' } };

function clusterAt(
  hostAndPort: string,
  tokenFile: string | null = null,
  mostInterruptMs?: number,
): Cluster {
  const options = { hostAndPort, usesTls: false, tokenFile, certificatesFile: null };
  const cluster = new Cluster(options, log, mostInterruptMs);
  onTestFinished(() => cluster.close());
  return cluster;
}

async function batchesOf(
  cluster: Cluster,
  signal = new AbortController().signal,
): Promise<string[]> {
  const batches: string[] = [];
  await cluster.execute(relation, {
    signal,
    onBatch: (bytes) => void batches.push(Buffer.from(bytes).toString()),
  });
  return batches;
}

const batch = (responseId: string, text: string, parts: object = {}) => ({
  responseId,
  arrowBatch: { rowCount: 1, data: Buffer.from(text), ...parts },
});
const complete = { responseId: 'last', resultComplete: {} };

test('an answer counts when the server says that it is complete', async () => {
  const { hostAndPort, calls } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'one'));
      stream.write(complete);
      stream.end();
    },
  });
  expect(await batchesOf(clusterAt(hostAndPort))).toEqual(['one']);
  expect(calls).toEqual(['Config', 'Config', 'ExecutePlan', 'ReleaseExecute']);
});

test('a stream that ends before that is taken up again behind its last response', async () => {
  const seen: unknown[] = [];
  const { hostAndPort } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'one'));
      stream.end();
    },
    reattach(stream, { lastResponseId }) {
      seen.push(lastResponseId);
      if (seen.length === 1) {
        stream.write(batch('2', 'two'));
        stream.emit('error', Object.assign(new Error('gone'), { code: 14, details: 'gone' }));
        return;
      }
      stream.write(complete);
      stream.end();
    },
  });
  expect(await batchesOf(clusterAt(hostAndPort))).toEqual(['one', 'two']);
  expect(seen).toEqual(['1', '2']);
});

test('a server that knows nothing of the answer any more is an error, not a short answer', async () => {
  const { hostAndPort } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'one'));
      stream.end();
    },
    reattach(stream) {
      const details = '[INVALID_HANDLE.OPERATION_NOT_FOUND] The handle is invalid.';
      stream.emit('error', Object.assign(new Error(details), { code: 13, details }));
    },
  });
  await expect(batchesOf(clusterAt(hostAndPort))).rejects.toMatchObject({
    code: 'cluster_unavailable',
    message: expect.stringContaining('started anew'),
  });
});

test('a session lost in the middle of an answer is an error, and no row comes twice', async () => {
  let answers = 0;
  const { hostAndPort } = await startStandIn({
    execute(stream) {
      answers += 1;
      stream.write(batch('1', 'one'));
      if (answers === 1) stream.write(complete);
      stream.end();
    },
    reattach(stream) {
      const details = '[INVALID_HANDLE.SESSION_NOT_FOUND] The handle is invalid.';
      stream.emit('error', Object.assign(new Error(details), { code: 13, details }));
    },
  });
  const cluster = clusterAt(hostAndPort);
  expect(await batchesOf(cluster)).toEqual(['one']);
  await expect(batchesOf(cluster)).rejects.toMatchObject({ code: 'cluster_unavailable' });
  expect(answers).toBe(2);
});

test('a batch in parts is put together', async () => {
  const { hostAndPort } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'on', { chunkIndex: 0, numChunksInBatch: 2 }));
      stream.write(batch('2', 'e', { chunkIndex: 1, numChunksInBatch: 2 }));
      stream.write(complete);
      stream.end();
    },
  });
  expect(await batchesOf(clusterAt(hostAndPort))).toEqual(['one']);
});

test('a lost part of a batch is an error', async () => {
  const { hostAndPort } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'e', { chunkIndex: 1, numChunksInBatch: 2 }));
      stream.write(complete);
      stream.end();
    },
  });
  await expect(batchesOf(clusterAt(hostAndPort))).rejects.toThrow('part of a batch');
});

test('an abort interrupts until the answer ends, and releases the session', async () => {
  let end: () => void = () => undefined;
  const interrupts = vi.fn(() => {
    if (interrupts.mock.calls.length === 3) end();
  });
  const { hostAndPort, calls } = await startStandIn({
    execute(stream) {
      end = () =>
        stream.emit(
          'error',
          Object.assign(new Error('cancelled'), { code: 13, details: 'cancelled' }),
        );
      stream.write(batch('1', 'one'));
      setImmediate(() => {
        controller.abort(new Error('enough'));
        stream.write({ executionProgress: { stages: [], numInflightTasks: 1 } });
      });
    },
    interrupt: interrupts,
  });
  const controller = new AbortController();
  const cluster = clusterAt(hostAndPort);
  await expect(batchesOf(cluster, controller.signal)).rejects.toThrow('enough');
  expect(interrupts.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(cluster.cancelsUnended).toBe(0);
  expect(calls.at(-1)).toBe('ReleaseSession');
});

test('an answer that no interrupt ends is given up with its session, and counted', async () => {
  const { hostAndPort, calls } = await startStandIn({
    execute(stream) {
      stream.write(batch('1', 'one'));
      setImmediate(() => controller.abort(new Error('enough')));
    },
  });
  const controller = new AbortController();
  const cluster = clusterAt(hostAndPort, null, 50);
  await expect(batchesOf(cluster, controller.signal)).rejects.toThrow('enough');
  expect(cluster.cancelsUnended).toBe(1);
  expect(calls.at(-1)).toBe('ReleaseSession');
});

test('closing ends what still runs with its session', async () => {
  const { hostAndPort, calls } = await startStandIn({
    execute: (stream) => void stream.write(batch('1', 'one')),
  });
  const cluster = clusterAt(hostAndPort);
  const begun = new Promise<void>((resolve) => {
    const { signal } = new AbortController();
    cluster.execute(relation, { signal, onBatch: () => resolve() }).catch(() => undefined);
  });
  await begun;
  await cluster.close();
  expect(calls).toContain('ReleaseSession');
});

test('a session runs one plan at a time, and is used again', async () => {
  const sessions = new Set<string | undefined>();
  const { hostAndPort } = await startStandIn({
    execute(stream, { sessionId }) {
      sessions.add(sessionId);
      setImmediate(() => {
        stream.write(complete);
        stream.end();
      });
    },
  });
  const cluster = clusterAt(hostAndPort);
  await Promise.all([batchesOf(cluster), batchesOf(cluster)]);
  expect(sessions.size).toBe(2);
  await batchesOf(cluster);
  expect(sessions.size).toBe(2);
});

test('a session that the server has forgotten is opened anew, and never made without its settings', async () => {
  const observed: unknown[] = [];
  const { hostAndPort, configurations } = await startStandIn({
    execute(stream, { clientObservedServerSideSessionId }) {
      observed.push(clientObservedServerSideSessionId);
      if (observed.length === 2) {
        const details = '[INVALID_HANDLE.SESSION_CHANGED] The handle is invalid.';
        stream.emit('error', Object.assign(new Error(details), { code: 13, details }));
        return;
      }
      stream.write(batch('1', 'one'));
      stream.write(complete);
      stream.end();
    },
  });
  const cluster = clusterAt(hostAndPort);
  expect(await batchesOf(cluster)).toEqual(['one']);
  expect(await batchesOf(cluster)).toEqual(['one']);
  expect(observed).toEqual(['server 1', 'server 1', 'server 1']);
  expect(configurations.filter((operation) => 'set' in operation)).toHaveLength(2);
});

test('settings of the cluster that change answers are its defaults again, where a session may change them', async () => {
  const own = ['legacy.sizeOfNull', 'legacy.ofTheServer', 'shuffle.partitions', 'groupByOrdinal'];
  const { hostAndPort, configurations } = await startStandIn({
    execute(stream) {
      stream.write(complete);
      stream.end();
    },
    configure(operation) {
      if ('getAll' in operation) return own.map((key) => ({ key, value: 'true' }));
      if (!('isModifiable' in operation)) return [];
      const { keys } = operation.isModifiable;
      return keys.map((key) => ({ key, value: String(!key.endsWith('ofTheServer')) }));
    },
  });
  await batchesOf(clusterAt(hostAndPort));
  expect(configurations).toMatchObject([
    { getAll: { prefix: 'spark.sql.' } },
    { isModifiable: { keys: expect.not.arrayContaining(['spark.sql.shuffle.partitions']) } },
    { unset: { keys: ['spark.sql.legacy.sizeOfNull', 'spark.sql.groupByOrdinal'] } },
    { set: { pairs: expect.arrayContaining([{ key: 'spark.sql.ansi.enabled', value: 'true' }]) } },
  ]);
});

test('the token of the file goes with each call', async () => {
  const folder = await temporaryFolder();
  const tokenFile = join(folder, 'token');
  await writeFile(tokenFile, 'secret\n');
  const { hostAndPort, authorizations } = await startStandIn({
    execute(stream) {
      stream.write(complete);
      stream.end();
    },
  });
  await batchesOf(clusterAt(hostAndPort, tokenFile));
  expect(authorizations).toContain('Bearer secret');
});

test.each([
  [16, '', 'cluster_unavailable', 'refused the token'],
  [13, '[ARITHMETIC_OVERFLOW] integer overflow', 'execution_failed', 'does not fit its type'],
  [13, '[USER_RAISED_EXCEPTION] pathql<<Two rows>>pathql SQLSTATE', 'execution_failed', 'Two rows'],
  [13, '[SOMETHING_NEW] words', 'cluster_failed', 'SOMETHING_NEW'],
  [
    13,
    'Total size of serialized results is bigger than spark.driver.maxResultSize',
    'answer_too_large',
    'maxResultSize',
  ],
  [13, 'java.io.IOException: No space left on device', 'cluster_failed', 'no space left'],
  [
    13,
    '[FAILED_READ_FILE.NO_HINT] Encountered error while reading file file:///data/a%20b.csv.gz. SQLSTATE: KD001',
    'file_not_readable',
    "'/data/a b.csv.gz'",
  ],
  [
    13,
    'java.lang.ClassNotFoundException: Class org.apache.hadoop.fs.s3a.S3AFileSystem not found',
    'cluster_failed',
    'library',
  ],
  [13, 'java.net.UnknownHostException: nohost', 'cluster_failed', '(UnknownHostException: nohost)'],
  [12, 'Received HTTP status code 404', 'cluster_unavailable', 'another program'],
])('code %i with %j is %s', async (code, details, expected, words) => {
  const { hostAndPort } = await startStandIn({
    execute: (stream) =>
      void stream.emit('error', Object.assign(new Error(details), { code, details })),
  });
  await expect(batchesOf(clusterAt(hostAndPort))).rejects.toMatchObject({
    code: expected,
    message: expect.stringContaining(words),
  });
});

test('a certificate that is not trusted is named as what keeps the cluster out of reach', () => {
  const details = 'No connection established. Last error: self-signed certificate in chain';
  const error = Object.assign(new Error(details), { code: 14, details });
  expect(toSparkError(error)).toMatchObject({
    code: 'cluster_unavailable',
    message: expect.stringContaining('ENGINE_CA_FILE'),
  });
});

test.each([
  ['No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1', 'nothing listens'],
  ['Name resolution failed for target dns:nohost:15002', 'host name is not known'],
  ['Last error: write EPROTO 80:error:0A00010B:SSL routines', 'does not speak TLS'],
  ['something else', 'cannot be reached. Expected a Spark Connect server'],
])('a server that is not reached, for %j, says why', (details, words) => {
  const error = Object.assign(new Error(details), { code: 14, details });
  expect(toSparkError(error)).toMatchObject({
    code: 'cluster_unavailable',
    message: expect.stringContaining(words),
  });
});

test('a server that is not there yet is tried again', async () => {
  let refusals = 2;
  const { hostAndPort, calls } = await startStandIn({
    execute(stream) {
      stream.write(complete);
      stream.end();
    },
    configure() {
      if (refusals === 0) return [];
      refusals -= 1;
      throw new Error('not yet');
    },
  });
  expect(await batchesOf(clusterAt(hostAndPort))).toEqual([]);
  expect(calls.filter((call) => call === 'Config')).toHaveLength(4);
});
