// The client against the real service, and against servers that are something else.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type ClientOptions,
  ExactNumber,
  PathqlClient,
  QueryError,
} from '../../src/client/client.ts';
import { chunksBeforeMark, newEndMark } from '../../src/client/end-mark.ts';
import { PathqlError } from '../../src/errors.ts';
import { buildApp } from '../../src/http/build-app.ts';
import type { QueryService } from '../../src/query/services.ts';
import { StandInEngine, untilAborted } from '../http/stand-in-engine.ts';
import { testEngine } from '../test-engine.ts';
import { testSettings } from '../test-settings.ts';

async function serve(engine: QueryService): Promise<string> {
  const log = pino({ level: 'silent' });
  const app = buildApp({
    settings: testSettings,
    engine,
    log,
    version: '7.8.9',
    consoleFolder: null,
    apiDocsFolder: null,
    tokens: null,
  });
  onTestFinished(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

const files = {
  'sales.csv':
    'id,amount,share,city,note\n' +
    '9007199254740993,1552.60,0.1234567890123456789,"São\nPaulo",\n' +
    '7,12.25,0.5000000000000000000,"a ""b""",x\n',
};

async function clientOf(options: ClientOptions = {}): Promise<PathqlClient> {
  const { engine } = await testEngine(files);
  return new PathqlClient(await serve(engine), options);
}

/** The QueryError a promise rejects with. */
async function errorOf(promise: Promise<unknown>): Promise<QueryError> {
  const error = await promise.catch((thrown) => thrown);
  expect(error).toBeInstanceOf(QueryError);
  return error as QueryError;
}

describe('an answer', () => {
  test('has columns, rows and stats', async () => {
    const client = await clientOf();
    const answer = await client.query('SELECT city, note, amount > 100 AS big FROM sales.csv');
    expect(answer).toEqual({
      columns: ['city', 'note', 'big'],
      rows: [
        ['São\nPaulo', null, true],
        ['a "b"', 'x', false],
      ],
      stats: { rowsScanned: 2, rowsReturned: 2, executionTimeMs: expect.any(Number) },
    });
  });

  const numbers = 'SELECT id, amount::DECIMAL(9, 2) AS amount, share FROM sales.csv';

  test('has doubles by default', async () => {
    const { rows } = await (await clientOf()).query(numbers);
    expect(rows[0]).toEqual([2 ** 53, 1552.6, 0.12345678901234568]);
  });

  test('has every digit in exact mode', async () => {
    const { rows, stats } = await (await clientOf({ numbers: 'exact' })).query(numbers);
    expect(rows.map((row) => row.map(String))).toEqual([
      ['9007199254740993', '1552.60', '0.1234567890123456789'],
      ['7', '12.25', '0.5000000000000000000'],
    ]);
    const [[id, amount] = [], [smallId, smallAmount] = []] = rows;
    expect([id, smallId, smallAmount]).toEqual([9007199254740993n, 7, 12.25]);
    expect(amount).toEqual(new ExactNumber('1552.60'));
    expect(Number(amount) + 1).toBe(1553.6);
    expect(stats.rowsScanned).toBe(2);
  });

  test('has every DOUBLE as a number in exact mode', async () => {
    const client = await clientOf({ numbers: 'exact' });
    const { rows } = await client.query('SELECT AVG(34), 1e21::DOUBLE, 0.1::DOUBLE, 1e-7::DOUBLE');
    expect(rows).toEqual([[34, 1e21, 0.1, 1e-7]]);
  });

  test('has large sums exact', async () => {
    const client = await clientOf({ numbers: 'exact' });
    const { rows } = await client.query('SELECT SUM(id) * 1000000000000 FROM sales.csv');
    expect(rows).toEqual([[9007199254741000n * 10n ** 12n]]);
  });

  test('is there as text, too', async () => {
    const text = await (await clientOf()).queryText('SELECT share FROM sales.csv LIMIT 1');
    expect(text).toMatch(/^\{"columns":\["share"\],"rows":\[\[0\.1234567890123456789\]\],"stats":/);
  });

  test('is what health is asked for', async () => {
    expect(await (await clientOf()).health()).toEqual({ status: 'ok', version: '7.8.9' });
  });
});

describe('an error of the server', () => {
  test.each([
    ['SELEC 1', 'parse_error', /SELEC/],
    ['SELECT nope FROM sales.csv', 'execution_error', /nope/],
    ['SELECT * FROM missing.csv', 'invalid_input', /missing\.csv/],
  ])('%s', async (sql, errorType, message) => {
    const client = await clientOf({ numbers: 'exact' });
    const error = await errorOf(client.query(sql));
    expect(error).toMatchObject({ name: 'QueryError', errorType, status: 400 });
    expect(error.message).toMatch(message);
    expect(error.requestId).toMatch(/./);
    expect(await errorOf(client.queryText(sql))).toMatchObject({ errorType });
  });

  test('500 has its type, too', async () => {
    const engine = new StandInEngine(() => Promise.reject(new Error('secret')));
    const error = await errorOf(new PathqlClient(await serve(engine)).query('SELECT 1'));
    expect(error).toMatchObject({ errorType: 'internal_error', status: 500 });
  });
});

const slowQuery = `SELECT COUNT(*) FROM ${['a', 'b', 'c', 'd'].map((name) => `many.csv ${name}`)}
  WHERE a.n + b.n + c.n + d.n = -1`;
const manyRows = `n\n${Array.from({ length: 2000 }, (_, n) => `${n}\n`).join('')}`;

describe('a query that takes too long', () => {
  test('is stopped by its signal, on the server, too', async () => {
    const { engine } = await testEngine({ 'many.csv': manyRows });
    const client = new PathqlClient(await serve(engine));
    const abort = new AbortController();
    const running = client.query(slowQuery, { signal: abort.signal });
    const refused = expect(running).rejects.toBe('no longer wanted');
    await expect.poll(() => engine.figures().runningQueries).toBe(1);
    abort.abort('no longer wanted');
    await refused;
    await expect.poll(() => engine.figures().runningQueries).toBe(0);
  });

  test('is stopped by timeoutMs', async () => {
    const { engine } = await testEngine({ 'many.csv': manyRows });
    const client = new PathqlClient(await serve(engine));
    const error = await errorOf(client.query(slowQuery, { timeoutMs: 20 }));
    expect(error).toMatchObject({ errorType: 'execution_error', status: 400 });
  });

  test('sends timeoutMs as milliseconds', async () => {
    const engine = new StandInEngine();
    const client = new PathqlClient(await serve(engine));
    await client.query('SELECT 1', { timeoutMs: 1500 });
    expect(engine.requests).toMatchObject([{ sql: 'SELECT 1', timeoutMs: 1500 }]);
    expect(await errorOf(client.query('SELECT 1', { timeoutMs: 0.5 }))).toMatchObject({
      errorType: 'invalid_input',
      message: expect.stringContaining('milliseconds'),
    });
  });

  test('is not sent with a signal that is aborted already', async () => {
    const engine = new StandInEngine(untilAborted);
    const client = new PathqlClient(await serve(engine));
    const running = client.query('SELECT 1', { signal: AbortSignal.abort() });
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(engine.requests).toEqual([]);
  });
});

async function otherServer(listener: RequestListener): Promise<{ url: string; server: Server }> {
  const server = createServer(listener);
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** A client of a server that answers everything so. */
async function clientOfOther(status: number, type: string, body: string): Promise<PathqlClient> {
  const { url } = await otherServer((_request, response) => {
    response.writeHead(status, { 'content-type': type, 'x-request-id': 'r-1' }).end(body);
  });
  return new PathqlClient(url, { numbers: 'exact' });
}

describe('another server', () => {
  const stats = '{"rows_scanned":1,"rows_returned":1,"execution_time_ms":1}';
  const json = 'application/json';
  test.each<[name: string, status: number, type: string, body: string]>([
    ['a page of a proxy', 502, 'text/html', '<html>Bad Gateway</html>'],
    ['a page that says all is well', 200, 'text/html', '<html>Welcome</html>'],
    ['another JSON', 200, json, '{"data":[]}'],
    ['null', 200, json, 'null'],
    ['rows that are objects', 200, json, `{"stats":${stats},"columns":[],"rows":[{}]}`],
    ['too few rows', 200, json, `{"stats":${stats},"columns":[],"rows":[]}`],
    ['no stats', 200, json, '{"columns":["n"],"rows":[]}'],
    ['an error without its type', 400, json, '{"error":"no"}'],
    ['an error of another type', 400, json, '{"error":"no","error_type":"odd"}'],
    ['half a document', 200, json, '{"columns":["n"],"rows":[[1'],
    ['nothing', 204, '', ''],
  ])('%s', async (_name, status, type, body) => {
    const client = await clientOfOther(status, type, body);
    const error = await errorOf(client.query('SELECT 1'));
    expect(error).toMatchObject({ errorType: 'unexpected_answer', status, requestId: 'r-1' });
    expect(error.message).toContain('/api/v1/query, got status');
    expect(error.message).toContain(JSON.stringify(body));
    expect(await errorOf(client.health())).toMatchObject({ errorType: 'unexpected_answer' });
  });

  test.each([
    ['too deep', '['.repeat(5000), 'at most 1000 levels of nesting'],
    ['cut short', '{"columns":["n"]', 'at position 16'],
  ])('JSON that is %s is told where', async (_name, body, message) => {
    const client = await clientOfOther(200, 'application/json', body);
    const error = await errorOf(client.query('SELECT 1'));
    expect(error.message).toContain(message);
    expect(error.cause).toBeInstanceOf(SyntaxError);
  });

  test('a page is no text of an answer', async () => {
    const client = await clientOfOther(200, 'text/html', '<html></html>');
    expect((await errorOf(client.queryText('SELECT 1'))).message).toContain('application/json');
  });

  test('an error with status 200 is an error', async () => {
    const body = '{"error":"no","error_type":"parse_error"}';
    const error = await errorOf((await clientOfOther(200, json, body)).query('SELECT'));
    expect(error).toMatchObject({ errorType: 'parse_error', message: 'no' });
  });

  test('a long page is shown in part', async () => {
    const client = await clientOfOther(404, 'text/plain', 'x'.repeat(1e6));
    expect((await errorOf(client.query('SELECT 1'))).message.length).toBeLessThan(500);
  });

  test('none at all', async () => {
    const { url, server } = await otherServer(() => {});
    await new Promise((resolve) => server.close(resolve));
    const error = await errorOf(new PathqlClient(url).query('SELECT 1'));
    expect(error).toMatchObject({ errorType: 'connection_error', status: undefined });
    expect(error.message).toMatch(
      /^Cannot reach http:.*query: .*ECONNREFUSED.*that the server runs/,
    );
    expect(error.cause).toBeInstanceOf(Error);
  });

  test('one that breaks off', async () => {
    const { url } = await otherServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('{"columns"', () => response.destroy());
    });
    const error = await errorOf(new PathqlClient(url).query('SELECT 1'));
    expect(error).toMatchObject({ errorType: 'connection_error', status: 200 });
    expect(error.message).toMatch(/broke off: .*Ask again/);
  });
});

describe('arguments', () => {
  test.each([
    ['http://h:1', 'http://h:1/api/v1/health'],
    ['http://h:1/', 'http://h:1/api/v1/health'],
    ['https://h/data/pathql', 'https://h/data/pathql/api/v1/health'],
    ['https://h/data/pathql/', 'https://h/data/pathql/api/v1/health'],
  ])('the routes of %s', async (base, asked) => {
    const urls: string[] = [];
    async function send(this: unknown, url: Parameters<typeof fetch>[0]): Promise<Response> {
      // Browsers refuse a fetch that is called as a method of something else.
      expect(this).toBeUndefined();
      urls.push(String(url));
      return Response.json({ status: 'ok', version: '1' });
    }
    const url = new URL(base);
    await new PathqlClient(base, { fetch: send }).health();
    await new PathqlClient(url, { fetch: send }).health();
    expect(urls).toEqual([asked, asked]);
    expect(url.href).toBe(new URL(base).href);
  });

  test.each([
    ['', 'got ""'],
    ['localhost:8080', 'got "localhost:8080"'],
    ['/pathql', 'got "/pathql"'],
    ['ftp://h', 'got "ftp://h"'],
    ['http://me:secret@h', 'without a user or password in it'],
    ['http://h/?a=1', 'got "http://h/?a=1"'],
  ])('the URL %j is refused', (url, message) => {
    const create = () => new PathqlClient(url);
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
    expect(create).not.toThrow('secret');
  });

  test('a token goes along with every request', async () => {
    const given: unknown[] = [];
    const send: typeof fetch = async (_url, init) => {
      given.push((init?.headers as Record<string, string>).authorization);
      return Response.json({ status: 'ok', version: '1', files: [], is_cut: false });
    };
    const client = new PathqlClient('http://h', { token: 'abc', fetch: send });
    await client.health();
    await client.files();
    await client.queryText('SELECT 1');
    expect(given).toEqual(['Bearer abc', 'Bearer abc', 'Bearer abc']);
  });

  test.each(['', 'a b', 'a\nb', 'ä'])('the token %j is refused, and not repeated', (token) => {
    const create = () => new PathqlClient('http://h', { token });
    expect(create).toThrow(new TypeError('Expected token to be printable ASCII without spaces'));
  });

  test('unknown options are refused', async () => {
    const numbers = 'bigint' as 'exact';
    expect(() => new PathqlClient('http://h', { numbers })).toThrow(
      'Expected numbers to be double or exact, got "bigint"',
    );
    expect(() => new PathqlClient('http://h', { number: 'exact' } as object)).toThrow(
      'Unknown option "number"; allowed are numbers, token, retries, fetch',
    );
    const query = new PathqlClient('http://h').query('SELECT 1', { timeout: 5 } as object);
    await expect(query).rejects.toThrow('Unknown option "timeout"; allowed are signal, timeoutMs');
  });

  test('null stands for what is not given', async () => {
    const sent: unknown[] = [];
    const none = null as never;
    const client = new PathqlClient('http://h', {
      numbers: none,
      token: none,
      retries: none,
      fetch: async (url, init) => {
        sent.push([String(url), { ...(init?.headers as object) }, init?.body]);
        const stats = { rows_scanned: 0, rows_returned: 0, execution_time_ms: 1 };
        const answer = { columns: [], rows: [], stats };
        return Response.json({ ...answer, files: [], is_cut: false, file_count: 0, tables: [] });
      },
    });
    const options = { signal: none, timeoutMs: none, onWarning: none, params: none };
    await client.query('SELECT 1', { ...options, types: none });
    await client.query('SELECT 1', none);
    await client.download('SELECT 1', { ...options, format: 'json', stream: none, types: none });
    await client.explain('SELECT 1', { signal: none, timeoutMs: none, params: none });
    await client.files({ under: none, matching: none, after: none, limit: none, folders: none });
    await client.files(none);
    const query = [{ 'content-type': 'application/json' }, '{"sql":"SELECT 1"}'];
    expect(sent).toEqual([
      ['http://h/api/v1/query', ...query],
      ['http://h/api/v1/query', ...query],
      ['http://h/api/v1/query?format=json', ...query],
      ['http://h/api/v1/explain', ...query],
      ['http://h/api/v1/files', {}, undefined],
      ['http://h/api/v1/files', {}, undefined],
    ]);
  });

  test('of the wrong type are refused before anything is sent', async () => {
    const client = new PathqlClient('http://h', { fetch: () => expect.fail('sent') });
    const missing = undefined as unknown as string;
    const noQuery = new TypeError('Expected the query to be a string, got undefined');
    await expect(client.query(missing)).rejects.toEqual(noQuery);
    await expect(client.queryText(missing)).rejects.toEqual(noQuery);
    await expect(all(client.rows(missing))).rejects.toEqual(noQuery);
    await expect(client.download(missing, { format: 'csv' })).rejects.toEqual(noQuery);
    await expect(client.schema(missing)).rejects.toThrow('Expected the path to be a string');
    const noOptions = undefined as unknown as { format: 'csv' };
    await expect(client.download('SELECT 1', noOptions)).rejects.toThrow(
      'Expected options, an object, got undefined',
    );
    await expect(client.download('SELECT 1', {} as { format: 'csv' })).rejects.toThrow(
      'Expected format to be one of json, ndjson, csv, tsv, arrow, parquet, got undefined',
    );
  });
});

test('files below a folder', async () => {
  const { engine } = await testEngine({ 'a.csv': 'x\n1\n', 'deep/b.csv': 'x\n1\n' });
  const client = new PathqlClient(await serve(engine));
  const pathsOf = async (under?: string) =>
    (await client.files(under === undefined ? {} : { under })).files.map(({ path }) => path);
  expect(await pathsOf()).toEqual(['a.csv', 'deep/b.csv']);
  expect(await pathsOf('deep')).toEqual(['deep/b.csv']);
  expect((await errorOf(client.files({ under: '../' }))).errorType).toBe('invalid_input');
});

describe('parameters and types', () => {
  test('arrive with every digit', async () => {
    const client = await clientOf({ numbers: 'exact' });
    const sql = 'SELECT id, note FROM sales.csv WHERE id = ANY($ids) AND amount > $amount';
    const params = { ids: [9007199254740993n, 7], amount: new ExactNumber('1552.59') };
    const { rows, types } = await client.query(sql, { params, types: true });
    expect(rows).toEqual([[9007199254740993n, null]]);
    expect(types).toEqual(['BIGINT', 'VARCHAR']);
    expect((await client.query('SELECT ?, ?', { params: ["it's", null] })).rows).toEqual([
      ["it's", null],
    ]);
  });

  test.each([
    [{ a: Number.NaN }],
    [[Number.POSITIVE_INFINITY]],
    [[undefined]],
    [[new Date()]],
    [[{ a: 1 }]],
    ['x'],
  ])('%j are a TypeError', async (params) => {
    const client = new PathqlClient('http://localhost:1');
    await expect(client.query('SELECT ?', { params: params as never })).rejects.toThrow(TypeError);
  });
});

async function all(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const row of rows) seen.push(row);
  return seen;
}

describe('rows one by one', () => {
  test('are objects, with all digits in exact mode', async () => {
    const sql = 'SELECT id, note, [1, 2] AS list FROM sales.csv ORDER BY id';
    const client = await clientOf({ numbers: 'exact' });
    expect(await all(client.rows(sql))).toEqual([
      { id: 7, note: 'x', list: '[1,2]' },
      { id: 9007199254740993n, note: null, list: '[1,2]' },
    ]);
    expect(await all(client.rows(`${sql} LIMIT 0`))).toEqual([]);
  });

  test('throw what the server refuses', async () => {
    const client = await clientOf();
    await expect(all(client.rows('SELECT nope FROM sales.csv'))).rejects.toMatchObject({
      errorType: 'execution_error',
    });
  });

  test('throw why the query failed after some', async () => {
    let onSeen: () => void = () => undefined;
    const isSeen = new Promise<void>((resolve) => {
      onSeen = resolve;
    });
    async function* failing() {
      yield '{"n":1}\n';
      await isSeen;
      yield '{"n":';
      throw new PathqlError('execution_failed', 'Could not convert x');
    }
    const client = new PathqlClient(await serve(new StandInEngine(() => ({ rows: failing() }))));
    const seen: unknown[] = [];
    const reading = async () => {
      for await (const row of client.rows('SELECT 1')) {
        seen.push(row);
        onSeen();
      }
    };
    const error = await errorOf(reading());
    expect(error).toMatchObject({ errorType: 'execution_error', message: 'Could not convert x' });
    expect(error.isTemporary).toBe(false);
    expect(seen).toEqual([{ n: 1 }]);
  });

  test('are not fetched before they are read, and leaving ends the request', async () => {
    let written = 0;
    async function* endless() {
      for (;;) {
        written += 1;
        yield `{"text":"${'x'.repeat(10_000)}"}\n`;
      }
    }
    const engine = new StandInEngine(() => ({ rows: endless() }));
    const client = new PathqlClient(await serve(engine), {
      // Compressed, ten times as many would be under way.
      fetch: (url, init) =>
        fetch(url, { ...init, headers: { ...init?.headers, 'accept-encoding': 'identity' } }),
    });
    const rows = client.rows('SELECT 1');
    await rows.next();
    let before = -1;
    await expect
      .poll(
        () => {
          const isStill = written === before;
          before = written;
          return isStill;
        },
        { interval: 200 },
      )
      .toBe(true);
    expect(written).toBeLessThan(2_000);
    await rows.return();
    await expect.poll(() => engine.closedAnswers).toBe(1);
  });
});

/** Answers as the service does, but for what a proxy makes of the end; `mark` is what the client asked for. */
async function clientBehind(endOf: (mark: string) => string): Promise<PathqlClient> {
  const { url } = await otherServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://h');
    const type = searchParams.get('format') === 'csv' ? 'text/csv' : 'application/x-ndjson';
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    response.end(`{"n":1}\n${endOf(String(searchParams.get('end')))}`);
  });
  return new PathqlClient(url);
}

