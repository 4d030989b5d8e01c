// Compressed files read by the real engine: the same rows and the same faults as the plain file.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { skippableFrame, zstdFrame } from '../../../kinds/shared/zstd-frame.ts';
import { csvLab } from './csv-lab.ts';

const lab = csvLab();

const compressions = [
  ['gzip', '.gz', (content: string | Uint8Array): Buffer => gzipSync(content)],
  ['zstd', '.zst', zstdFrame],
] as const;

const whole: readonly [quirk: string, content: string][] = [
  ['LF', 'a,b\n1,2\n3,4\n'],
  ['CRLF, and in quotes', 'a,b\r\n1,"x\r\ny"\r\n'],
  ['CR, and in quotes', 'a,b\r1,2\r"x\ry",3\r'],
  ['a byte order mark', '\ufeffa,b\n1,2\n'],
  ['a header only', 'a,b\n'],
  ['many records', `a,b\n${'1,"x ""y"""\n'.repeat(300_000)}`],
];

const ragged: readonly [fault: string, content: string][] = [
  ['a short record', 'a,b\n1,2\n3\n'],
  ['a long record', 'a,b\n1,2\n3,4,5\n'],
  ['a short record, late', `a,b\n${'1,2\n'.repeat(100_000)}3\n`],
  ['mixed line ends', 'a,b\r\n1,2\n'],
  ['an open quote', 'a,b\n1,"2\n'],
];

async function messageOf(name: string, content: string | Uint8Array): Promise<string> {
  const error = await lab.read(lab.write(name, content)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'csv_invalid' });
  return (error as Error).message;
}

describe.each(compressions)('%s', (_, suffix, compress) => {
  const name = `x.csv${suffix}`;

  test.each(whole)('has the rows of the plain file: %s', async (_quirk, content) => {
    const plain = await lab.read(lab.write('x.csv', content));
    expect(await lab.read(lab.write(name, compress(content)))).toEqual(plain);
  });

  test.each(ragged)('has the faults of the plain file: %s', async (_fault, content) => {
    const plain = await messageOf('x.csv', content);
    const message = await messageOf(name, compress(content));
    expect(message).toBe(plain.replaceAll("'x.csv'", `'${name}'`));
  });

  test('in several parts, empty ones too, is all of them', async () => {
    const parts = ['a,b\n1,2\n', '', '3,"x\ny"\n'].map((part) => compress(part));
    const { rows } = await lab.read(lab.write(name, Buffer.concat(parts)));
    expect(rows).toEqual([
      ['1', '2'],
      ['3', 'x\ny'],
    ]);
  });
});

describe('zstd alone', () => {
  test('has frames that are passed over', async () => {
    const [one = '', two = ''] = [zstdFrame('a,b\n1,2\n'), zstdFrame('3,4\n')];
    const skipped = skippableFrame(1_000);
    const content = Buffer.concat([skipped, one, skipped, two, skipped] as Buffer[]);
    expect((await lab.read(lab.write('x.csv.zst', content))).rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  test('compressed in earnest is the same', async () => {
    const { path } = lab.write('x.csv.zst', '');
    const rows = "SELECT i AS a, 'text ' || hash(i) AS b, i % 7 AS c FROM range(200000) r(i)";
    await lab.run(`COPY (${rows}) TO '${path}' (FORMAT csv, COMPRESSION zstd)`);
    const plain = lab.write('x.csv', '');
    await lab.run(`COPY (${rows}) TO '${plain.path}' (FORMAT csv)`);
    expect(readFileSync(path).length).toBeLessThan(readFileSync(plain.path).length);
    const read = await lab.read({ path, shownPath: 'x.csv.zst' });
    expect(read.rows).toHaveLength(200_000);
    expect(read).toEqual(await lab.read(plain));
  });

  /** Made by `zstd --check`. */
  const checked = Buffer.from('KLUv/QRYYQAAYSxiCjEseAoyLHkKLp8hRg==', 'base64');

  test('is checked by its sum, where it has one', async () => {
    expect((await lab.read(lab.write('x.csv.zst', checked))).rows).toHaveLength(2);
    const damaged = Buffer.from(checked);
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
    expect(await messageOf('x.csv.zst', damaged)).toBe(
      "The file 'x.csv.zst' cannot be decompressed: expected zstd, but it is damaged or not what its name says (of a plain file: compression='none')",
    );
  });
});
