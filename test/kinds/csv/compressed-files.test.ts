// Compressed files, as csv/ alone reads them: what is said of the plain file holds, and the compression has its own faults.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PathqlError } from '../../../src/errors.ts';
import { readHead } from '../../../src/kinds/csv/header/file-head.ts';
import { openCsvTable } from '../../../src/kinds/csv/open-csv-table.ts';
import { fileBytes } from '../../../src/kinds/shared/bytes/file-bytes.ts';
import { copiesIn } from '../../clean-copies.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import {
  brokenZstdFrame,
  frameOf,
  skippableFrame,
  zstdBomb,
  zstdFrame,
} from '../shared/zstd-frame.ts';
import { csvFile } from './csv-file.ts';

async function openFile(name: string, content: string | Uint8Array, signal?: AbortSignal) {
  const copies = copiesIn(await temporaryFolder());
  return openCsvTable([await csvFile(name, content)], null, { copies, signal });
}

async function messageOf(name: string, content: string | Uint8Array): Promise<string> {
  const error = await openFile(name, content).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'PathqlError', code: 'csv_invalid' });
  return (error as PathqlError).message;
}

async function textOf(name: string, content: Uint8Array, compression: 'gzip' | 'zstd') {
  const parts: Buffer[] = [];
  for await (const part of fileBytes(await csvFile(name, content), compression)) parts.push(part);
  return Buffer.concat(parts).toString();
}

const whole: readonly [quirk: string, content: string | Buffer][] = [
  ['LF', 'a,b\n1,2\n'],
  ['CRLF', 'a,b\r\n1,"x\r\ny"\r\n'],
  ['CR', 'a,b\r1,2\r"x\ry",3\r'],
  ['no last line end', 'a,b\n1,2'],
  ['a byte order mark', '\ufeffa,b\n1,2\n'],
  ['UTF-16', Buffer.from('\ufeffа,b\nж,2\n', 'utf16le')],
  ['semicolons', 'a;b\n1,5;2\n'],
  ['a header only', 'a,b\n'],
  ['more than one piece of work', `a,b\n${'1,"x"\n'.repeat(700_000)}`],
];

const faulty: readonly [fault: string, content: string | Buffer][] = [
  ['CRLF, then LF', 'a,b\r\n1,2\n'],
  ['LF, then CR', 'a,b\n1,2\r3,4\n'],
  ['CR, then LF', 'a,b\r1,2\n'],
  ['mixed line ends, late', `a,b\n${'1,2\n'.repeat(200_000)}1,2\r\n`],
  ['an open quote', 'a,b\n1,2\n1,"x\n2,3\n'],
  ['an open quote in the header', 'a,"b\n1,2\n'],
  ['text after a quote', 'a,b\n1,"x"y\n'],
  ['no UTF-8', Buffer.from('a,b\n1,\xe9\n', 'latin1')],
  ['a NUL byte, late', `a,b\n${'1,2\n'.repeat(200_000)}1,\0\n`],
  ['an empty first line', '\na,b\n'],
  ['nothing', ''],
  ['only blanks', ' \n\n'],
];

const compressions = [
  {
    name: 'gzip',
    suffix: '.gz',
    compress: (content: string | Uint8Array): Buffer => gzipSync(content),
    broken: Buffer.concat([gzipSync('a,b\n').subarray(0, 10), Buffer.alloc(50, 0xff)]),
    bomb: (byte: string) => {
      const member = gzipSync(Buffer.alloc(2 ** 26, byte));
      return Buffer.concat(Array.from({ length: 8 }, () => member));
    },
  },
  {
    name: 'zstd',
    suffix: '.zst',
    compress: zstdFrame,
    broken: Buffer.concat([zstdFrame('a,b\n'), brokenZstdFrame()]),
    bomb: (byte: string) => zstdBomb(byte, 4_096),
  },
] as const;

