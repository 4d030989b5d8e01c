// POST /mcp as assistants meet it: by the client of the protocol's SDK, over a real port.
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newToken, tokenLine } from '../../src/http/access/token-line.ts';
import type { SettingTexts } from '../../src/settings/read-settings.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { newApp, testVersion } from './new-app.ts';
import { StandInEngine, untilAborted } from './stand-in-engine.ts';

/** Of the protocol: with connections that begin by `initialize`, and without. */
const revisions = ['legacy', 'auto'] as const;
type Revision = (typeof revisions)[number];

async function listening(engine?: StandInEngine, flags: SettingTexts = {}) {
  const one = newApp(engine, flags);
  const address = await one.app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => one.app.close());
  return { ...one, address: new URL('/mcp', address) };
}

async function connect(
  address: URL,
  { mode = 'auto', headers = {} }: { mode?: Revision; headers?: Record<string, string> } = {},
) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

const call = { name: 'query', arguments: { sql: 'SELECT 1' } };

describe.each(revisions)('a client of the revisions "%s"', (mode) => {
  test('finds the tools, which only read', async () => {
    const client = await connect((await listening()).address, { mode });
    expect(client.getServerVersion()).toMatchObject({ name: 'pathql', version: testVersion });
    expect(client.getInstructions()).toContain('list_files');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_files', 'schema', 'sniff', 'query']);
    for (const { annotations, inputSchema, description } of tools) {
      expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(description?.length).toBeGreaterThan(50);
    }
  });

  test('may write null for what it does not give', async () => {
    const { address, engine } = await listening();
    const client = await connect(address, { mode });
    const none = null as never;
    for (const given of [none, { under: none }]) {
      const { isError } = await client.callTool({ name: 'list_files', arguments: given });
      expect(isError).not.toBe(true);
    }
    const { isError } = await client.callTool({
      name: 'query',
      arguments: { ...call.arguments, max_rows: none },
    });
    expect(isError).not.toBe(true);
    expect(engine.fileRequests.map(({ under }) => under)).toEqual([undefined, undefined]);
  });

  test('gets the rows, with all their digits', async () => {
    const rows = ['[9007199254740993,1.10]'];
    const engine = new StandInEngine(() => ({ columns: ['a', 'b'], rows }));
    const client = await connect((await listening(engine)).address, { mode });
    const { content, isError } = await client.callTool(call);
    expect(isError).not.toBe(true);
    expect(content).toEqual([
      { type: 'text', text: expect.stringContaining('"rows":[[9007199254740993,1.10]],"stats"') },
    ]);
    expect(engine.requests).toMatchObject([
      { sql: 'SELECT 1', layout: 'json-array', client: '127.0.0.1', workingFolderOnly: false },
    ]);
    expect(engine.closedAnswers).toBe(1);
  });

  test('gets an error as people do, and the log has its code', async () => {
    const message = 'Column "nope" does not exist. Did you mean "name"?\nSELECT nope\n       ^^^^';
    const engine = new StandInEngine(() => {
      throw new PathqlError('column_not_found', message);
    });
    const { address, app, logLines } = await listening(engine);
    const client = await connect(address, { mode });
    expect(await client.callTool(call)).toMatchObject({
      content: [{ type: 'text', text: message }],
      isError: true,
    });
    await expect
      .poll(() => logLines)
      .toContainEqual(expect.objectContaining({ path: '/mcp', code: 'column_not_found' }));
    const metrics = (await app.inject('/metrics')).body;
    expect(metrics).toContain('pathql_queries_total{outcome="column_not_found"} 1');
  });

  test('is told a fault of the server in fixed words', async () => {
    const engine = new StandInEngine(() => Promise.reject(new Error('vector::_M_range_check')));
    const { address, logLines } = await listening(engine);
    const { content, isError } = await (await connect(address, { mode })).callTool(call);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('Internal error');
    expect(JSON.stringify(content)).not.toContain('vector');
    await expect
      .poll(() => logLines)
      .toContainEqual(
        expect.objectContaining({ err: expect.objectContaining({ message: expect.any(String) }) }),
      );
  });

  test('that cancels a call stops its query', async () => {
    const engine = new StandInEngine(untilAborted);
    const client = await connect((await listening(engine)).address, { mode });
    const controller = new AbortController();
    const calling = client.callTool(call, { signal: controller.signal });
    await expect.poll(() => engine.requests.length).toBe(1);
    controller.abort();
    await expect(calling).rejects.toThrow();
    await expect.poll(() => engine.requests[0]?.signal?.aborted).toBe(true);
  });

  test('sends its token, and is a client of that name', async () => {
    const token = newToken();
    const folder = await temporaryFolder({ tokens: tokenLine('ann', token) });
    const flags = { apiTokensFile: join(folder, 'tokens') };
    const { address, engine } = await listening(undefined, flags);
    await expect(connect(address, { mode })).rejects.toThrow();
    const headers = { authorization: `Bearer ${token}` };
    await (await connect(address, { mode, headers })).callTool(call);
    expect(engine.requests).toMatchObject([{ client: 'token ann' }]);
  });
});

