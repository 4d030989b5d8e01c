// Finds settings that are allowed but hardly meant: more memory than there is, files in the wrong place, names close to ours.
import { accessSync, constants } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { editDistance } from '../text/nearest-names.ts';
import { embeddedEngine } from './engine-address.ts';
import { type HostFacts, hostFacts } from './host-facts.ts';
import type { Environment } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { settingKeys, settingsTable } from './settings-table.ts';

export function settingWarnings(
  settings: Settings,
  env: Environment,
  { memoryBytes }: HostFacts = hostFacts(),
): string[] {
  const { memoryLimitBytes } = settings;
  const tooMuch = `MEMORY_LIMIT is ${memoryLimitBytes} bytes, but there are only ${memoryBytes}: the system may kill the engine`;
  return [
    ...(memoryLimitBytes > memoryBytes ? [tooMuch] : []),
    ...(settings.engine === embeddedEngine ? aboutDataDir(settings) : []),
    ...misspelt(env),
  ];
}

function aboutDataDir({ dataDir, apiTokensFile }: Settings): string[] {
  if (dataDir === null) return [];
  const closed = `DATA_DIR is '${dataDir}', which the user of this process may not read`;
  const shared = 'API_TOKENS_FILE lies below DATA_DIR: queries read the names and hashes in it';
  return [
    ...(mayRead(dataDir) ? [] : [closed]),
    ...(apiTokensFile !== null && isBelow(dataDir, apiTokensFile) ? [shared] : []),
  ];
}

function mayRead(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}

const known = settingKeys.map((key) => settingsTable[key].env);

/** At most so many letters differ. */
const maxDistance = 2;

function misspelt(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    const nearest = known.find((one) => isClose(name.toUpperCase(), one));
    return nearest === undefined ? [] : [`${name} is no setting. Did you mean ${nearest}?`];
  });
}

function isClose(name: string, setting: string): boolean {
  const isStart = name.length >= minStartLength && setting.startsWith(`${name}_`);
  return isStart || editDistance(name, setting, maxDistance) <= maxDistance;
}

/** `QUERY_TIMEOUT` is close to `QUERY_TIMEOUT_MS`, `QUERY` may be anyone's. */
const minStartLength = 8;
