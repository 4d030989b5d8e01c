// Finds settings that are allowed but hardly meant: more memory than there is, names close to ours.
import { editDistance } from '../text/nearest-names.ts';
import { type HostFacts, hostFacts, threadsBesideQueries } from './host-facts.ts';
import type { Environment } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { settingKeys, settingsTable } from './settings-table.ts';

export function settingWarnings(
  settings: Settings,
  env: Environment,
  host: HostFacts = hostFacts(),
): string[] {
  return [...tooMuchMemory(settings, host), ...tooManyThreads(settings, host), ...misspelt(env)];
}

function tooMuchMemory({ memoryLimitBytes }: Settings, { memoryBytes }: HostFacts): string[] {
  if (memoryLimitBytes <= memoryBytes) return [];
  return [
    `MEMORY_LIMIT is ${memoryLimitBytes} bytes, but there are only ${memoryBytes}: the system may kill the engine`,
  ];
}

function tooManyThreads({ maxConcurrentQueries }: Settings, host: HostFacts): string[] {
  const threads = maxConcurrentQueries + threadsBesideQueries(host);
  if (threads <= host.threads) return [];
  return [
    `MAX_CONCURRENT_QUERIES is ${maxConcurrentQueries}, for which up to ${threads} threads run, but only ${host.threads} are allowed (pids_limit of a container, TasksMax of systemd): the engine may fail to start or end`,
  ];
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
