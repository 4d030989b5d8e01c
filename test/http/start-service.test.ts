// Tests what the log says from the start of the service to its end.
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ServiceOptions, startService } from '../../src/http/start-service.ts';
import { readSettings, type SettingTexts } from '../../src/settings/read-settings.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { StandInEngine } from './stand-in-engine.ts';

async function started(flags: SettingTexts = {}, warnings: readonly string[] = []) {
  const lines: Record<string, unknown>[] = [];
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, ...(await startedWith(logStream, flags, warnings)) };
}

async function startedWith(
  logStream: ServiceOptions['logStream'],
  flags: SettingTexts,
  warnings: readonly string[] = [],
) {
  let fail: (fault: unknown) => void = () => undefined;
  const service = await startService({
    settings: readSettings({}, { host: '127.0.0.1', port: '0', ...flags }),
    version: '7.8.9',
    consoleFolder: null,
    apiDocsFolder: null,
    logStream,
    warnings,
    onFault: (react) => {
      fail = react;
    },
    openService: async () => new StandInEngine(),
  });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop('SIGTERM');
    isStopped = true;
  };
  onTestFinished(stop);
  return { service, stop, fail: (fault: unknown) => fail(fault) };
}

test('the first line has the address and the limits, in bytes', async () => {
  const { service, lines } = await started({
    memoryLimitBytes: '2GiB',
    spillLimitBytes: '3MB',
    cacheLimitBytes: '0',
    queryTimeoutMs: '5000',
  });
  expect(service.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(lines[0]).toMatchObject({
    msg: 'listening',
    address: service.address,
    version: '7.8.9',
    data_dir: null,
    memory_limit_bytes: 2_147_483_648,
    spill_limit_bytes: 3_000_000,
    cache_limit_bytes: 0,
    query_timeout_ms: 5_000,
  });
});

test('the address is the one that is listened on, also when that is all', async () => {
  const { lines } = await started({ host: '0.0.0.0' });
  expect(lines[0]).toMatchObject({ address: expect.stringMatching(/^http:\/\/0\.0\.0\.0:\d+$/) });
});

test('warnings about settings are lines of their own', async () => {
  const { lines } = await started({}, ['Did you mean that?']);
  expect(lines[2]).toMatchObject({ level: 'warn', msg: 'Did you mean that?' });
});

test('a fault that nobody handles is a line, too', async () => {
  const { lines, fail } = await started();
  fail(new Error('no space left'));
  const err = expect.objectContaining({ message: 'no space left' });
  expect(lines.at(-1)).toMatchObject({ level: 'fatal', err });
});

test('the stop is two lines', async () => {
  const { lines, stop } = await started({ shutdownGraceMs: '100' });
  await stop();
  expect(lines.slice(-2)).toMatchObject([
    { msg: 'stopping', reason: 'SIGTERM', grace_ms: 100 },
    { msg: 'stopped' },
  ]);
});

describe('one line says who can read what', () => {
  test('a warning when anyone can read everything', async () => {
    const { lines } = await started();
    const found = lines.filter(({ msg }) => String(msg).startsWith('who can read what: '));
    expect(found).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('every data file this process can read') },
    ]);
  });

  test('else not', async () => {
    const { lines } = await started({ dataDir: await temporaryFolder() });
    expect(lines[1]).toMatchObject({ level: 'info', msg: expect.stringContaining('DATA_DIR') });
  });
});

test('a faulty file of tokens refuses to start, before an engine is opened', async () => {
  const folder = await temporaryFolder({ tokens: 'ann' });
  await expect(started({ apiTokensFile: join(folder, 'tokens') })).rejects.toMatchObject({
    code: 'setting_invalid',
  });
});

describe('the form of the log', () => {
  async function written(logFormat: string, isTTY: boolean) {
    const stream = Object.assign(new PassThrough(), { isTTY });
    const { service, stop } = await startedWith(stream, { logFormat });
    await stop();
    stream.end();
    return { lines: (await text(stream)).split('\n'), address: service.address };
  }

  test.each([
    ['auto', true],
    ['text', true],
    ['text', false],
  ])('%s, on a terminal: %s, is text', async (logFormat, isTTY) => {
    const { lines, address } = await written(logFormat, isTTY);
    expect(lines).toEqual([
      `Pathql 7.8.9 listens on ${address}`,
      expect.stringMatching(/^Who can read what: anyone on this machine: every data file/),
      expect.stringMatching(/^\d\d:\d\d:\d\d stopping reason=SIGTERM grace_ms=10000$/),
      expect.stringMatching(/^\d\d:\d\d:\d\d stopped$/),
      '',
    ]);
  });

  test.each([
    ['auto', false],
    ['json', true],
    ['json', false],
  ])('%s, on a terminal: %s, is JSON', async (logFormat, isTTY) => {
    const { lines } = await written(logFormat, isTTY);
    const messages = lines.slice(0, -1).map((line) => JSON.parse(line).msg);
    expect(messages).toEqual([
      'listening',
      expect.stringContaining('who can read what: '),
      'stopping',
      'stopped',
    ]);
  });
});
