// Turns the settings into options of a command.
import type { SettingTexts } from '../../settings/read-settings.ts';
import { type CommandName, settingKeys, settingsTable } from '../../settings/settings-table.ts';
import type { OptionRule, ParsedArguments } from './parse-options.ts';

export function settingOptions(command: CommandName): OptionRule[] {
  return keysOf(command).map((key) => {
    const { flag, kind, help, env, defaultText } = settingsTable[key];
    return {
      name: `--${flag}`,
      placeholder: kind.placeholder,
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

function keysOf(command: CommandName) {
  return settingKeys.filter((key) => settingsTable[key].commands.includes(command));
}
