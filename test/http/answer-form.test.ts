import { expect, test } from 'vitest';
import { answerFormats } from '../../src/formats/answer-formats.ts';
import { newApp, post } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

const sql = JSON.stringify({ sql: 'SELECT 1' });

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['image/png', 'json'],
  ['text/csv', 'csv'],
  ['Text/CSV; header=present', 'csv'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['text/csv;q=0.5, application/json;q=0.4', 'csv'],
  ['text/csv;q=0, */*', 'json'],
  ['*/*, text/csv', 'json'],
  ['*/*;q=0.1, text/csv', 'csv'],
  ['image/png, text/tab-separated-values', 'tsv'],
  ['application/x-ndjson', 'ndjson'],
  ['application/vnd.apache.parquet', 'parquet'],
] as const)('Accept: %s gets %s', async (accept, name) => {
  const { app, engine } = newApp();
  const response = await post(app, sql, accept === undefined ? {} : { accept });
  const { contentType, layout } = answerFormats[name];
  expect(response.headers['content-type']).toBe(contentType);
  expect(response.headers.vary).toBe('accept, accept-encoding');
  expect(engine.requests[0]?.layout).toBe(layout);
});

test('format wins over Accept, in any letter case', async () => {
  const { app } = newApp();
  const url = '/api/v1/query?sql=SELECT+1&format=CSV';
  const response = await app.inject({ url, headers: { accept: 'application/x-ndjson' } });
  expect(response.headers['content-type']).toMatch(/^text\/csv/);
});

test('CSV has a header line, with equal names numbered, and the figures in headers', async () => {
  const engine = new StandInEngine(() => ({
    columns: ['n', 'a,b', 'n', ''],
    rows: ['1,2,3,4\n'],
    stats: { warnings: ['One, left out'] },
  }));
  const { body, headers } = await newApp(engine).app.inject('/api/v1/query?sql=x&format=csv');
  expect(body).toBe('n,"a,b",n_1,""\n1,2,3,4\n');
  expect(headers).toMatchObject({
    'x-rows-returned': '1',
    'x-rows-scanned': '3',
    'x-execution-time-ms': '1.5',
    'x-pathql-warning': 'One%2C left out',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers':
      'x-rows-returned, x-rows-scanned, x-execution-time-ms, x-pathql-warning',
  });
});

test('NDJSON without rows is an empty body', async () => {
  const engine = new StandInEngine(() => ({ rows: [], stats: { rowsReturned: 0 } }));
  const response = await newApp(engine).app.inject('/api/v1/query?sql=x&format=ndjson');
  expect([response.statusCode, response.body]).toEqual([200, '']);
});

test('types=true puts the types behind the columns', async () => {
  const { app } = newApp(new StandInEngine(() => ({ columns: ['n'], types: ['DECIMAL(9,2)'] })));
  const response = await app.inject('/api/v1/query?sql=x&types=true');
  expect(response.body).toMatch(/^\{"columns":\["n"\],"types":\["DECIMAL\(9,2\)"\],"rows":/);
  expect((await app.inject('/api/v1/query?sql=x&types=false')).body).not.toContain('types');
});

test('an error is JSON whatever the format', async () => {
  const engine = new StandInEngine(() => Promise.reject(new Error('a fault')));
  const response = await newApp(engine).app.inject('/api/v1/query?sql=x&format=csv');
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ error_type: 'internal_error' });
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
});

test.each([
  ['', /Expected one "sql", the query, got none/],
  ['sql=x&sql=y', /Expected one "sql", the query, got several/],
  ["sql=SELECT+'Malm%F6'", /Expected an address in UTF-8, as %C3%B6 for ö, got "%F6"/],
  ["sql=SELECT+'%C3%B6%C3'", /Expected an address in UTF-8, .* got "%C3%B6%C3"/],
  ['sql=SELECT+%C3%B6+LIKE+A%', /Expected two hexadecimal digits after each %.* got "%"/],
  ['sql=SELECT%201%2', /Expected two hexadecimal digits after each %.* got "%2"/],
  ['sql=SELECT+1&params=[%22%gg%22]', /Expected two hexadecimal digits after each %.* got "%gg"/],
  ['sql=x&colour=1', /Unknown parameter "colour"; allowed are "sql", /],
  ['sql=x&format=xlsx', /Expected "format" to be one of json, ndjson, .*; got "xlsx"/],
  ['sql=x&format=', /Expected "format" to be one of .*; got ""/],
  ['sql=x&format=constructor', /Expected "format"/],
  ['sql=x&types=1', /Expected "types" to be true or false, got "1"/],
  ['sql=x&types=true&format=csv', /Expected no "types" with the format csv/],
  ['sql=x&format=csv&end=abcdefgh', /Expected "end" to be a mark .* beside stream=true; got /],
  ['sql=x&format=csv&stream=true&end=abc', /Expected "end" to be a mark .* got "abc"/],
  ['sql=x&format=csv&stream=true&end=abc%0Adefgh', /Expected "end" to be a mark/],
])('GET with %s is refused', async (query, message) => {
  const { app, engine } = newApp();
  const response = await app.inject(`/api/v1/query?${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    error: expect.stringMatching(message),
    error_type: 'invalid_input',
  });
  expect(engine.requests).toEqual([]);
});

test('POST takes the parameters of the form, and the query from its body only', async () => {
  const { app } = newApp();
  const ask = (query: string) =>
    app.inject({
      method: 'POST',
      url: `/api/v1/query?${query}`,
      headers: { 'content-type': 'application/json' },
      payload: sql,
    });
  expect((await ask('format=tsv')).headers['content-type']).toMatch(/^text\/tab/);
  expect((await ask('sql=x')).json().error).toMatch(/Unknown parameter "sql"/);
});
