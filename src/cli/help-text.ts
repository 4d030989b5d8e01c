// Writes the help of a command and of the program, from the tables that define them.
import type { Command } from './command.ts';
import type { OptionRule } from './options/parse-options.ts';
import { besideName, wrapText } from './wrap-text.ts';

export function programHelp(commands: Readonly<Record<string, Command>>, query: Command): string {
  const list = Object.entries(commands).map(([name, { summary }]) =>
    besideName(`  ${name}`, summary, 14),
  );
  return [
    'pathql: SQL over CSV files named by path.',
    usageLines([...query.usage, 'pathql <command> [options]']),
    `Commands:\n${list.join('\n')}\nSee pathql help <command> for the options of a command.`,
    `${optionLines(query.options)}`,
    exampleLines(query),
    `${wrapText('Exit codes: 0 done, 1 other faults, 2 SQL syntax or usage, 3 execution, 4 input file.')}\n`,
  ].join('\n\n');
}

export function commandHelp({ summary, usage, options, examples }: Command): string {
  const parts = [wrapText(summary), usageLines(usage)];
  if (options.length > 0) parts.push(optionLines(options));
  if (examples.length > 0) parts.push(exampleLines({ examples }));
  return `${parts.join('\n\n')}\n`;
}

function usageLines(usage: readonly string[]): string {
  return `Usage:\n${usage.map((line) => `  ${line}`).join('\n')}`;
}

function exampleLines({ examples }: Pick<Command, 'examples'>): string {
  return `Examples:\n${examples.map((line) => `  ${line}`).join('\n')}`;
}

/** Under a heading for each group, in the order of the options. */
function optionLines(options: readonly OptionRule[]): string {
  const groups = new Map<string, OptionRule[]>();
  for (const option of options) {
    const { group = 'Options' } = option;
    groups.set(group, [...(groups.get(group) ?? []), option]);
  }
  return [...groups]
    .map(([group, rules]) => `${group}:\n${rules.map(optionLine).join('\n')}`)
    .join('\n\n');
}

/** At which the help of an option begins. */
const helpColumn = 26;

function optionLine({ name, alias, placeholder, help }: OptionRule): string {
  const names = alias === undefined ? name : `${alias}, ${name}`;
  const value = placeholder === undefined ? '' : `:${placeholder}`;
  return besideName(`  ${names}${value}`, help, helpColumn);
}
