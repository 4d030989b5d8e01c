import { describe, expect, test } from 'vitest';
import type { PathqlError } from '../../../src/errors.ts';
import { openCsvTable } from '../../../src/kinds/csv/open-csv-table.ts';
import { fileBytes } from '../../../src/kinds/shared/bytes/file-bytes.ts';
import { copiesIn } from '../../clean-copies.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { skippableFrame, zstdFrame } from '../shared/zstd-frame.ts';
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

/** Written by zstd 1.5, with its checksum: the rows of `people`. */
const packedPeople = Buffer.from(
  [
    'KLUv/WRVA1UKAKLNJRxwSdMGcOgkoKtn1sazugLy+InsTZsb7bX/tWcIx99f//X587wsyHjm5anxtM535xDXqOqq9I',
    '0uvFfPZvbdrFpOO0Y9XzTfrfbsbO1WJ9fW2kT07SydZ2VVp0oXdS/ReDvWbTkKlASMiQRJCgTmSjoKEIwAYwRKRWEw',
    'VVBCh4QATBHJwQEBGTCnIMNgDrGQgBTmMECJMZBxqIF8Pez/G5BizI0PEBBDHNcDh6nTjLIOXOx0jkVURxqrk2A0dY',
    'hZdHRG2f3U7brjjeu3bEejfrcewXeEcR1lhREd4Nw6ya8dM15dK9LtRhSOzxqAGMaAIAgghiBAECCAMEt7o6ZLZymn',
    '2DhLOh6GsZuaHluq32kI4wuNjIYz2poBuE1GYLRmH6OM1Jh53Wo+XLrsXVF2uHiZWyQ7hUgUDU4GN49tO2OnDY0RyN',
    'W9Cvlu8dY=',
  ].join(''),
  'base64',
);
const people = [
  'id,name,city',
  ...Array.from({ length: 60 }, (_, i) => {
    const name = ['Ada', 'Grace', 'Edsger', 'Barbara'][(i * 7) % 4];
    return `${i},${name} ${(i * i) % 97},${['Lisbon', 'Accra', 'Turin'][i % 3]}`;
  }),
  '',
].join('\n');

describe('a zstd file of which one byte is another', () => {
  const parts = [
    ['alone', []],
    ['behind another frame', [zstdFrame('x\n')]],
    ['behind one that is passed over', [skippableFrame(5)]],
  ] as const;
  test.each(parts)('%s: never other values', async (_, before) => {
    const lead = Buffer.concat(before);
    const whole = Buffer.concat([lead, packedPeople]);
    const text = await textOf('x.zst', whole, 'zstd');
    expect(text.endsWith(people)).toBe(true);
    let refusedCount = 0;
    for (let at = lead.length; at < whole.length; at++) {
      for (const bit of [1, 4, 32, 255]) {
        const flipped = Buffer.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ bit;
        const found = await textOf('x.zst', flipped, 'zstd').catch((error: unknown) => error);
        if (found === text) continue;
        expect(found, `byte ${at}, bits ${bit}`).toMatchObject({ code: 'csv_invalid' });
        refusedCount++;
      }
    }
    expect(refusedCount).toBeGreaterThan(3 * packedPeople.length);
  });

  test('is named, also where it is not read as it is', async () => {
    const flipped = Buffer.from(packedPeople);
    flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
    expect(await messageOf('people.csv.zst', flipped)).toBe(
      "The file 'people.csv.zst' cannot be decompressed: expected zstd, but it is damaged or not what its name says (of a plain file: compression='none')",
    );
  });

  test('without a checksum, a frame of another length than it says is refused', async () => {
    const frame = Buffer.concat([
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, 4]),
      Buffer.from([(3 << 3) | 1, 0, 0]),
      Buffer.from('x,y'),
    ]);
    await expect(textOf('x.zst', frame, 'zstd')).rejects.toThrow('it is damaged');
    frame[5] = 3;
    expect(await textOf('x.zst', frame, 'zstd')).toBe('x,y');
  });
});
