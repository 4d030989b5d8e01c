// Turns the settings into options of a command.
import { type Environment, readSettings, type SettingTexts } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import { type CommandName, settingKeys, settingsTable } from '../../settings/settings-table.ts';
import { parameterOption } from './parameters.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';
import { readFlags } from './read-options.ts';

export function settingOptions(command: CommandName): OptionRule[] {
  return keysOf(command).map((key) => {
    const { flag, kind, help, env, defaultText } = settingsTable[key];
    return {
      name: `--${flag}`,
      placeholder: kind.placeholder,
      ...(kind.values && { values: kind.values }),
      group: 'Settings',
      help: `${help} [${env}; default: ${defaultText}]`,
    };
  });
}

export function settingTexts(command: CommandName, { options }: ParsedArguments): SettingTexts {
  const texts: SettingTexts = {};
  for (const key of keysOf(command)) {
    const value = options.get(`--${settingsTable[key].flag}`);
    if (value !== undefined) texts[key] = value;
  }
  return texts;
}

/** Of a command that asks one query at a time. */
export function querySettings(env: Environment, parsed: ParsedArguments): Settings {
  return { ...readSettings(env, settingTexts('query', parsed)), maxConcurrentQueries: 1 };
}

/** The options given that mean nothing to another machine. */
export function localOptionsOf({ options }: ParsedArguments): string[] {
  const flags = keysOf('query')
    .filter((key) => key !== 'queryTimeoutMs')
    .map((key) => `--${settingsTable[key].flag}`);
  const names = [...flags, '--watch', parameterOption.name, ...readFlags.map(({ name }) => name)];
  return names.filter((name) => options.has(name));
}

function keysOf(command: CommandName) {
  return settingKeys.filter((key) => settingsTable[key].commands.includes(command));
}
