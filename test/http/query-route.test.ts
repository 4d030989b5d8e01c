import { describe, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp, post } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

const sql = 'SELECT 1 AS n';

describe('an answer', () => {
  test('is one JSON document with columns, rows and stats', async () => {
    const engine = new StandInEngine(() => ({ columns: ['n', 'say "hi"'], rows: ['[1,"a"]'] }));
    const response = await post(newApp(engine).app, JSON.stringify({ sql }));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toBe(
      '{"columns":["n","say \\"hi\\""],"rows":[[1,"a"]],"stats":{"rows_scanned":3,"rows_returned":1,"execution_time_ms":1.5}}',
    );
    expect(engine.requests).toMatchObject([{ sql, layout: 'json-array' }]);
    expect(engine.closedAnswers).toBe(1);
  });

  test.each(['CSV', 'csv'])('for input_format %s', async (input_format) => {
    const response = await post(newApp().app, JSON.stringify({ sql, input_format }));
    expect(response.statusCode).toBe(200);
  });

  test.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])('for content type %s', async (type) => {
    const response = await post(newApp().app, JSON.stringify({ sql }), { 'content-type': type });
    expect(response.statusCode).toBe(200);
  });

  test('for a body with a byte order mark', async () => {
    const response = await post(newApp().app, `\uFEFF${JSON.stringify({ sql })}`);
    expect(response.statusCode).toBe(200);
  });

  test('passes odd characters on to the engine', async () => {
    const { app, engine } = newApp();
    await post(app, '{"sql":"SELECT \\u0000 \\ud800"}');
    expect(engine.requests[0]?.sql).toBe('SELECT \0 \ud800');
  });
});

describe('refused with 400 invalid_input', () => {
  const json = { 'content-type': 'application/json' };
  const cases: [name: string, body: string | Buffer, headers: object, message: RegExp][] = [
    ['malformed JSON', '{"sql": ', json, /not valid JSON/],
    ['an empty body', '', json, /empty body/],
    ['an array', '[]', json, /got an array/],
    ['null', 'null', json, /got null/],
    ['a string', '"SELECT 1"', json, /got a string/],
    ['no sql', '{}', json, /"sql".* missing/],
    ['sql that is a number', '{"sql":1}', json, /"sql".* got a number/],
    ['sql that is null', '{"sql":null}', json, /"sql".* got null/],
    ['an unknown key', '{"sql":"x","sqll":1}', json, /Unknown key "sqll".*Did you mean "sql"/],
    [
      'a key far from all',
      '{"zebra":1}',
      json,
      /Unknown key "zebra"; allowed are "sql", "input_format" and "params"/,
    ],
    ['__proto__', '{"sql":"x","__proto__":{"a":1}}', json, /Unknown key "__proto__"/],
    ['constructor', '{"sql":"x","constructor":{"prototype":1}}', json, /Unknown key "constructor"/],
    [
      'another format',
      '{"sql":"x","input_format":"XML"}',
      json,
      /one of: CSV, JSON, NDJSON, PARQUET; got "XML"/,
    ],
    ['an unknown key that is null', '{"sql":"x","limit":null}', json, /Unknown key "limit"/],
    ['another type', 'SELECT 1', { 'content-type': 'text/plain' }, /application\/json, got "text/],
    ['a broken type', '{}', { 'content-type': ';;' }, /application\/json/],
    ['another charset', '{}', { 'content-type': 'application/json; charset=latin1' }, /utf-8, got/],
    ['a packed body', '{}', { ...json, 'content-encoding': 'gzip' }, /not compressed, got/],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), json, /not UTF-8/],
    ['no Request-Timeout number', '{"sql":"x"}', { ...json, 'request-timeout': '1s' }, /millisec/],
    ['a Request-Timeout of 0', '{"sql":"x"}', { ...json, 'request-timeout': '0' }, /millisec/],
    ['brackets, 33 deep', '['.repeat(33), json, /at most 32 levels/],
    ['brackets in a text', `{"sql":"\\"${'['.repeat(99)}", "x": 1}`, json, /Unknown key/],
    ['110,002 values', `[${'1,'.repeat(110_001)}1]`, json, /at most 110,000 values in the JSON/],
    ['1,001 keys', manyKeys(1_001), json, /at most 1,000 keys/],
    ['a key twice', '{"sql":"SELECT 1","sql":"SELECT 2"}', json, /each key once, got "sql" twice/],
    ['a key twice, with an escape', '{"sql":"x","\\u0073ql":"y"}', json, /got "sql" twice/],
    ['a key twice in params', '{"sql":"x","params":{"a":1,"a":2}}', json, /got "a" twice/],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', json, /got "__proto__" twice/],
    ['1 MB of nonsense', 'x'.repeat(1_000_000), json, /not valid JSON/],
  ];

  test.each(cases)('%s', async (_name, body, headers, message) => {
    const { app, engine } = newApp();
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/query',
      headers: { ...headers },
      payload: body,
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: expect.stringMatching(message),
      error_type: 'invalid_input',
    });
    expect(engine.requests).toEqual([]);
  });

  test('no content type at all', async () => {
    const request = { method: 'POST', url: '/api/v1/query' } as const;
    const { app } = newApp();
    const response = await app.inject({ ...request, payload: Buffer.from('{"sql":"x"}') });
    expect(response.json().error).toMatch(/application\/json, there is none/);
    expect((await app.inject(request)).json().error).toMatch(/there is none/);
  });

  test('a body larger than the limit', async () => {
    const { app } = newApp(undefined, { maxBodyBytes: '100' });
    const response = await post(app, JSON.stringify({ sql: 'x'.repeat(100) }));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: 'Expected a body of at most 100 bytes (MAX_BODY_BYTES), got a larger one',
      error_type: 'invalid_input',
    });
  });
});

