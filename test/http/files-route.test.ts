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
    file_count: 2,
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

test('hands over which page is wanted', async () => {
  const { app, engine } = newApp();
  await app.inject('/api/v1/files?matching=a%20b&after=x/y.csv&limit=20&folders=true');
  expect(engine.fileRequests).toMatchObject([
    { matching: 'a b', after: 'x/y.csv', limit: 20, countsFolders: true },
  ]);
});

test('counts folders where the engine did', async () => {
  const { app, engine } = newApp();
  engine.listFiles = async () => ({
    files: [],
    isCut: false,
    fileCount: null,
    folders: [{ path: '.', files: 3 }],
  });
  expect((await app.inject('/api/v1/files?folders=true')).json()).toEqual({
    files: [],
    is_cut: false,
    file_count: null,
    folders: [{ path: '.', files: 3 }],
  });
});

test.each([
  ['?limit=0', 'Expected "limit" to be a whole number from 1 to 5000, got "0"'],
  ['?limit=5001', 'got "5001"'],
  ['?limit=1e3', 'got "1e3"'],
  ['?folders=yes', 'Expected "folders" to be true or false'],
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
