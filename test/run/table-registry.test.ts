import { expect, test } from 'vitest';
import type { TableOpening } from '../../src/engines/engine-driver.ts';
import { PathqlError } from '../../src/errors.ts';
import type { FileVersion } from '../../src/files/file-version.ts';
import { TableRegistry } from '../../src/run/table-registry.ts';
import {
  type StandInTable,
  settledByTest,
  standInConnection,
  standInDriver,
  statementOf,
  versionOf,
} from './stand-in-driver.ts';

const never = () => new AbortController().signal;
const cancelled = new PathqlError('cancelled', 'The query was cancelled');

const [users] = (await statementOf('SELECT * FROM users.csv')).references;
if (users === undefined) throw new Error('no reference');

function setUp(version: () => FileVersion = () => versionOf('users.csv')) {
  const resolve = async (paths: readonly string[]) =>
    paths.map((path) => ({ shownPath: path, version: version() }));
  const { recognise } = standInDriver([]);
  const registry = new TableRegistry<StandInTable>({ resolve, recognise });
  const openings: TableOpening[] = [];
  const files = settledByTest();
  const connection = standInConnection({
    openTable: async (opening) => {
      openings.push(opening);
      const { signal } = opening;
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
      await Promise.race([files.promise, stopped]);
      return { name: `table ${openings.length}` };
    },
  });
  const open = async (signal: AbortSignal, firstRows?: number) => {
    const reading = { connection, signal, workingFolderOnly: false, firstRows };
    return (await registry.open(users as NonNullable<typeof users>, reading)).table;
  };
  return { open, openings, files };
}

/** Until everything that waits for nothing else is done. */
const turn = () => new Promise(setImmediate);

test('a file is opened once for all who ask', async () => {
  const { open, openings, files } = setUp();
  const tables = [open(never()), open(never())];
  files.resolve();
  const [one, two] = await Promise.all(tables);
  expect(two).toBe(one);
  expect(await open(never())).toBe(one);
  expect(openings).toHaveLength(1);
});

test('the first rows of a large file are a table of their own, opened once for each number', async () => {
  const { open, openings, files } = setUp(() => ({ ...versionOf('users.csv'), size: 5_000_000 }));
  files.resolve();
  const ten = await open(never(), 10);
  const all = await open(never());
  expect(await open(never(), 10)).toBe(ten);
  expect(await open(never(), 20)).not.toBe(ten);
  expect(await open(never())).toBe(all);
  expect(openings.map(({ firstRows }) => firstRows)).toEqual([10, undefined, 20]);
});

test('who waits for the first read of another leaves when stopped, and the other goes on', async () => {
  const { open, openings, files } = setUp();
  const caller = new AbortController();
  const first = open(never());
  const waiting = open(caller.signal);
  await turn();
  caller.abort(cancelled);
  await expect(waiting).rejects.toBe(cancelled);
  expect(openings[0]?.signal.aborted).toBe(false);
  files.resolve();
  expect(await first).toMatchObject({ name: 'table 1' });
});

test('who waits reads the file itself when the one who read it is stopped', async () => {
  const { open, openings, files } = setUp();
  const caller = new AbortController();
  const first = open(caller.signal);
  const waiting = open(never());
  await turn();
  caller.abort(cancelled);
  await expect(first).rejects.toBe(cancelled);
  await turn();
  files.resolve();
  expect(await waiting).toMatchObject({ name: 'table 2' });
  expect(openings).toHaveLength(2);
});

test('a fault of the file is told to all who wait, and is not remembered', async () => {
  const { open, openings, files } = setUp();
  const tables = [open(never()), open(never())];
  const fault = new PathqlError('csv_invalid', 'ragged');
  files.reject(fault);
  for (const table of tables) await expect(table).rejects.toBe(fault);
  await expect(open(never())).rejects.toBe(fault);
  expect(openings).toHaveLength(2);
});

test('a file that changed is opened anew, and what it held before is forgotten', async () => {
  let key = 'old';
  const { open, openings, files } = setUp(() => versionOf('users.csv', key));
  files.resolve();
  const old = await open(never());
  key = 'new';
  expect(await open(never())).not.toBe(old);
  key = 'old';
  expect(await open(never())).not.toBe(old);
  expect(openings).toHaveLength(3);
});

test('a file that changed just now is opened each time', async () => {
  const { open, openings, files } = setUp(() => ({ ...versionOf('users.csv'), isSettled: false }));
  files.resolve();
  await Promise.all([open(never()), open(never())]);
  await open(never());
  expect(openings).toHaveLength(3);
});
