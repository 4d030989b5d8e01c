import { readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Spool } from '../../src/spool/spool.ts';
import { createWorkFolder } from '../../src/spool/work-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const limitBytes = 1_000;
const tooLarge = { code: 'answer_too_large', message: expect.stringContaining('(1000 bytes') };

async function newSpool() {
  const folder = await createWorkFolder(await temporaryFolder());
  return { folder, spool: new Spool(folder, limitBytes) };
}

/** Resolves never, and rejects with the reason of the signal. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

test('paths differ, and their folder is there even if someone removed it', async () => {
  const { folder, spool } = await newSpool();
  await rm(folder.spool, { recursive: true });
  const [one, two] = [spool.newPath(), spool.newPath()];
  expect(one).not.toBe(two);
  expect(dirname(one)).toBe(folder.spool);
  await writeFile(one, 'x');
});

test('a file up to the limit is let be', async () => {
  const { spool } = await newSpool();
  const write = async () => {
    await writeFile(spool.newPath(), 'x'.repeat(limitBytes));
    return 'written';
  };
  expect(await spool.bounded(write)).toBe('written');
});

test('what fills the disk is stopped while it writes', async () => {
  const { spool } = await newSpool();
  const write = async (signal: AbortSignal) => {
    await writeFile(spool.newPath(), 'x'.repeat(limitBytes + 1));
    return untilAborted(signal);
  };
  await expect(spool.bounded(write)).rejects.toMatchObject(tooLarge);
});

test('what was quicker than the watch is refused at its end', async () => {
  const { spool } = await newSpool();
  const write = () => writeFile(spool.newPath(), 'x'.repeat(limitBytes + 1));
  await expect(spool.bounded(write)).rejects.toMatchObject(tooLarge);
});

test('all temporary data counts together: files of others, and what queries spill', async () => {
  const { folder, spool } = await newSpool();
  await writeFile(spool.newPath(), 'x'.repeat(limitBytes / 2));
  await writeFile(join(folder.spill, 'block'), 'x'.repeat(limitBytes / 2));
  await spool.bounded(() => Promise.resolve());
  const write = () => writeFile(spool.newPath(), 'x');
  await expect(spool.bounded(write)).rejects.toMatchObject(tooLarge);
  expect(await readdir(folder.spool)).toHaveLength(2);
});