describe.each(compressions)('$name', ({ name, suffix, compress, broken, bomb }) => {
  const file = `x.csv${suffix}`;
  const cannot = `The file '${file}' cannot be decompressed: expected ${name}, but`;
  const damaged = `${cannot} it is damaged or not what its name says (of a plain file: compression='none')`;

  test.each(whole)('is read as the plain file: %s', async (_, content) => {
    const plain = await openFile('x.csv', content);
    const table = await openFile(file, compress(content));
    const { rowCount, names, dialects, isRewritten } = plain;
    const packed = dialects.map((dialect) => ({ ...dialect, compression: name }));
    expect(table).toMatchObject({ rowCount, names, isRewritten, dialects: packed });
    expect(dialects).toHaveLength(isRewritten ? 0 : 1);
    const { signal } = new AbortController();
    const types = await plain.columns.types('all', signal);
    expect(types).toHaveLength(names.length);
    expect(await table.columns.types('all', signal)).toEqual(types);
  });

  test.each(faulty)('has the faults of the plain file: %s', async (_, content) => {
    const plain = await messageOf('x.csv', content);
    expect(await messageOf(file, compress(content))).toBe(plain.replaceAll("'x.csv'", `'${file}'`));
  });

  test('without a byte is empty', async () => {
    expect(await messageOf(file, '')).toContain(`The file '${file}' is empty`);
  });

  test('in several parts is all of them', async () => {
    const parts = ['a,b\n1,', '', '2\n3,"x\n', 'y"\n'].map((part) => compress(part));
    const table = await openFile(file, Buffer.concat(parts));
    expect(table).toMatchObject({ rowCount: 2, names: ['a', 'b'], isRewritten: false });
  });

  test('that ends anywhere but at its end is cut', async () => {
    const content = compress('a,b\n1,2\n3,4\n');
    for (let length = 1; length < content.length; length++) {
      const message = await messageOf(file, content.subarray(0, length));
      expect(message, `${length} bytes`).toBe(`${cannot} it ends too early`);
    }
  });

  test('that goes on after its end is damaged', async () => {
    const content = compress('a,b\n1,2\n');
    const zeros = Buffer.alloc(1_500_000);
    for (const rest of [
      'more of it, but not compressed',
      'a,b\n1,2\n'.repeat(100_000),
      Buffer.concat([zeros, compress('3,4\n')]),
      Buffer.concat([zeros.subarray(0, 1), Buffer.from('more of it')]),
    ]) {
      expect(await messageOf(file, Buffer.concat([content, Buffer.from(rest)]))).toBe(damaged);
    }
  });

  test('that is not what its name says is told', async () => {
    expect(await messageOf(file, 'a,b\n1,2\n3,4\n5,6\n7,8\n')).toBe(damaged);
    expect(await messageOf(file, broken)).toBe(damaged);
  });

  test('is read from the start for its header', async () => {
    const late = Buffer.concat([compress(`a,b\n${'1,2\n'.repeat(500_000)}`), broken]);
    const head = await readHead({ file: await csvFile(file, late), maxBytes: 2 ** 17 });
    expect(head).toMatchObject({ compression: name, isWhole: false });
    expect(head.text.startsWith('a,b\n1,2\n')).toBe(true);
    expect(head.text.length).toBeLessThan(2 ** 20);
  });

  test('that grows to 512 MiB comes in small parts', async () => {
    const before = process.memoryUsage().rss;
    const parts = fileBytes(await csvFile(file, bomb('x')), name);
    let [bytes, largest, memory] = [0, 0, 0];
    for await (const { length } of parts) {
      bytes += length;
      largest = Math.max(largest, length);
      memory = Math.max(memory, process.memoryUsage.rss() - before);
    }
    expect(bytes).toBe(2 ** 29);
    expect(largest).toBeLessThanOrEqual(2 ** 20);
    expect(memory).toBeLessThan(2 ** 28);
  });

  test('that grows to 512 MiB is given up when its reader is stopped', async () => {
    const content = Buffer.concat([compress('a\n'), bomb('x')]);
    const reader = new AbortController();
    const opening = openFile(file, content, reader.signal);
    const reason = new PathqlError('cancelled', 'The query was cancelled');
    setImmediate(() => reader.abort(reason));
    await expect(opening).rejects.toBe(reason);
  });
});

test('gzip is checked by its sum', async () => {
  const content = gzipSync(`a,b\n${'1,2\n'.repeat(1_000)}`);
  content.writeUInt32LE(1, content.length - 8);
  expect(await messageOf('x.csv.gz', content)).toContain('expected gzip, but it is damaged');
});

describe('zstd alone', () => {
  test('has frames that are passed over', async () => {
    const frames = [zstdFrame('a,b\n1,'), zstdFrame('2\n')];
    for (const length of [0, 1, 100_000]) {
      const skipped = skippableFrame(length);
      const content = Buffer.concat([skipped, frames[0] as Buffer, skipped, skipped]);
      const file = Buffer.concat([content, frames[1] as Buffer, skipped]);
      expect(await textOf('x.csv.zst', file, 'zstd')).toBe('a,b\n1,2\n');
      const cut = textOf('x.csv.zst', Buffer.concat([content, skipped.subarray(0, -1)]), 'zstd');
      await expect(cut).rejects.toThrow('it ends too early');
    }
  });

  const block = (size: number) =>
    ({ type: 'repeatedByte', size, content: Buffer.from('x') }) as const;

  test('may want 128 MiB for a frame, and no more', async () => {
    const [most, more] = [frameOf([block(10)], 27), frameOf([block(10)], 31)];
    expect(await textOf('x.csv.zst', most, 'zstd')).toBe('x'.repeat(10));
    for (const content of [more, Buffer.concat([most, skippableFrame(3), more])]) {
      const before = process.memoryUsage().rss;
      await expect(textOf('x.csv.zst', content, 'zstd')).rejects.toThrow(
        'it needs 2147483648 bytes of memory at once, at most 134217728 are given. Compress it again without --long',
      );
      expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 28);
    }
  });

  test('has no block of more than 128 KiB', async () => {
    const content = zstdBomb('x', 1_000, 2 ** 21 - 1);
    await expect(textOf('x.csv.zst', content, 'zstd')).rejects.toThrow('it is damaged');
  });
});
