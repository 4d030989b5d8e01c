// The built program as an assistant meets it: started over standard input and output, and over HTTP with a token.
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  exitOf,
  finish,
  newDataFolder,
  programPath,
  runToEnd,
  startProgram,
  startService,
} from './program.ts';
import { sampleFiles } from './sample-files.ts';

const data = newDataFolder(sampleFiles);
const outside = newDataFolder({ 'secret.csv': 'a\n1\n' });
afterAll(() => {
  data.remove();
  outside.remove();
});

type Mode = 'legacy' | 'auto';

async function startAssistant(
  args: readonly string[],
  { mode = 'auto' as Mode, cwd = data.path } = {},
) {
  const { PATH = '', HOME = '' } = process.env;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programPath, 'mcp', ...args],
    cwd,
    env: { PATH, HOME },
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, pid: transport.pid, stderr: () => stderr };
}

async function textsOf(client: Client, name: string, given: Record<string, unknown>) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { texts, isError: isError === true };
}

test.each([
  'legacy',
  'auto',
] as const)('over standard input and output, revisions "%s"', async (mode) => {
  const { client, stderr } = await startAssistant(['--data-dir', data.path], { mode });
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(4);
  const {
    texts: [files = ''],
  } = await textsOf(client, 'list_files', {});
  expect(files).toContain('"path":"users.csv"');
  const sql = 'SELECT city, COUNT(*) AS n FROM users.csv GROUP BY city ORDER BY city';
  const {
    texts: [answer = ''],
  } = await textsOf(client, 'query', { sql });
  expect(JSON.parse(answer)).toMatchObject({
    columns: ['city', 'n'],
    rows: [
      ['London', 2],
      ['Oslo', 2],
    ],
  });
  const {
    texts: [exact = ''],
  } = await textsOf(client, 'query', { sql: 'SELECT * FROM types.csv' });
  expect(exact).toContain('[9007199254740993,170141183460469231731687303715,1.5,');
  const {
    texts: [schema = ''],
  } = await textsOf(client, 'schema', { path: 'users.csv' });
  expect(JSON.parse(schema)).toMatchObject({ row_count: 4 });
  const {
    texts: [sniffed = ''],
  } = await textsOf(client, 'sniff', { path: 'users.csv' });
  expect(JSON.parse(sniffed)).toMatchObject({ records: 4 });
  const wrong = await textsOf(client, 'query', { sql: 'SELECT nmae FROM users.csv' });
  expect(wrong).toEqual({
    texts: [expect.stringContaining('Did you mean "name"')],
    isError: true,
  });
  expect(stderr()).toBe('');
});

test('an assistant reads no further than is meant', async () => {
  const path = join(outside.path, 'secret.csv');
  const sql = `SELECT * FROM '${path}'`;
  for (const args of [[], ['--data-dir', data.path]]) {
    const { client } = await startAssistant(args);
    for (const [name, given] of [
      ['query', { sql }],
      ['sniff', { path }],
      ['schema', { path }],
    ] as const) {
      const { texts, isError } = await textsOf(client, name, given);
      expect({ name, isError }).toEqual({ name, isError: true });
      expect(texts[0]).toContain('secret.csv');
    }
    expect((await textsOf(client, 'query', { sql: 'SELECT * FROM users.csv' })).isError).toBe(
      false,
    );
    await client.close();
  }
});

test('a call that is cancelled stops its query, and others go on', async () => {
  const { client } = await startAssistant(['--max-concurrent-queries', '1']);
  const sql = 'SELECT sum(a.range * b.range % 7) FROM range(100000000) a, range(100000) b';
  const controller = new AbortController();
  const calling = client.callTool(
    { name: 'query', arguments: { sql } },
    { signal: controller.signal },
  );
  // Answered after the call has been taken.
  await client.listTools();
  controller.abort();
  await expect(calling).rejects.toThrow();
  // There is one place for queries: this one waits until the other is gone.
  const { texts } = await textsOf(client, 'query', { sql: 'SELECT 1 AS n' });
  expect(texts[0]).toContain('"rows":[[1]]');
});

test('a query that ends its engine does not end the program', async () => {
  const { client } = await startAssistant(['--memory-limit', '200MB']);
  const sql = 'SELECT len(range(200000000))';
  const { isError } = await textsOf(client, 'query', { sql });
  expect(isError).toBe(true);
  const { texts } = await textsOf(client, 'query', { sql: 'SELECT 1 AS n' });
  expect(texts[0]).toContain('"rows":[[1]]');
});

test('numbers in params are those of the message, digit by digit', async () => {
  const arguments_ = '{"sql":"SELECT ? AS a","params":[9007199254740993.5]}';
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query","arguments":${arguments_}}}`;
  const initialize = {
    ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const child = startProgram(['mcp'], { cwd: data.path });
  child.stdin.write(`${JSON.stringify(initialize)}\n${message}\n`);
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  await expect.poll(() => stdout, { timeout: 120_000 }).toContain('rows_returned');
  child.stdin.end();
  await finish(child);
  expect(stdout).toContain('\\"rows\\":[[9007199254740993.5]]');

  const service = await startService({ env: { DATA_DIR: data.path } });
  onTestFinished(async () => void (await service.stop()));
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: message,
  });
  expect(await response.text()).toContain('\\"rows\\":[[9007199254740993.5]]');
});

