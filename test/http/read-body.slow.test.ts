// Measures the memory that a body in tiny chunks takes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from './new-app.ts';
import type { StandInEngine } from './stand-in-engine.ts';

async function listening(engine?: StandInEngine) {
  const { app, ...rest } = newApp(engine);
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '0.0.0.0', port: 0 });
  const port = Number(new URL(url).port);
  return { ...rest, app, port, url: `http://127.0.0.1:${port}` };
}

function usedBytes(): number {
  setFlagsFromString('--expose_gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a body in chunks of one byte takes no more memory than one in large chunks', async () => {
  const { port, engine } = await listening();
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const write = (text: string) =>
    new Promise<void>((resolve) => socket.write(text, () => resolve()));
  const inChunks = (text: string) => text.replace(/./g, '1\r\n$&\r\n');
  await write(
    'POST /api/v1/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  await write(inChunks('{"sql":"x"}'));
  const blanks = inChunks(' '.repeat(10_000));
  const before = usedBytes();
  for (let sent = 0; sent < 1_000_000; sent += 10_000) await write(blanks);
  expect(usedBytes() - before).toBeLessThan(20e6);
  await write('0\r\n\r\n');
  const [head] = await once(socket, 'data');
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 /);
  expect(engine.requests).toHaveLength(1);
});
