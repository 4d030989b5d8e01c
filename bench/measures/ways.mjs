// Asks the program a question in one of two ways: over HTTP, where it runs already, or by its command line.
import assert from 'node:assert/strict';
import { queryRequest, send } from '../service/http-client.mjs';
import { exitOf, spawnOwned } from '../service/owned-processes.mjs';
import { cpuMsOf, cpuMsOfEndedChildren, memoryOf } from '../service/process-figures.mjs';
import { programPath } from '../service/start-service.mjs';
import { untilQuiet } from './until-quiet.mjs';
import { openOwnService } from './with-service.mjs';

const answerLimitMs = 300_000;
const memoryEveryMs = 20;
const endLength = 500;

export async function openService(dataFolder) {
  const service = await openOwnService(dataFolder);
  return {
    async ask(sql, { isLarge }) {
      const cpuMs = cpuMsOf(service.pid);
      const answer = await askOverHttp(service.url, sql, { isLarge });
      return { ...answer, cpuMs: cpuMsOf(service.pid) - cpuMs };
    },
    untilQuiet: () => untilQuiet(service),
    peakBytes: () => memoryOf(service.pid)?.peak,
    close: service.close,
  };
}

/** Of a large answer only its end is kept, where the number of rows stands. */
export async function askOverHttp(serviceUrl, sql, { isLarge }) {
  let kept = [];
  const startedAt = performance.now();
  const { status } = await send(`${serviceUrl}/api/v1/query`, {
    ...queryRequest(sql),
    timeoutMs: answerLimitMs,
    onChunk: (chunk) => {
      kept = isLarge && chunk.length >= endLength ? [chunk] : [...kept, chunk];
    },
  });
  const ms = performance.now() - startedAt;
  const text = Buffer.concat(kept).toString('utf8');
  assert.equal(status, 200, text.slice(-endLength));
  const count = Number(/"rows_returned":(\d+),[^[\]]*}\s*$/.exec(text)?.[1]);
  return { ms, count, rows: isLarge ? undefined : JSON.parse(text).rows };
}

export async function openCommandLine() {
  let peakBytes;
  return {
    async ask(sql) {
      const answer = await print(sql);
      peakBytes = Math.max(peakBytes ?? 0, answer.peakBytes);
      return answer;
    },
    untilQuiet: async () => {},
    peakBytes: () => peakBytes,
    close: async () => {},
  };
}

/** Through a shell, because what Node gives a child as its output is a socket, not a pipe. */
async function print(sql) {
  const cpuMs = cpuMsOfEndedChildren();
  const startedAt = performance.now();
  const command = '"$0" "$1" -o:NDJSON "$2" | wc -l';
  const child = spawnOwned('sh', ['-c', command, process.execPath, programPath, sql], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  let peakBytes = 0;
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, memoryOf(child.pid)?.peak ?? 0);
  }, memoryEveryMs);
  await exitOf(child, answerLimitMs).finally(() => clearInterval(timer));
  const ms = performance.now() - startedAt;
  return { ms, cpuMs: cpuMsOfEndedChildren() - cpuMs, peakBytes, count: Number(printed) };
}