test('one client does not cancel what another one calls by the same id', async () => {
  const engine = new StandInEngine(untilAborted);
  const { address } = await listening(engine);
  const clients = [
    await connect(address, { mode: 'legacy' }),
    await connect(address, { mode: 'legacy' }),
  ];
  const controllers = clients.map(() => new AbortController());
  const calls = clients.map((client, i) =>
    client
      .callTool(call, { signal: controllers[i]?.signal as AbortSignal })
      .catch(() => 'cancelled'),
  );
  await expect.poll(() => engine.requests.length).toBe(2);
  controllers[1]?.abort();
  expect(await calls[1]).toBe('cancelled');
  await expect.poll(() => engine.requests.filter(({ signal }) => signal?.aborted).length).toBe(1);
  controllers[0]?.abort();
  await calls[0];
});

const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

test('a client that leaves stops its query', async () => {
  const engine = new StandInEngine(untilAborted);
  const { address } = await listening(engine);
  const controller = new AbortController();
  const { signal } = controller;
  const asking = fetch(address, { method: 'POST', headers, body: JSON.stringify(message), signal });
  await expect.poll(() => engine.requests.length).toBe(1);
  controller.abort();
  await asking.catch(() => undefined);
  await expect.poll(() => engine.requests[0]?.signal?.aborted).toBe(true);
});

test('a page of another origin reads the working folder only, here too', async () => {
  const { app, engine } = newApp();
  const payload = JSON.stringify(message);
  const foreign = { ...headers, origin: 'https://example.org', host: 'localhost:8080' };
  await app.inject({ method: 'POST', url: '/mcp', headers: foreign, payload });
  expect(engine.requests).toMatchObject([{ workingFolderOnly: true }]);
});

test('Request-Timeout reaches the engine', async () => {
  const { app, engine } = newApp();
  const payload = JSON.stringify(message);
  const timed = { ...headers, 'request-timeout': '1500' };
  await app.inject({ method: 'POST', url: '/mcp', headers: timed, payload });
  expect(engine.requests).toMatchObject([{ timeoutMs: 1500 }]);
});

describe('refused as elsewhere', () => {
  test.each([
    ['another content type', 'x', { ...headers, 'content-type': 'text/plain' }, 'Content-Type'],
    ['no JSON', '{"jsonrpc"', headers, 'Expected a message of JSON-RPC, but the body is not'],
    ['an empty body', '', headers, 'Expected a message of JSON-RPC, got an empty body'],
    ['110,002 values', `[${'1,'.repeat(110_001)}1]`, headers, 'at most 110,000 values'],
  ])('%s', async (_name, payload, given, words) => {
    const { app } = newApp();
    const response = await app.inject({ method: 'POST', url: '/mcp', headers: given, payload });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: expect.stringContaining(words),
      error_type: 'invalid_input',
    });
  });

  test('GET and DELETE are not answered', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await newApp().app.inject({ method, url: '/mcp' });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('POST, OPTIONS');
    }
  });
});

test.each([
  ['no message', '{}', headers, 400],
  ['a number', '1', headers, 400],
  ['no method', '{"jsonrpc":"2.0","id":1}', headers, 400],
  ['an Accept without events', JSON.stringify(message), { ...headers, accept: 'text/html' }, 406],
])('%s is an error of the protocol', async (_name, payload, given, status) => {
  const { app, engine } = newApp();
  const response = await app.inject({ method: 'POST', url: '/mcp', headers: given, payload });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
  expect(engine.requests).toEqual([]);
});
