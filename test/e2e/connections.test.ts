// Clients that do no work for their connections: idle, half-sent, slow, gone.
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newDataFolder, type RunningService, startService } from './program.ts';

const data = newDataFolder({ 'n.csv': 'n\n1\n' });
const sockets: Socket[] = [];
let service: RunningService;

beforeAll(async () => {
  service = await startService({ env: { DATA_DIR: data.path } });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await service.stop();
  data.remove();
});

function open(bytes = ''): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => {
      socket.write(bytes);
      resolve(socket);
    });
    socket.on('error', reject);
    sockets.push(socket);
  });
}

function requestBytes(sql: string): string {
  const body = JSON.stringify({ sql });
  return `POST /api/v1/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

async function expectAlive() {
  expect(await (await service.query('SELECT n FROM n.csv')).json()).toMatchObject({ rows: [[1]] });
}

async function openHandles(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^process_open_fds (\d+)$/m.exec(metrics)?.[1]);
}

async function runningQueries(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^pathql_queries_running (\d+)$/m.exec(metrics)?.[1]);
}

test('1,000 idle connections, and as many half-sent requests as fit', async () => {
  await expectAlive();
  const before = await openHandles();
  await Promise.all(Array.from({ length: 1000 }, () => open()));
  await Promise.all(
    Array.from({ length: 200 }, () => open('POST /api/v1/query HTTP/1.1\r\nhost:')),
  );
  await Promise.all(Array.from({ length: 200 }, () => open(requestBytes('SELECT 1').slice(0, -5))));
  await expectAlive();
  for (const socket of sockets) socket.destroy();
  await expect.poll(openHandles).toBeLessThanOrEqual(before + 2);
  await expectAlive();
});

test('a slow reader gets its whole answer while others are served', async () => {
  const socket = await open(requestBytes('SELECT range AS n FROM range(1000000)'));
  socket.pause();
  await new Promise((resolve) => socket.once('readable', resolve));
  for (let i = 0; i < 20; i++) {
    socket.read(1);
    await expectAlive();
  }
  let tail = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      tail = (tail + chunk.toString('latin1')).slice(-200);
      if (tail.includes('0\r\n\r\n') && tail.includes('"rows_returned":1000000')) resolve();
    });
  });
});

test('a connection with more than 1,000 requests that wait is ended, and nobody else waits for it', async () => {
  const socket = await open(requestBytes('SELECT max(i) FROM range(3000000000) t(i)'));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  socket.resume();
  socket.write('GET /api/v1/health HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50_000));
  await closed;
  const startedAt = performance.now();
  expect((await fetch(`${service.url}/api/v1/health`)).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  await expect.poll(runningQueries).toBe(0);
});

test('pipelined requests are answered in order', async () => {
  const socket = await open([1, 2, 3].map((n) => requestBytes(`SELECT ${n} AS n`)).join(''));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  const rows = () => [...received.matchAll(/"rows":\[\[(\d)\]\]/g)].map(([, n]) => n);
  await expect.poll(rows).toEqual(['1', '2', '3']);
});

test('clients that leave in the middle of a large answer leave nothing behind', async () => {
  const before = await openHandles();
  for (let i = 0; i < 5; i++) {
    const socket = await open(requestBytes('SELECT range AS n FROM range(300000)'));
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
  }
  await expect.poll(openHandles).toBeLessThanOrEqual(before + 2);
  await expectAlive();
});