describe.each<[string, (mark: string) => string]>([
  ['is missing', () => ''],
  ['has another mark', (mark) => `\u001e${[...mark].reverse().join('')} {"stats":{}}\n`],
  ['is cut in its mark', (mark) => `\u001e${mark.slice(1, 8)}`],
  ['is cut behind its mark', (mark) => `\u001e${mark} {"stats":{"rows`],
])('an answer whose end %s, though its body ended well', (_name, endOf) => {
  test('makes rows throw', async () => {
    const seen: unknown[] = [];
    const reading = async () => {
      for await (const row of (await clientBehind(endOf)).rows('SELECT 1')) seen.push(row);
    };
    const error = await errorOf(reading());
    expect(error.errorType).toBe('connection_error');
    expect(error.message).toMatch(/broke off: /);
    expect(seen).toEqual([{ n: 1 }]);
  });

  test('makes a download fail', async () => {
    const options = { format: 'csv', stream: true } as const;
    const { body } = await (await clientBehind(endOf)).download('SELECT 1', options);
    const error = await errorOf(new Response(body).text());
    expect(error.errorType).toBe('connection_error');
  });
});

test('the end of an answer may come in pieces of any size, and is not part of it', async () => {
  const end = (mark: string) => `\u001e${mark} {"stats":{}}\n`;
  const text = '\u001e\u001e"n"\n\u001e1\n';
  const mark = newEndMark();
  const whole = Buffer.from(text + end(mark));
  for (let size = 1; size <= whole.length; size += 1) {
    const parts = async function* () {
      for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
    };
    const seen: Uint8Array[] = [];
    const reading = chunksBeforeMark(parts(), mark);
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) seen.push(next.value);
    expect([Buffer.concat(seen).toString(), next.value]).toEqual([text, '{"stats":{}}\n']);
  }
});

