// What inject cannot show: real sockets, clients that leave, bytes that are no request.
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { newApp, type TestApp } from './new-app.ts';
import { StandInEngine, untilAborted } from './stand-in-engine.ts';

const open: TestApp[] = [];
afterEach(async () => {
  for (const { app } of open.splice(0)) await app.close();
});

async function listening(engine?: StandInEngine, flags = {}) {
  const test = newApp(engine, flags);
  open.push(test);
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...test, url, port: Number(new URL(url).port) };
}

function query(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/v1/query`, { method: 'POST', body: '{"sql":"x"}', headers, ...init });
}

/** Sends bytes as they are, resolves to all that comes back. */
function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

test('an answer larger than one write arrives whole and is closed', async () => {
  const row = `["${'x'.repeat(1000)}"]`;
  const rows = Array.from({ length: 5000 }, (_, i) => (i === 0 ? row : `,${row}`));
  const { url, engine } = await listening(new StandInEngine(() => ({ rows })));
  const response = await query(url);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(((await response.json()) as { rows: unknown[] }).rows).toHaveLength(5000);
  await expect.poll(() => engine.closedAnswers).toBe(1);
});

test('an answer that breaks off cuts the connection', async () => {
  async function* rows() {
    yield `["${'x'.repeat(100_000)}"]`;
    throw new Error('spool gone');
  }
  const { url, engine, logLines } = await listening(new StandInEngine(() => ({ rows: rows() })));
  const response = await query(url);
  await expect(response.text()).rejects.toThrow();
  await expect.poll(() => engine.closedAnswers).toBe(1);
  await expect
    .poll(() => logLines)
    .toContainEqual(
      expect.objectContaining({ err: expect.objectContaining({ message: 'spool gone' }) }),
    );
});

test('a client that leaves cancels its query', async () => {
  const { url, engine, logLines } = await listening(new StandInEngine(untilAborted));
  const client = new AbortController();
  const response = query(url, { signal: client.signal });
  await expect.poll(() => engine.requests.length).toBe(1);
  client.abort();
  await expect(response).rejects.toThrow();
  await expect.poll(() => engine.requests[0]?.signal?.aborted).toBe(true);
  await expect.poll(() => logLines).toMatchObject([{ status: null, aborted: true }]);
});

test('a client that leaves half an answer closes it', async () => {
  async function* endless() {
    for (;;) yield `["${'x'.repeat(10_000)}"],`;
  }
  const { url, engine } = await listening(new StandInEngine(() => ({ rows: endless() })));
  const client = new AbortController();
  const response = await query(url, { signal: client.signal });
  await response.body?.getReader().read();
  client.abort();
  await expect.poll(() => engine.closedAnswers).toBe(1);
});

test('a client that reads nothing holds the rows back', async () => {
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += 1;
      yield `["${'x'.repeat(100_000)}"],`;
    }
  }
  const { port, engine } = await listening(new StandInEngine(() => ({ rows: endless() })));
  const body = '{"sql":"x"}';
  const socket = connect(port, '127.0.0.1', () => {
    socket.pause();
    socket.write(
      `POST /api/v1/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  });
  await expect.poll(() => sent).toBeGreaterThan(1);
  let before = -1;
  // It stands still once the buffers of both sides are full.
  await expect
    .poll(
      () => {
        const isStill = sent === before;
        before = sent;
        return isStill;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(sent).toBeLessThan(1000);
  socket.destroy();
  await expect.poll(() => engine.closedAnswers).toBe(1);
});

test.each([
  ['nonsense', 'GARBAGE\r\n\r\n'],
  ['a header without an end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
  ['a false content length', 'POST /api/v1/query HTTP/1.1\r\ncontent-length: x\r\n\r\n'],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n'],
  [
    'an expectation nobody can meet',
    'GET /api/v1/health HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n',
  ],
])('%s gets the error body, and the server lives', async (_name, bytes) => {
  const { url, port, logLines } = await listening();
  const answer = await sendRaw(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/access-control-allow-origin: \*/i);
  expect(answer).toMatch(/\{"error":"Expected [^\n]*","error_type":"invalid_input"\}/);
  expect(logLines).toHaveLength(1);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
});

test('a stop waits for the answers under way, not for connections without a request', async () => {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { app, url, port, engine } = await listening(
    new StandInEngine(() => done.then(() => ({}))),
  );
  const idle = connect(port, '127.0.0.1');
  const response = query(url);
  await expect.poll(() => engine.requests.length).toBe(1);
  const closed = app.close();
  finish();
  expect((await response).status).toBe(200);
  await closed;
  idle.destroy();
});

const queryBytes =
  'POST /api/v1/query HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"sql":"x"}';

test('requests that are written at once are answered one after the other', async () => {
  const finish: (() => void)[] = [];
  const { port, engine } = await listening(
    new StandInEngine(() => new Promise((resolve) => finish.push(() => resolve({})))),
  );
  const socket = connect(port, '127.0.0.1', () => socket.write(queryBytes.repeat(300)));
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  for (let answered = 0; answered < 300; answered++) {
    await expect.poll(() => engine.requests.length, { interval: 1 }).toBe(answered + 1);
    finish[answered]?.();
  }
  await expect.poll(() => received.match(/HTTP\/1\.1 200 /g)?.length).toBe(300);
  socket.destroy();
});

test('a client that leaves leaves nothing of the requests it wrote at once', async () => {
  const { port, engine, app } = await listening(new StandInEngine(untilAborted));
  const socket = connect(port, '127.0.0.1', () => socket.write(queryBytes.repeat(3)));
  await expect.poll(() => engine.requests.length).toBe(1);
  socket.destroy();
  await expect.poll(() => engine.requests[0]?.signal?.aborted).toBe(true);
  await app.close();
  expect(engine.requests).toHaveLength(1);
});

test('answers that nobody reads are bounded: the oldest lose their connections', async () => {
  const row = `["${'x'.repeat(12_000_000)}"]`;
  const { port, url, engine, logLines } = await listening(
    new StandInEngine(() => ({ rows: [row] })),
  );
  const sockets = Array.from({ length: 4 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(queryBytes));
    return socket.on('error', () => undefined).pause();
  });
  await expect.poll(() => engine.closedAnswers).toBe(4);
  await expect.poll(() => logLines.length).toBe(2);
  expect((await (await query(url)).text()).length).toBeGreaterThan(row.length);
  for (const socket of sockets) socket.destroy();
});

test('HTTP/1.1 without a host header is served', async () => {
  const { port } = await listening();
  const answer = await sendRaw(port, 'GET /api/v1/health HTTP/1.1\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client still sending a body too large gets its answer', async () => {
  const { url } = await listening(undefined, { maxBodyBytes: '1kB' });
  const response = await query(url, { body: 'x'.repeat(5_000_000) });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error_type: 'invalid_input' });
  expect(response.headers.get('connection')).not.toBe('close');
});
