// Tests what becomes of a table that cannot be loaded, over a cache and a DuckDB of the test.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TableCache } from '../../../../src/engines/duckdb/cache/table-cache.ts';
import { DuckDbTable } from '../../../../src/engines/duckdb/duckdb-table.ts';
import { csvContents } from '../../../../src/engines/duckdb/scan/csv-contents.ts';
import { readFileVersion } from '../../../../src/files/file-version.ts';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import { copiesIn } from '../../../clean-copies.ts';
import { temporaryFolder, untilSettled, writeOld } from '../../../temporary-folder.ts';
import { openConnection } from '../open-connection.ts';

async function setUp({ rowsFoundMore = 0, refused = (_: DuckDbTable): string[] => [] } = {}) {
  const folder = await temporaryFolder({ 'x.csv': 'a\n1\n2\n' });
  await untilSettled(folder);
  const path = join(folder, 'x.csv');
  const version = readFileVersion(path);
  const copies = copiesIn(join(folder, 'copies'));
  const csv = await openCsvTable([{ path, shownPath: 'x.csv' }], null, { copies });
  const table = new DuckDbTable(
    {
      written: ['x.csv'],
      files: [{ shownPath: 'x.csv', version }],
      kind: 'csv',
      warnings: [],
      reader: null,
      options: null,
      identity: { version: version.key, source: path, isSettled: true },
      signal: new AbortController().signal,
    },
    { ...csvContents(csv), rowCount: csv.rowCount + rowsFoundMore },
  );
  const reported: unknown[] = [];
  const warnings: object[] = [];
  const warn = (fields: object, message: string) => void warnings.push({ ...fields, message });
  const log = { debug: () => {}, warn, error: () => {} };
  const cacheFolder = join(folder, 'cache');
  const cache = new TableCache({
    ...{ folder: cacheFolder, limitBytes: 1e9, copies, log },
    onDetach: () => {},
    kept: null,
    reports: {
      refused: refused(table),
      onLoad: (loaded) => void reported.push(loaded?.files ?? null),
      onBroken: () => {},
    },
  });
  const connection = await openConnection();
  const load = () => cache.load(table, { connection, signal: new AbortController().signal });
  return {
    reported,
    cache,
    table,
    path,
    load,
    warnings,
    connection,
    leftover: () => readdir(cacheFolder),
  };
}

test('one with other rows than the scan counted is never loaded again', async () => {
  const { cache, table, load, warnings, leftover } = await setUp({ rowsFoundMore: 1 });
  table.uses = 1;
  expect(cache.isWanted(table)).toBe(true);
  await load();
  expect(warnings).toMatchObject([
    { files: ['x.csv'], reason: 'Error: Loaded 2 rows of 3', message: 'could not be cached' },
  ]);
  expect(cache.lease(table)).toBeNull();
  expect(await leftover()).toEqual([]);
  table.uses = 1e9;
  expect(cache.isWanted(table)).toBe(false);
});

test('one that failed for another reason is tried again after as many uses', async () => {
  const { cache, table, load, warnings, connection } = await setUp();
  table.uses = 3;
  await connection.run(
    "SET allowed_directories = ['/nowhere']; SET enable_external_access = false",
  );
  await load();
  expect(warnings).toMatchObject([{ message: 'could not be cached' }]);
  expect(cache.isWanted(table)).toBe(false);
  table.uses = 6;
  expect(cache.isWanted(table)).toBe(true);
});

test('each load is reported, and that it has ended', async () => {
  const { cache, table, load, reported } = await setUp();
  await load();
  expect(cache.lease(table)).not.toBeNull();
  expect(reported).toEqual([['x.csv'], null]);
});

test('one that is refused is not wanted', async () => {
  const { cache, table } = await setUp({ refused: ({ digest }) => [digest] });
  table.uses = 5;
  expect(cache.isWanted(table)).toBe(false);
});

test('one whose file changed is dropped without a word', async () => {
  const { cache, table, path, load, warnings } = await setUp();
  table.uses = 1;
  await writeOld(path, 'a\n1\n2\n3\n');
  await load();
  expect(cache.lease(table)).toBeNull();
  expect(warnings).toEqual([]);
});