test('warnings arrive with an answer in any form', async () => {
  const { engine } = await testEngine({ 'rag.csv': `a,b\n1,2\n3\n${'4,5\n'.repeat(20)}` });
  const client = new PathqlClient(await serve(engine));
  const sql = "SELECT * FROM read_csv('rag.csv', ignore_errors=true)";
  const warnings: string[] = [];
  const onWarning = (warning: string) => warnings.push(warning);
  await client.query(sql, { onWarning });
  await all(client.rows(sql, { onWarning }));
  for (const stream of [false, true]) {
    await client.download(sql, { format: 'csv', stream, onWarning });
  }
  expect(warnings).toHaveLength(4);
  expect(new Set(warnings)).toEqual(new Set([expect.stringContaining('left out 1 record')]));
});

test.each([
  301, 302, 303, 307, 308,
])('a redirect with %i is told where it changes the request', async (status) => {
  const { engine } = await testEngine(files);
  const target = await serve(engine);
  const { url } = await otherServer((request, response) => {
    response.writeHead(status, { location: `${target}${request.url}` }).end();
  });
  const client = new PathqlClient(url);
  const hint = `redirects to ${target}/api/v1/query: give the client the address ${target}/ instead. From there came: `;
  if (status >= 307) expect((await client.query('SELECT 1 AS n')).rows).toEqual([[1]]);
  else expect((await errorOf(client.query('SELECT 1'))).message).toContain(hint);
  expect((await client.files()).files).toHaveLength(1);
});

