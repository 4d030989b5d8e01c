// Tests the line of the log that says who can read what.
import { expect, test } from 'vitest';
import { describeExposure } from '../../../src/http/access/describe-exposure.ts';
import { testSettings } from '../../test-settings.ts';

test.each([
  [
    { host: '0.0.0.0' },
    null,
    'who can read what: anyone who can reach the port: every data file this process can read; web pages of any origin and requests under other host names: the working folder only',
  ],
  [
    { host: '127.0.0.1', dataDir: '/data', allowedHosts: ['localhost'] },
    null,
    'who can read what: anyone on this machine: every file below DATA_DIR; web pages of any origin: the same',
  ],
  [
    { host: '127.0.0.1', engine: 'sc://spark', allowedHosts: ['localhost'] },
    null,
    'who can read what: anyone on this machine: every data file the cluster can read; web pages of any origin: none',
  ],
  [
    { host: '0.0.0.0', dataDir: '/data', allowedOrigins: ['https://a.example'] },
    { count: 2 },
    'who can read what: holders of the 2 tokens who can reach the port: every file below DATA_DIR; web pages of https://a.example: the same',
  ],
  [
    { host: '127.0.0.1', allowedOrigins: ['https://a.example'] },
    null,
    'who can read what: anyone on this machine: every data file this process can read; web pages of https://a.example and requests under other host names: the working folder only; ALLOWED_HOSTS is not set: DNS rebinding gets round ALLOWED_ORIGINS',
  ],
])('%j', (settings, tokens, line) => {
  expect(describeExposure({ ...testSettings, ...settings }, tokens)).toBe(line);
});
