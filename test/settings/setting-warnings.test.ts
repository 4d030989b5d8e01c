import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.ts';
import { settingWarnings } from '../../src/settings/setting-warnings.ts';

const host = { cores: 2, threads: 256, memoryBytes: 1000e6, freeDiskBytes: 500e6 };
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

test('more threads than are allowed', () => {
  expect(warnings({ MAX_CONCURRENT_QUERIES: '189' })).toEqual([
    'MAX_CONCURRENT_QUERIES is 189, for which up to 257 threads run, but only 256 are allowed (pids_limit of a container, TasksMax of systemd): the engine may fail to start or end',
  ]);
  expect(warnings({ MAX_CONCURRENT_QUERIES: '188' })).toEqual([]);
});
