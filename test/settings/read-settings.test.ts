import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PathqlError } from '../../src/errors.ts';
import {
  type Environment,
  readSettings,
  type SettingTexts,
} from '../../src/settings/read-settings.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pathql-settings-')));
afterAll(() => rmSync(folder, { recursive: true }));

const host = { cores: 3, threads: 4096, memoryBytes: 1000e6, freeDiskBytes: 500e6 };
const read = (env: Environment, flags: SettingTexts = {}) => readSettings(env, flags, host);

test('the defaults, worked out from the machine', () => {
  expect(read({})).toEqual({
    host: '0.0.0.0',
    port: 8080,
    logLevel: 'info',
    logFormat: 'auto',
    engine: 'duckdb',
    engineTokenFile: null,
    engineCaFile: null,
    dataDir: null,
    maxBodyBytes: 10_485_760,
    memoryLimitBytes: 750e6,
    spillLimitBytes: 400e6,
    cacheLimitBytes: 250e6,
    cacheDir: null,
    maxConcurrentQueries: 7,
    queryTimeoutMs: 0,
    shutdownGraceMs: 10_000,
    maxQueuedQueries: 2_000,
    apiTokensFile: null,
    allowedOrigins: null,
    allowedHosts: null,
    console: true,
  });
});

test.each([
  [{ cores: 64, threads: Number.POSITIVE_INFINITY }, 129],
  [{ cores: 64, threads: 256 }, 64],
  [{ cores: 400, threads: 4096 }, 512],
  [{ cores: 2, threads: 20 }, 1],
])('on %j as many queries run as may have threads: %d', (facts, queries) => {
  expect(readSettings({}, {}, { ...host, ...facts }).maxConcurrentQueries).toBe(queries);
});

test('are frozen', () => {
  expect(Object.isFrozen(read({}))).toBe(true);
});

test('the facts of this machine give complete defaults', () => {
  const settings = readSettings({});
  expect(settings.memoryLimitBytes).toBeGreaterThan(16e6);
  expect(settings.maxConcurrentQueries).toBeGreaterThanOrEqual(2);
});

test('an empty variable counts as not set', () => {
  expect(read({ SERVER_PORT: '', DATA_DIR: '' })).toEqual(read({}));
});

test('a flag wins over the environment', () => {
  expect(read({ SERVER_PORT: '1' }, { port: '2' }).port).toBe(2);
});

describe('sizes', () => {
  test.each([
    ['64000000', 64e6],
    ['64MB', 64e6],
    ['64 mb', 64e6],
    ['1.5GB', 1.5e9],
    ['512MiB', 512 * 2 ** 20],
    ['1TiB', 2 ** 40],
    ['80%', 800e6],
    ['12.5 %', 125e6],
  ])('%s is %d bytes', (text, size) => {
    expect(read({ MEMORY_LIMIT: text }).memoryLimitBytes).toBe(size);
  });

  test.each([
    '',
    ' ',
    '-1',
    '1GBit',
    '1e9',
    '101%',
    'all',
    '15MB',
    '9999999999TB',
    '1..5GB',
  ])("'%s' is none", (text) => {
    expect(() => read({}, { memoryLimitBytes: text })).toThrow(PathqlError);
  });

  test('0 turns the cache off', () => {
    expect(read({ CACHE_LIMIT: '0' }).cacheLimitBytes).toBe(0);
  });

  test('a share needs a whole', () => {
    expect(() => read({ MAX_BODY_BYTES: '10%' })).toThrow('MAX_BODY_BYTES: expected');
  });
});

test.each(['-1', '65536', '80.5', '0x50', 'http'])('%s is no port', (text) => {
  expect(() => read({ SERVER_PORT: text })).toThrow(
    `SERVER_PORT: expected a whole number from 0 to 65535, got '${text}'`,
  );
});

test.each([
  ['[::1]', '::1'],
  ['::1', '::1'],
  ['localhost', 'localhost'],
])('the address %s is %s', (text, address) => {
  expect(read({ SERVER_HOST: text }).host).toBe(address);
});

test('a log level in any letter case', () => {
  expect(read({ LOG_LEVEL: 'DEBUG' }).logLevel).toBe('debug');
  expect(() => read({ LOG_LEVEL: 'loud' })).toThrow(/one of trace, debug, info/);
});

