import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newApp } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

async function listening(engine?: StandInEngine) {
  const { app, ...rest } = newApp(engine);
  onTestFinished(() => app.close());
  const url = await app.listen({ host: '0.0.0.0', port: 0 });
  const port = Number(new URL(url).port);
  return { ...rest, app, port, url: `http://127.0.0.1:${port}` };
}

const wholeBytes = 10_000_000;

/** Sends the head of a request and most of its body, and keeps what comes back. */
function sendHalf(port: number): Promise<{ socket: Socket; received: () => string }> {
  let received = '';
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `POST /api/v1/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${wholeBytes}\r\n\r\n`,
      );
      socket.write(Buffer.alloc(wholeBytes - 1, 'x'), () =>
        resolve({ socket, received: () => received }),
      );
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
    onTestFinished(() => void socket.destroy());
  });
}

/** Blanks after the document make the body large, and nothing else. */
function query(url: string, blanks = 0): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const body = `{"sql":"x"}${' '.repeat(blanks)}`;
  return fetch(`${url}/api/v1/query`, { method: 'POST', body, headers });
}

test('a client with too many bytes under way is refused at once, until some are answered', async () => {
  const { port, url } = await listening();
  const halves = await Promise.all(Array.from({ length: 6 }, () => sendHalf(port)));
  const refused = () => halves.filter(({ received }) => received().includes('\r\n\r\n'));
  await expect.poll(() => refused().length).toBe(3);
  for (const { received } of refused()) {
    expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    expect(received()).toMatch(/retry-after: \d+/i);
    expect(received()).toMatch(/"error":"Too many large requests.*"error_type":"execution_error"/);
  }
  expect((await query(url)).status).toBe(200);
  expect((await query(url, 9_000_000)).status).toBe(400);
  for (const { socket } of halves) socket.destroy();
  await expect.poll(async () => (await query(url, 9_000_000)).status).toBe(200);
});

test('a body counts as long as its query waits for an answer', async () => {
  const finish: (() => void)[] = [];
  const engine = new StandInEngine(() => new Promise((resolve) => finish.push(() => resolve({}))));
  const { url } = await listening(engine);
  const large = 9_900_000;
  const asked = [1, 2, 3].map(() => query(url, large));
  await expect.poll(() => finish.length).toBe(3);
  expect((await query(url, large)).status).toBe(400);
  for (const one of finish.splice(0)) one();
  for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
  const again = query(url, large);
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  expect((await again).status).toBe(200);
});
