import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type PipedFiles, spooledOnce } from '../../src/spool/standard-input.ts';
import { temporaryFolder } from '../temporary-folder.ts';

async function* input(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function* from(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

function filesIn(folder: string, limitBytes = 1_000_000): PipedFiles {
  return { folder, limitBytes, signal: new AbortController().signal };
}

test('standard input is written when first asked for, once, for its owner only', async () => {
  const folder = join(await temporaryFolder(), 'spool');
  const spooled = spooledOnce({ standardInput: input('a,b\n', '1,2\n') }, filesIn(folder));
  await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  const [one, two] = await Promise.all([spooled?.('-'), spooled?.('/dev/stdin')]);
  expect(two).toEqual(one);
  expect(await readFile(one?.path ?? '', 'utf8')).toBe('a,b\n1,2\n');
  expect((await stat(one?.path ?? '')).mode & 0o077).toBe(0);
  expect(await readdir(folder)).toHaveLength(1);
  expect(spooled?.('users.csv')).toBeUndefined();
  expect(spooled?.('/dev/fd/63')).toBeUndefined();
});

test.each([
  ['a,b\n', '.csv'],
  ['', '.csv'],
  [gzipSync('a,b\n'), '.csv.gz'],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), '.csv.zst'],
])('what starts as %j is kept under a name that ends in %s', async (content, ending) => {
  const bytes = [...Buffer.from(content)].map((byte) => Buffer.from([byte]));
  const spooled = spooledOnce({ standardInput: from(bytes) }, filesIn(await temporaryFolder()));
  const { path = '' } = (await spooled?.('-')) ?? {};
  expect(path.endsWith(ending)).toBe(true);
  expect((await readFile(path)).equals(Buffer.from(content))).toBe(true);
});

test('other descriptors are read where that is asked for', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'piped.csv'), 'a\n1\n');
  const file = await open(join(folder, 'piped.csv'));
  const spooled = spooledOnce({ readsDescriptors: true }, filesIn(join(folder, 'spool')));
  const piped = await spooled?.(`/dev/fd/${file.fd}`);
  expect(await readFile(piped?.path ?? '', 'utf8')).toBe('a\n1\n');
  expect(spooled?.('-')).toBeUndefined();
  await file.close();
});

test('no more is read than is enough, and the rest when it is asked for', async () => {
  let given = 0;
  const counted = async function* () {
    for (; given < 5; given++) yield Buffer.from(`${given}\n`);
  };
  const spooled = spooledOnce({ standardInput: counted() }, filesIn(await temporaryFolder()));
  const part = await spooled?.('-', { plain: 5, compressed: 1 });
  expect(part?.isWhole).toBe(false);
  expect(await readFile(part?.path ?? '', 'utf8')).toBe('0\n1\n2\n');
  expect(given).toBeLessThan(5);
  const whole = await spooled?.('-');
  expect(whole).toEqual({ path: part?.path, isWhole: true });
  expect(await readFile(whole?.path ?? '', 'utf8')).toBe('0\n1\n2\n3\n4\n');
  expect(await spooled?.('-', { plain: 1, compressed: 1 })).toEqual(whole);
});

test('of compressed data less is enough', async () => {
  const bytes = gzipSync('a,b\n1,2\n');
  const parts = [bytes.subarray(0, 12), bytes.subarray(12)];
  const spooled = spooledOnce({ standardInput: from(parts) }, filesIn(await temporaryFolder()));
  const part = await spooled?.('-', { plain: 1_000, compressed: 10 });
  expect(part).toMatchObject({ isWhole: false, path: expect.stringMatching(/\.csv\.gz$/) });
  expect(await readFile(part?.path ?? '')).toHaveLength(12);
});

test('without any there is nothing to write', () => {
  expect(spooledOnce({}, filesIn('/nowhere'))).toBeUndefined();
});

test('what never ends is stored up to the limit', async () => {
  let given = 0;
  const endless = async function* () {
    for (;;) {
      given += 1_000;
      yield Buffer.alloc(1_000, 'a');
    }
  };
  const spooled = spooledOnce(
    { standardInput: endless() },
    filesIn(await temporaryFolder(), 100_000),
  );
  await expect(spooled?.('-')).rejects.toMatchObject({
    code: 'answer_too_large',
    message: expect.stringContaining('What is piped in takes more disk space than SPILL_LIMIT'),
  });
  expect(given).toBe(101_000);
});

test('what never ends is read until the engine closes', async () => {
  const closing = new AbortController();
  const silent = async function* () {
    yield Buffer.from('a,b\n');
    await new Promise(() => {});
  };
  const files = { ...filesIn(await temporaryFolder()), signal: closing.signal };
  const path = spooledOnce({ standardInput: silent() }, files)?.('-');
  closing.abort();
  await expect(path).rejects.toMatchObject({ name: 'AbortError' });
});