describe('CACHE_DIR', () => {
  const range = 'an existing folder that belongs to you and that nobody else can write to';

  test('is none by default', () => {
    expect(read({}).cacheDir).toBeNull();
  });

  test("is the real path of a folder of one's own", () => {
    const path = join(folder, 'own');
    mkdirSync(path, { mode: 0o700 });
    expect(read({ CACHE_DIR: path }).cacheDir).toBe(path);
  });

  test.each([0o777, 0o775, 0o757])('is refused when others can write to it: %o', (mode) => {
    const path = join(folder, `open-${mode}`);
    mkdirSync(path);
    chmodSync(path, mode);
    expect(() => read({ CACHE_DIR: path })).toThrow(
      `CACHE_DIR: expected ${range}, got '${path}': others may write to it`,
    );
  });

  test.skipIf(process.platform === 'win32')('is refused when it belongs to another', () => {
    const path = process.getuid?.() === 0 ? join(folder, 'foreign') : '/usr';
    if (path !== '/usr') {
      mkdirSync(path, { mode: 0o700 });
      chownSync(path, 12_345, 12_345);
    }
    expect(() => read({ CACHE_DIR: path })).toThrow(`${path}': it belongs to another user`);
  });

  test('is refused when it is missing', () => {
    expect(() => read({ CACHE_DIR: join(folder, 'none') })).toThrow(`none': it does not exist`);
  });

  test('is refused when it is a file', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    expect(() => read({ CACHE_DIR: path })).toThrow(`file': it is no folder`);
  });
});

describe('DATA_DIR', () => {
  test('is its real path', () => {
    mkdirSync(join(folder, 'data'));
    symlinkSync(join(folder, 'data'), join(folder, 'link'));
    expect(read({ DATA_DIR: join(folder, 'link') }).dataDir).toBe(join(folder, 'data'));
  });

  test('is refused when it is a file or missing', () => {
    writeFileSync(join(folder, 'file'), '');
    for (const name of ['file', 'missing']) {
      const path = join(folder, name);
      expect(() => read({ DATA_DIR: path })).toThrow(
        `DATA_DIR: expected an existing folder, got '${path}'`,
      );
    }
  });
});

test('every fault is named at once, by the name that was used', () => {
  const broken = () => read({ SERVER_PORT: 'x', LOG_LEVEL: 'y' }, { queryTimeoutMs: 'z' });
  expect(broken).toThrow(expect.objectContaining({ code: 'setting_invalid' }));
  expect(broken).toThrow(/^SERVER_PORT: .*\nLOG_LEVEL: .*\n--query-timeout-ms: [^\n]*$/);
});

describe('who may ask', () => {
  test.each([
    ['https://app.example.org', ['https://app.example.org']],
    [
      'https://App.example.org:443/, http://[::1]:81',
      ['https://app.example.org', 'http://[::1]:81'],
    ],
    ['*', null],
  ])('ALLOWED_ORIGINS=%s', (text, origins) => {
    expect(read({ ALLOWED_ORIGINS: text }).allowedOrigins).toEqual(origins);
  });

  test.each([
    'example.org',
    'https://a.example/path',
    'ftp://a.example',
    'null',
    'https://*.a.example',
    'https://a,',
    '*, *',
  ])('ALLOWED_ORIGINS=%s is refused', (text) => {
    expect(() => read({ ALLOWED_ORIGINS: text })).toThrow('ALLOWED_ORIGINS: expected * or origins');
  });

  test.each([
    ['Data.example.org', ['data.example.org']],
    ['::1, fe80::1', ['[::1]', '[fe80::1]']],
    ['localhost, 127.0.0.1,[::1]', ['localhost', '127.0.0.1', '[::1]']],
    ['*', null],
  ])('ALLOWED_HOSTS=%s', (text, hosts) => {
    expect(read({ ALLOWED_HOSTS: text }).allowedHosts).toEqual(hosts);
  });

  test.each([
    'a.example:80',
    'http://a.example',
    'a.example/',
    'me@a.example',
    ',',
    '*.a.example',
  ])('ALLOWED_HOSTS=%s is refused', (text) => {
    expect(() => read({ ALLOWED_HOSTS: text })).toThrow('ALLOWED_HOSTS: expected * or hosts');
  });

  test('API_TOKENS_FILE is a file; a link to it is not followed', () => {
    writeFileSync(join(folder, 'tokens'), '');
    symlinkSync(join(folder, 'tokens'), join(folder, 'link-to-tokens'));
    const link = join(folder, 'link-to-tokens');
    expect(read({ API_TOKENS_FILE: link }).apiTokensFile).toBe(link);
    expect(() => read({ API_TOKENS_FILE: folder })).toThrow('expected an existing file');
    expect(() => read({ API_TOKENS_FILE: join(folder, 'no') })).toThrow(
      'expected an existing file',
    );
  });
});