test.each([
  3_000_001, 9_000_000,
])('a text of %i bytes is refused before it is decoded', async (length) => {
  const { app } = newApp();
  const payload = `{"sql":"SELECT 1${' '.repeat(length)}"}`;
  const headers = { 'content-type': 'application/json' };
  const response = await app.inject({ method: 'POST', url: '/api/v1/query', headers, payload });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    error: 'The query is too long: expected at most 1,000,000 characters, found more',
    error_type: 'parse_error',
  });
});

test('Request-Timeout reaches the engine as milliseconds', async () => {
  const { app, engine } = newApp();
  await post(app, JSON.stringify({ sql }), { 'request-timeout': '1500' });
  expect(engine.requests[0]?.timeoutMs).toBe(1500);
});

describe('an error of the engine', () => {
  test.each([
    ['sql_syntax', 400, 'parse_error'],
    ['column_not_found', 400, 'execution_error'],
    ['file_not_found', 400, 'invalid_input'],
    ['internal', 500, 'internal_error'],
  ] as const)('%s is %d %s', async (code, status, type) => {
    const engine = new StandInEngine(() => Promise.reject(new PathqlError(code, 'the message')));
    const response = await post(newApp(engine).app, JSON.stringify({ sql }));
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ error: 'the message', error_type: type });
  });

  test('that is no PathqlError is told in fixed words, its cause only in the log', async () => {
    const engine = new StandInEngine(() => Promise.reject(new Error('vector::_M_range_check')));
    const { app, logLines } = newApp(engine);
    const response = await post(app, JSON.stringify({ sql }));
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: expect.stringMatching(/^Internal error/),
      error_type: 'internal_error',
    });
    expect(logLines).toMatchObject([{ err: { message: 'vector::_M_range_check' }, status: 500 }]);
  });
});

function manyKeys(count: number): string {
  return JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])));
}

test('a key of another object, and one in a text, is no key twice', async () => {
  const { app, engine } = newApp();
  const sql = 'SELECT {"sql":1,"sql":2}';
  const response = await post(
    app,
    JSON.stringify({ sql, params: { sql: '"sql":', input_format: 1 } }),
  );
  expect([response.statusCode, engine.requests[0]?.sql]).toEqual([200, sql]);
});