test('it ends with its standard input, and on SIGTERM', async () => {
  const ended = await runToEnd(['mcp'], { cwd: data.path });
  expect(ended).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const child = startProgram(['mcp'], { cwd: data.path });
  const discover = { jsonrpc: '2.0', id: 1, method: 'ping' };
  child.stdin.write(`${JSON.stringify(discover)}\n`);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const exited = exitOf(child);
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});

test('a wrong setting is told on standard error', async () => {
  const { exitCode, stdout, stderr } = await runToEnd(['mcp', '--port', '1']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('Unknown option --port');
});

test('lines that are no messages are answered, and the next message, too', async () => {
  const child = startProgram(['mcp', '--max-body-bytes', '2000'], { cwd: data.path });
  const tooLong = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(300_000) });
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' });
  child.stdin.write(`nonsense\n{"jsonrpc":"2.0"}\n[]\n${tooLong}\n\uFEFF${ping}\n`);
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  await expect.poll(() => stdout).toContain('"result"');
  child.stdin.end();
  expect(await finish(child)).toMatchObject({ exitCode: 0 });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32600],
    [null, -32600],
    [2, undefined],
  ]);
});

async function connectOverHttp(folder: string) {
  const service = await startService({ env: { DATA_DIR: folder } });
  onTestFinished(async () => void (await service.stop()));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}

const waysIn = {
  'standard input and output': async (folder: string) =>
    (await startAssistant(['--data-dir', folder])).client,
  HTTP: connectOverHttp,
};

describe.each(Object.entries(waysIn))('over %s', (_, connect) => {
  test('an assistant pages through thousands of files, and finds one of them', async () => {
    const big = Array.from({ length: 3_000 }, (_, i) => `big/f${i}.csv`);
    const spread = Array.from({ length: 10_000 }, (_, i) => `spread/${i % 400}/g${i}.csv`);
    const folder = await temporaryFolder(
      Object.fromEntries([...big, ...spread].map((path) => [path, 'a\n1\n'])),
    );
    const client = await connect(folder);
    const listed = async (given: Record<string, unknown>) => {
      const paths: string[] = [];
      for (let next: Record<string, unknown> | null = given; next !== null; ) {
        const { texts, isError } = await textsOf(client, 'list_files', next);
        expect(isError).toBe(false);
        const [text = '', note] = texts;
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(50_000);
        paths.push(...JSON.parse(text).files.map(({ path }: { path: string }) => path));
        expect(JSON.parse(text).is_cut).toBe(note !== undefined);
        const [, call] = / call list_files with (\{.*?\}), or find some/.exec(note ?? '') ?? [];
        next = call === undefined ? null : JSON.parse(call);
      }
      return paths;
    };
    expect((await listed({ under: 'big' })).sort()).toEqual([...big].sort());
    expect((await listed({ under: 'spread', limit: 700 })).sort()).toEqual([...spread].sort());
    expect(await listed({ matching: 'G9999' })).toEqual(['spread/399/g9999.csv']);
    const { texts } = await textsOf(client, 'list_files', { folders: true, limit: 1 });
    expect(JSON.parse(texts[0] ?? '').folders).toHaveLength(401);
  });

  test('a query takes values, as they are or as JSON text', async () => {
    const client = await connect(data.path);
    const sql = 'SELECT ? AS a, ? AS b';
    const { tools } = await client.listTools();
    const query = tools.find(({ name }) => name === 'query');
    expect(query?.inputSchema.properties).toMatchObject({ params: {}, input_format: {} });
    for (const params of ['[3,"x"]', [3, 'x']]) {
      const { texts } = await textsOf(client, 'query', { sql, params });
      expect(texts[0]).toContain('"rows":[[3,"x"]]');
    }
    const named = { sql: 'SELECT COUNT(*) FROM users.csv WHERE city = $city' };
    const { texts } = await textsOf(client, 'query', { ...named, params: { city: 'Oslo' } });
    expect(texts[0]).toContain('"rows":[[2]]');
  });
});

test('over HTTP with a token', async () => {
  const made = await runToEnd(['token', 'ann']);
  const token = /(pathql_\S+)/.exec(made.stderr)?.[1] ?? '';
  const API_TOKENS_FILE = outside.write('tokens', made.stdout);
  const service = await startService({ env: { DATA_DIR: data.path, API_TOKENS_FILE } });
  onTestFinished(async () => void (await service.stop()));
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit }),
  );
  const { texts } = await textsOf(client, 'query', { sql: 'SELECT COUNT(*) AS n FROM users.csv' });
  expect(texts[0]).toContain('"rows":[[4]]');
  await client.close();
});
