import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp } from './new-app.ts';
import { StandInEngine, sniffedUsers } from './stand-in-engine.ts';

test('tells how a file is written as JSON', async () => {
  const { app, engine } = newApp();
  const response = await app.inject('/api/v1/sniff?path=two%20words.csv');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toMatchObject({
    call: sniffedUsers.call,
    records: 1204,
    line_end: 'CRLF',
    header: { line: 2, text: 'id;born;code', is_data: false },
    typed_call: sniffedUsers.typedCall,
  });
  expect(engine.sniffRequests).toEqual([
    {
      path: 'two words.csv',
      client: '127.0.0.1',
      workingFolderOnly: false,
      signal: expect.any(AbortSignal),
    },
  ]);
});

test.each([
  ['', 'Expected one "path", of one file, got none'],
  ['?file=a', 'Unknown parameter "file"'],
  ['?path=a&path=b', 'got several'],
])('refuses %j', async (query, message) => {
  const { app, engine } = newApp();
  const response = await app.inject(`/api/v1/sniff${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json().error).toContain(message);
  expect(engine.sniffRequests).toEqual([]);
});

test('says what the engine refuses', async () => {
  const engine = new StandInEngine();
  engine.sniff = async () => {
    throw new PathqlError('file_not_allowed', 'outside');
  };
  const response = await newApp(engine).app.inject('/api/v1/sniff?path=../x.csv');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ error: 'outside', error_type: 'invalid_input' });
});
