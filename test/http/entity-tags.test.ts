import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp, testVersion } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

const version = 'abcdefghijklmnopqrstuv';
const serve = () => newApp(new StandInEngine(() => ({ version, rows: ['[1]'] })));
const url = '/api/v1/query?sql=x';
const tag = `"${version}.${testVersion}.json"`;

test('an answer to GET has a tag and is asked for anew each time', async () => {
  const { headers } = await serve().app.inject(url);
  expect(headers).toMatchObject({ etag: tag, 'cache-control': 'private, no-cache' });
});

test.each([
  [tag, 304],
  [`W/${tag}`, 304],
  [`"other", ${tag}`, 304],
  [`"other",W/${tag} `, 304],
  ['*', 304],
  ['"other"', 200],
  [version, 200],
  [`"${version}"`, 200],
  ['', 200],
])('If-None-Match: %s gets %i', async (known, status) => {
  const { app, engine } = serve();
  const response = await app.inject({ url, headers: { 'if-none-match': known } });
  expect(response.statusCode).toBe(status);
  if (status === 304) {
    expect(response.body).toBe('');
    expect(response.headers).toMatchObject({ etag: tag, vary: 'accept, accept-encoding' });
    expect(engine.closedAnswers).toBe(1);
  }
});

test('the tag of another form or compression is another', async () => {
  const { app } = serve();
  const tags = new Set<unknown>();
  const forms = ['', '&types=true', '&format=csv', '&format=ndjson'];
  for (const form of forms) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      tags.add((await app.inject({ url: url + form, headers })).headers.etag);
    }
  }
  expect(tags.size).toBe(forms.length * 3);
  const csv = await app.inject({ url: `${url}&format=csv`, headers: { 'if-none-match': tag } });
  expect(csv.statusCode).toBe(200);
});

test('an answer without a version is not kept', async () => {
  const { headers } = await newApp().app.inject(url);
  expect(headers.etag).toBeUndefined();
  expect(headers['cache-control']).toBe('no-store');
});

test('POST has no tags', async () => {
  const { app, engine } = serve();
  const { headers } = await app.inject({
    method: 'POST',
    url: '/api/v1/query',
    headers: { 'content-type': 'application/json', 'if-none-match': tag },
    payload: '{"sql":"x"}',
  });
  expect([headers.etag, headers['cache-control']]).toEqual([undefined, undefined]);
  expect(engine.requests[0]?.knownVersions).toBeUndefined();
});

test('If-None-Match: * of a query that fails gets its error', async () => {
  const engine = new StandInEngine(() => {
    throw new PathqlError('execution_failed', 'no');
  });
  const headers = { 'if-none-match': '*' };
  const response = await newApp(engine).app.inject({ url, headers });
  expect(response.statusCode).toBe(400);
});