describe('a download', () => {
  test('is the answer in its format, with its figures', async () => {
    const client = await clientOf();
    const { body, contentType, stats } = await client.download('SELECT id FROM sales.csv', {
      format: 'csv',
    });
    expect(await new Response(body).text()).toBe('id\n9007199254740993\n7\n');
    expect(contentType).toMatch(/^text\/csv/);
    expect(stats).toMatchObject({ rowsScanned: 2, rowsReturned: 2 });
  });

  test.each(['arrow', 'parquet'] as const)('%s comes as bytes', async (format) => {
    const { body } = await (await clientOf()).download('SELECT 1 AS n', { format });
    expect((await new Response(body).arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  test('in JSON names types where they are asked for', async () => {
    const client = await clientOf();
    const documentOf = async (types: boolean) => {
      const { body } = await client.download('SELECT 1.50 AS n', { format: 'json', types });
      return (await new Response(body).json()) as object;
    };
    expect(await documentOf(true)).toMatchObject({ types: ['DECIMAL(3,2)'] });
    expect(await documentOf(false)).not.toHaveProperty('types');
  });

  test.each([
    false,
    true,
  ])('that fails on the way rejects with a QueryError (stream: %s)', async (stream) => {
    const { url } = await otherServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 100 });
      response.write('n\n1\n', () => response.destroy());
    });
    const { body } = await new PathqlClient(url).download('SELECT 1', { format: 'csv', stream });
    expect((await errorOf(new Response(body).text())).errorType).toBe('connection_error');
  });

  test('tells why its query failed', async () => {
    async function* failing() {
      yield '1\n';
      throw new PathqlError('execution_failed', 'Could not convert x');
    }
    const engine = new StandInEngine(() => ({ rows: failing() }));
    const client = new PathqlClient(await serve(engine));
    const { body } = await client.download('SELECT 1', { format: 'csv', stream: true });
    expect((await errorOf(new Response(body).text())).message).toBe('Could not convert x');
    await expect.poll(() => engine.closedAnswers).toBe(1);
  });

  test('is no page of a proxy', async () => {
    const client = await clientOfOther(200, 'text/html', '<html>Welcome</html>');
    for (const stream of [false, true]) {
      const error = await errorOf(client.download('SELECT 1', { format: 'csv', stream }));
      expect(error.errorType).toBe('unexpected_answer');
      expect(error.message).toContain('content type text/csv');
    }
    expect((await errorOf(all(client.rows('SELECT 1')))).errorType).toBe('unexpected_answer');
  });

  test('that is cancelled ends the request', async () => {
    async function* endless() {
      for (;;) yield 'x'.repeat(10_000);
    }
    const engine = new StandInEngine(() => ({ rows: endless() }));
    const client = new PathqlClient(await serve(engine));
    const { body } = await client.download('SELECT 1', { format: 'csv', stream: true });
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(() => engine.closedAnswers).toBe(1);
  });

  test('that the server refuses rejects', async () => {
    const client = await clientOf();
    const refused = client.download('SELECT 1', { format: 'json', stream: true });
    expect((await errorOf(refused)).errorType).toBe('invalid_input');
    const unknown = client.download('SELECT 1', { format: 'csv', bogus: 1 } as never);
    await expect(unknown).rejects.toThrow(/Unknown option "bogus"; allowed are .*format/);
  });
});

