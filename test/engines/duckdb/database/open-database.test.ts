import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../src/engines/duckdb/database/open-database.ts';
import { createWorkFolder } from '../../../../src/spool/work-folder.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { testSettings } from '../../../test-settings.ts';

async function openOver(root: string) {
  const folder = await createWorkFolder(await temporaryFolder());
  const database = await openDatabase({ settings: testSettings, folder, allowedFolders: [root] });
  onTestFinished(() => database.close());
  const connection = database.connections[0];
  if (connection === undefined) throw new Error('no connection');
  return { connection, folder };
}

describe('the database itself, should the statement policy ever let something through', () => {
  test.each([
    ['reading outside', () => "SELECT * FROM read_text('/etc/hostname')"],
    ['writing outside', (outside: string) => `COPY (SELECT 1) TO '${outside}/x.csv'`],
    ['a database outside', (outside: string) => `ATTACH '${outside}/x.db' AS x`],
    ['an address', () => "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')"],
    ['an extension', () => 'INSTALL httpfs'],
    ['loading an extension', () => "LOAD '/tmp/x.duckdb_extension'"],
    ['a setting', () => "SET memory_limit = '1TB'"],
    ['unlocking', () => 'SET lock_configuration = false'],
    ['external access', () => 'SET enable_external_access = true'],
    ['more folders', () => "SET allowed_directories = ['/']"],
  ])('refuses %s', async (_, sql) => {
    const root = await temporaryFolder({ 'x.csv': 'a\n1\n' });
    const outside = await temporaryFolder();
    const { connection } = await openOver(root);
    await expect(connection.run(sql(outside))).rejects.toThrow();
    expect(await readdir(outside)).toEqual([]);
  });

  test('lets the root be read and the work folder be written', async () => {
    const root = await temporaryFolder({ 'x.csv': 'a\n1\n' });
    const { connection, folder } = await openOver(root);
    const target = join(folder.spool, 'out');
    await connection.run(`COPY (SELECT * FROM '${root}/x.csv') TO '${target}' (FORMAT csv)`);
    expect(await readdir(folder.spool)).toContain('out');
  });
});

test('a connection tells time in UTC', async () => {
  const { connection } = await openOver(await temporaryFolder());
  const reader = await connection.runAndReadAll("SELECT current_setting('TimeZone')");
  expect(reader.getRows()).toEqual([['UTC']]);
});
