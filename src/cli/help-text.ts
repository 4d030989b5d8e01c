// Writes the help of a command and of the program, from the tables that define them.
import type { Command } from './command.ts';
import type { OptionRule } from './options/parse-options.ts';

const width = 100;

export function programHelp(commands: Readonly<Record<string, Command>>, query: Command): string {
  const list = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`,
  );
  return [
    'pathql: SQL over CSV files named by path.',
    usageLines([...query.usage, 'pathql <command> [options]']),
    `Commands:\n${list.join('\n')}\nSee pathql help <command> for the options of a command.`,
    `${optionLines(query.options)}`,
    exampleLines(query),
    `Exit codes: 0 done, 1 other faults, 2 SQL syntax or usage, 3 execution, 4 input file.\n`,
  ].join('\n\n');
}

export function commandHelp({ summary, usage, options, examples }: Command): string {
  const parts = [summary, usageLines(usage)];
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

/** Columns of the text before the help of an option. */
const nameWidth = 28;

function optionLine({ name, alias, placeholder, help }: OptionRule): string {
  const names = alias === undefined ? name : `${alias}, ${name}`;
  const value = placeholder === undefined ? '' : `:${placeholder}`;
  const start = `  ${names}${value}`;
  const indent = ' '.repeat(nameWidth);
  const lines = wrap(help, indent);
  if (start.length + 2 > nameWidth) return `${start}\n${lines}`;
  return start.padEnd(nameWidth) + lines.slice(nameWidth);
}

function wrap(text: string, indent: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (indent.length + line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines.map((line) => indent + line).join('\n');
}
