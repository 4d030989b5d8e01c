// Lists a folder of more files than a page shows.
import { expect, test } from 'vitest';
import { listFiles } from '../../src/files/list-files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const csv = 'n\n1\n';
const filesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, csv]));

test('the list is cut, and says so', async () => {
  const names = Array.from({ length: 5_001 }, (_none, index) => `${index % 7}/${index}.csv`);
  const base = await temporaryFolder(filesOf(names));
  const { files, ...page } = await listFiles({ base, confines: true }, {});
  expect(files.length).toBe(5_000);
  expect(page).toEqual({ isCut: true, fileCount: 5_001 });
});