test('a schema tells of the columns of a file', async () => {
  const client = await clientOf({ numbers: 'exact' });
  const { columns, rowCount } = await client.schema('sales.csv');
  expect(rowCount).toBe(2);
  expect(columns[0]).toEqual({
    ...{ name: 'id', type: 'BIGINT', hasNulls: false },
    ...{ min: 7, max: 9007199254740993n },
  });
});

test('a file is sniffed: how it is written, and a call that reads it', async () => {
  const client = await clientOf();
  const { path, call, problem, typedCall, delimiter, records } = await client.sniff('sales.csv');
  expect({ path, call, problem, typedCall, delimiter, records }).toEqual({
    path: 'sales.csv',
    call: "read_csv('sales.csv')",
    problem: null,
    typedCall: null,
    delimiter: ',',
    records: 2,
  });
  expect((await errorOf(client.sniff('missing.csv'))).errorType).toBe('invalid_input');
});

describe('retries', () => {
  /** Answers with what is left of `replies`, and with an answer after that. */
  function flaky(replies: (() => Response | Promise<never>)[]) {
    let asked = 0;
    const answer =
      '{"columns":["n"],"rows":[[1]],"stats":{"rows_scanned":0,"rows_returned":1,"execution_time_ms":1}}';
    const send: typeof fetch = async () => {
      asked += 1;
      return (replies.shift() ?? (() => new Response(answer)))();
    };
    return { send, asked: () => asked };
  }
  const busy = () =>
    new Response('{"error":"Too many","error_type":"execution_error"}', {
      status: 400,
      headers: { 'retry-after': '0' },
    });
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));
  const refused = () =>
    new Response('{"error":"No","error_type":"execution_error"}', { status: 400 });
  const proxyFault = () => new Response('Bad gateway', { status: 502 });

  test.each([
    ['a busy server', busy],
    ['one that cannot be reached', unreachable],
    ['a proxy without its server', proxyFault],
  ])('ask %s again', async (_name, reply) => {
    const { send, asked } = flaky([reply, reply]);
    const client = new PathqlClient('http://h', { retries: 2, fetch: send });
    expect((await client.query('SELECT 1')).rows).toEqual([[1]]);
    expect(asked()).toBe(3);
  });

  test('end with the last error', async () => {
    const { send, asked } = flaky([busy, busy, busy]);
    const client = new PathqlClient('http://h', { retries: 1, fetch: send });
    const error = await errorOf(client.query('SELECT 1'));
    expect(error).toMatchObject({ errorType: 'execution_error', isTemporary: true });
    expect(asked()).toBe(2);
  });

  test.each([
    [{ retries: 3 }, refused],
    [{}, busy],
    [{}, unreachable],
  ])('%j do not ask again where that does not help or is not wanted', async (options, reply) => {
    const { send, asked } = flaky([reply]);
    await errorOf(new PathqlClient('http://h', { ...options, fetch: send }).query('SELECT 1'));
    expect(asked()).toBe(1);
  });

  test('stop when the signal is aborted', async () => {
    const { send } = flaky([unreachable]);
    const leave = new AbortController();
    const client = new PathqlClient('http://h', { retries: 5, fetch: send });
    const asking = client.query('SELECT 1', { signal: leave.signal });
    leave.abort(new Error('enough'));
    await expect(asking).rejects.toThrow('enough');
  });

  test.each([-1, 1.5, '2'])('%j is a TypeError', (retries) => {
    expect(() => new PathqlClient('http://h', { retries: retries as number })).toThrow(TypeError);
  });
});
