import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFolderWarnings } from '../../src/settings/data-folder-warnings.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { asOrdinaryUser } from '../ordinary-user.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const warnings = (env: Record<string, string>) => dataFolderWarnings(readSettings(env));

test('tokens that queries can read', async () => {
  const folder = await temporaryFolder({ 'data/x.csv': 'n\n', 'data/tokens': '', tokens: '' });
  const at = (tokens: string) =>
    warnings({ DATA_DIR: join(folder, 'data'), API_TOKENS_FILE: join(folder, tokens) });
  expect(at('tokens')).toEqual([]);
  expect(at('data/tokens')).toEqual([
    'API_TOKENS_FILE lies below DATA_DIR: queries read the names and hashes in it',
  ]);
});

test('a data folder that cannot be read', async () => {
  const folder = await temporaryFolder({});
  const warningsOf = await asOrdinaryUser(
    'src/settings/data-folder-warnings.ts',
    dataFolderWarnings,
  );
  await chmod(folder, 0o000);
  expect(await warningsOf(readSettings({ DATA_DIR: folder }))).toEqual([
    `DATA_DIR is '${folder}', which the user of this process may not read`,
  ]);
  await chmod(folder, 0o755);
  expect(await warningsOf(readSettings({ DATA_DIR: folder }))).toEqual([]);
});
