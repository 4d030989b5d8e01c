// Turns environment and flags into complete settings in one step, or into one error that names every fault.
import { PathqlError } from '../errors.ts';
import { embeddedEngine } from './engine-address.ts';
import { type HostFacts, hostFacts } from './host-facts.ts';
import type { Settings } from './settings.ts';
import { type Setting, type SettingKey, settingKeys, settingsTable } from './settings-table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type SettingTexts = Partial<Record<SettingKey, string>>;

interface Sources {
  readonly env: Environment;
  readonly flags: SettingTexts;
  readonly host: HostFacts;
}

/** A flag wins over the environment; an empty variable counts as not set. */
export function readSettings(
  env: Environment,
  flags: SettingTexts = {},
  host: HostFacts = hostFacts(),
): Settings {
  const sources = { env, flags, host };
  const faults: string[] = [];
  const isOnCluster = readOne('engine', settingsTable.engine, sources).value !== embeddedEngine;
  const values = settingKeys.map((key) => {
    const setting: Setting<unknown> = settingsTable[key];
    const kind = (isOnCluster && setting.kindOnCluster) || setting.kind;
    const { value, fault } = readOne(key, { ...setting, kind }, sources);
    if (fault !== undefined) faults.push(fault);
    return [key, value];
  });
  if (faults.length > 0) throw new PathqlError('setting_invalid', faults.join('\n'));
  return Object.freeze(Object.fromEntries(values)) as Settings;
}

function readOne(key: SettingKey, setting: Setting<unknown>, { env, flags, host }: Sources) {
  const flagText = flags[key];
  const given = flagText ?? env[setting.env];
  if (given === undefined || (given === '' && flagText === undefined)) {
    return { value: setting.default(host) };
  }
  const trimmed = given.trim();
  const value = trimmed === '' ? undefined : setting.kind.read(trimmed, host);
  if (value !== undefined) return { value };
  const name = flagText === undefined ? setting.env : `--${setting.flag}`;
  const reason = setting.kind.reason?.(trimmed);
  const why = reason === undefined || trimmed === '' ? '' : `: ${reason}`;
  return { value, fault: `${name}: expected ${setting.kind.range}, got '${given}'${why}` };
}
