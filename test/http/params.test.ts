import { expect, test } from 'vitest';
import { newApp, post } from './new-app.ts';

test.each([
  [
    '[1, -2.50, 9007199254740993, 1e5]',
    [{ digits: '1' }, { digits: '-2.50' }, { digits: '9007199254740993' }, { digits: '1e5' }],
  ],
  ['["a", true, null, ["b", 1]]', ['a', true, null, ['b', { digits: '1' }]]],
  ['{"name": "x", "n": -0}', { name: 'x', n: { digits: '-0' } }],
  ['[]', []],
])('params %s reach the engine with all digits', async (params, parameters) => {
  const { app, engine } = newApp();
  await post(app, `{"sql":"x","params":${params}}`);
  await app.inject(`/api/v1/query?sql=x&params=${encodeURIComponent(params)}`);
  expect(engine.requests.map((request) => request.parameters)).toEqual([parameters, parameters]);
});

test.each([
  ['"x"', /Expected "params" to be an array for \? and \$1, or an object for \$name, got "x"/],
  ['5', /Expected "params".*got 5/],
  ['{"a":1,"a":2}', /Expected each key once, got "a" twice in one object/],
  ['[{"a":1}]', /Expected each value of "params".*got an object/],
])('params %s are refused', async (params, message) => {
  const { app, engine } = newApp();
  const response = await post(app, `{"sql":"x","params":${params}}`);
  expect(response.json()).toEqual({
    error: expect.stringMatching(message),
    error_type: 'invalid_input',
  });
  const get = await app.inject(`/api/v1/query?sql=x&params=${encodeURIComponent(params)}`);
  expect(get.json().error).toMatch(message);
  expect(engine.requests).toEqual([]);
});

test.each([
  '/api/v1/query',
  '/api/v1/explain',
])('POST %s takes null for what is not given', async (url) => {
  const { app, engine } = newApp();
  const headers = { 'content-type': 'application/json' };
  const payload = '{"sql":"x","params":null,"input_format":null}';
  const response = await app.inject({ method: 'POST', url, headers, payload });
  expect(response.statusCode).toBe(200);
  for (const request of [...engine.requests, ...engine.inspectRequests]) {
    expect(request.parameters).toBeUndefined();
    expect(request.inputFormat).toBeUndefined();
  }
});

test('params in an address may be null', async () => {
  const { app, engine } = newApp();
  expect((await app.inject('/api/v1/query?sql=x&params=null')).statusCode).toBe(200);
  expect(engine.requests).toMatchObject([{ sql: 'x', parameters: undefined }]);
});

test('params in an address that are no JSON are refused', async () => {
  const response = await newApp().app.inject('/api/v1/query?sql=x&params=a,b');
  expect(response.json().error).toMatch(/Expected "params".*, as JSON: Expected a value/);
});
