import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parallelGzip } from '../../src/http/compress/parallel-gzip.ts';
import { newApp } from './new-app.ts';
import { StandInEngine } from './stand-in-engine.ts';

describe('gzip on several threads', () => {
  const compressed = async (parts: readonly Uint8Array[], flushesEachChunk: boolean) => {
    const out: Uint8Array[] = [];
    async function* source() {
      yield* parts;
    }
    for await (const part of parallelGzip(source(), { level: 1, flushesEachChunk })) out.push(part);
    return Buffer.concat(out);
  };

  const megabyte = randomBytes(2 ** 20);
  const text = Buffer.from('the same words again and again '.repeat(100_000));
  test.each([
    ['nothing', []],
    ['an empty part', [Buffer.alloc(0)]],
    ['one byte', [Buffer.from('x')]],
    ['a text', [text]],
    ['many small parts', Array.from({ length: 5_000 }, (_, i) => Buffer.from(`row ${i}\n`))],
    ['large parts of noise', [megabyte, megabyte, text, megabyte]],
  ] as const)('%s comes back, of one member', async (_name, parts) => {
    for (const flushesEachChunk of [false, true]) {
      const bytes = await compressed(parts, flushesEachChunk);
      // Ends where a single member ends, as it checks what is left of the input.
      const { buffer, engine } = zlib.gunzipSync(bytes, { info: true }) as unknown as {
        buffer: Buffer;
        engine: zlib.Gunzip;
      };
      expect(buffer.equals(Buffer.concat(parts))).toBe(true);
      expect(engine.bytesWritten).toBe(bytes.length);
    }
  });

  test('what was put in comes out at once, where that is asked', async () => {
    const gunzip = zlib.createGunzip();
    const seen: string[] = [];
    gunzip.on('data', (part) => seen.push(String(part)));
    async function* source() {
      yield Buffer.from('first');
      yield Buffer.from('second');
    }
    for await (const part of parallelGzip(source(), { level: 1, flushesEachChunk: true })) {
      await new Promise((resolve) => gunzip.write(part, resolve));
      if (seen.join('') === 'first') return;
    }
    throw new Error('the first part came only with the second');
  });

  test('a source that fails makes it fail', async () => {
    const failing = async function* () {
      yield megabyte;
      throw new Error('the source failed');
    };
    const read = async () => {
      for await (const _ of parallelGzip(failing(), { level: 1, flushesEachChunk: false }));
    };
    await expect(read()).rejects.toThrow('the source failed');
  });
});

const decoders = {
  gzip: promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
} as const;

describe.each([
  ['in memory', ['x'.repeat(5_000)]],
  ['in parts', ['y'.repeat(5_000), 'z'.repeat(500_000)].values()],
])('an answer %s', (_name, rows) => {
  const all = [...rows];
  const engine = () =>
    new StandInEngine(() => ({ rows: Array.isArray(rows) ? all : all.values() }));

  test.each(['gzip', 'br'] as const)('is compressed by %s', async (name) => {
    const url = '/api/v1/query?sql=x&format=ndjson';
    const headers = { 'accept-encoding': name };
    const { rawPayload, headers: sent } = await newApp(engine()).app.inject({ url, headers });
    expect(sent['content-encoding']).toBe(name);
    expect(sent.vary).toBe('accept, accept-encoding');
    expect((await decoders[name](rawPayload)).toString()).toBe(all.join(''));
  });

  test('that is compressed already stays as it is', async () => {
    const url = '/api/v1/query?sql=x&format=parquet';
    const headers = { 'accept-encoding': 'gzip' };
    const { payload, headers: sent } = await newApp(engine()).app.inject({ url, headers });
    expect(sent['content-encoding']).toBeUndefined();
    expect(payload).toBe(all.join(''));
  });
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip;q=0', undefined],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, br;q=0.5', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['br;q=0, *', 'zstdCompress' in zlib ? 'zstd' : 'gzip'],
])('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
  const engine = new StandInEngine(() => ({ rows: [`["${'x'.repeat(5_000)}"]`] }));
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const response = await newApp(engine).app.inject({ url: '/api/v1/query?sql=x', headers });
  expect(response.headers['content-encoding']).toBe(encoding);
});

test('a small answer is not compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' };
  const response = await newApp().app.inject({ url: '/api/v1/query?sql=x', headers });
  expect(response.headers['content-encoding']).toBeUndefined();
});
