import { expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import { newApp } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

test('lists files as JSON', async () => {
  const { app, engine } = newApp();
  const response = await app.inject('/api/v1/files');
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.json()).toEqual({
    files: [{ path: 'data/users.csv', size: 12, modified: '2024-01-15T14:30:00.000Z' }],
    is_cut: true,
  });
  expect(engine.fileRequests).toEqual([
    { client: '127.0.0.1', workingFolderOnly: false, signal: expect.any(AbortSignal) },
  ]);
});

test('hands over the folder, decoded', async () => {
  const { app, engine } = newApp();
  await app.inject('/api/v1/files?under=two%20words/b');
  expect(engine.fileRequests).toMatchObject([{ under: 'two words/b' }]);
});

test.each([
  ['?folder=a', 'Unknown parameter "folder"'],
  ['?under=a&under=b', 'Expected one "under"'],
])('refuses %s', async (query, message) => {
  const { app, engine } = newApp();
  const response = await app.inject(`/api/v1/files${query}`);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    error: expect.stringContaining(message),
    error_type: 'invalid_input',
  });
  expect(engine.fileRequests).toEqual([]);
});

test('says what the engine refuses', async () => {
  const engine = new StandInEngine();
  engine.listFiles = async () => {
    throw new PathqlError('file_not_allowed', 'outside');
  };
  const response = await newApp(engine).app.inject('/api/v1/files?under=..');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ error: 'outside', error_type: 'invalid_input' });
});
