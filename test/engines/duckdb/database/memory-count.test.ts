import { expect, test, vi } from 'vitest';
import { isCountOverwritten } from '../../../../src/engines/duckdb/database/memory-count.ts';
import { openConnection } from '../open-connection.ts';

const miscount = new Error(
  'Out of Memory Error: failed to allocate data of size 4.0 KiB (4.0 GiB/452.9 MiB used)',
);

test('a count that was too high for a moment was not overwritten', async () => {
  const connection = await openConnection();
  expect(await isCountOverwritten(connection, miscount)).toBe(false);
  const run = vi.spyOn(connection, 'run').mockRejectedValueOnce(miscount);
  expect(await isCountOverwritten(connection, miscount)).toBe(false);
  expect(run).toHaveBeenCalledTimes(2);
});

test('a count that stays too high was', async () => {
  const connection = await openConnection();
  vi.spyOn(connection, 'run').mockRejectedValue(miscount);
  expect(await isCountOverwritten(connection, miscount)).toBe(true);
});

test('other errors say nothing of it', async () => {
  const connection = await openConnection();
  const run = vi.spyOn(connection, 'run');
  const error = new Error('Out of Memory Error: no room (400.0 MiB/452.9 MiB used)');
  expect(await isCountOverwritten(connection, error)).toBe(false);
  expect(run).not.toHaveBeenCalled();
});
