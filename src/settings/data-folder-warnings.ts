// Finds data folders that are allowed but hardly meant: those that cannot be read, and those that hold the tokens.
import { isAbsolute, relative } from 'node:path';
import { embeddedEngine } from './engine-address.ts';
import { mayListFolder } from './may-list-folder.ts';
import type { Settings } from './settings.ts';

export function dataFolderWarnings({ engine, dataDir, apiTokensFile }: Settings): string[] {
  if (engine !== embeddedEngine || dataDir === null) return [];
  const closed = `DATA_DIR is '${dataDir}', which the user of this process may not read`;
  const shared = 'API_TOKENS_FILE lies below DATA_DIR: queries read the names and hashes in it';
  return [
    ...(mayListFolder(dataDir) ? [] : [closed]),
    ...(apiTokensFile !== null && isBelow(dataDir, apiTokensFile) ? [shared] : []),
  ];
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
