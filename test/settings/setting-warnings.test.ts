import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.ts';
import { settingWarnings } from '../../src/settings/setting-warnings.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const host = { cores: 2, memoryBytes: 1000e6, freeDiskBytes: 500e6 };
const warnings = (env: Record<string, string>) =>
  settingWarnings(readSettings(env, {}, host), env, host);

test.each([
  ['QUERY_TIMOUT_MS', 'QUERY_TIMEOUT_MS'],
  ['QUERY_TIMEOUT', 'QUERY_TIMEOUT_MS'],
  ['DATADIR', 'DATA_DIR'],
  ['data_dir', 'DATA_DIR'],
  ['MEMORY_LIMITS', 'MEMORY_LIMIT'],
])('%s is close to %s', (name, setting) => {
  expect(warnings({ [name]: '1' })).toEqual([`${name} is no setting. Did you mean ${setting}?`]);
});

test.each([
  'PATH',
  'HOME',
  'HOST',
  'PORT',
  'HOSTNAME',
  'LOGNAME',
  'QUERY',
  'NODE_ENV',
  'COLUMNS',
])('%s is nothing of ours', (name) => {
  expect(warnings({ [name]: '1' })).toEqual([]);
});

test('more memory than there is', () => {
  expect(warnings({ MEMORY_LIMIT: '2GB' })).toEqual([
    'MEMORY_LIMIT is 2000000000 bytes, but there are only 1000000000: the system may kill the engine',
  ]);
  expect(warnings({ MEMORY_LIMIT: '1GB' })).toEqual([]);
});

test('tokens that queries can read', async () => {
  const folder = await temporaryFolder({ 'data/x.csv': 'n\n', 'data/tokens': '', tokens: '' });
  const at = (tokens: string) =>
    warnings({ DATA_DIR: join(folder, 'data'), API_TOKENS_FILE: join(folder, tokens) });
  expect(at('tokens')).toEqual([]);
  expect(at('data/tokens')).toEqual([
    'API_TOKENS_FILE lies below DATA_DIR: queries read the names and hashes in it',
  ]);
});

test('a data folder that cannot be read', async ({ skip }) => {
  if (process.getuid?.() === 0) skip('the superuser may read everything');
  const folder = await temporaryFolder({});
  await chmod(folder, 0o000);
  expect(warnings({ DATA_DIR: folder })).toEqual([
    `DATA_DIR is '${folder}', which the user of this process may not read`,
  ]);
  await chmod(folder, 0o755);
});
