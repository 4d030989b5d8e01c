// Writes the manual page, from the tables that define commands and options.
import type { Command } from './command.ts';
import type { OptionRule } from './options/parse-options.ts';

/** In the macros of man(7). */
export function manPage(commands: Readonly<Record<string, Command>>, version: string): string {
  const sections = Object.entries(commands).flatMap(([name, command]) =>
    commandSection(name, command),
  );
  return [
    `.TH PATHQL 1 "" "pathql ${version}" "User Commands"`,
    '.SH NAME',
    'pathql \\- SQL over CSV files named by path',
    '.SH SYNOPSIS',
    ...Object.values(commands).flatMap(({ usage }) => usage.map((line) => `${plain(line)}\n.br`)),
    ...sections,
    '.SH EXIT STATUS',
    '0 done, 1 other faults, 2 SQL syntax or usage, 3 execution, 4 input file.',
    '',
  ].join('\n');
}

function commandSection(name: string, { summary, options, examples }: Command): string[] {
  return [
    `.SH ${name.toUpperCase()}`,
    plain(summary),
    ...options.flatMap(optionLines),
    // Lines of examples are not wrapped: they begin further left.
    ...examples.flatMap((line) => ['.PP', '.in -3n', '.EX', plain(line), '.EE', '.in +3n']),
  ];
}

function optionLines({ name, alias, placeholder, help }: OptionRule): string[] {
  const names = (alias === undefined ? [name] : [name, alias]).map(
    (text) => `\\fB${plain(text)}\\fR`,
  );
  const value = placeholder === undefined ? '' : ` \\fI${plain(placeholder)}\\fR`;
  return ['.TP', names.join(', ') + value, plain(help)];
}

/** Nothing in it is a request or an escape of roff. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
