// Finds and runs the command that the arguments name: arguments in, exit code out.
import { asPathqlError, PathqlError } from '../errors.ts';
import { nearestNames } from '../text/nearest-names.ts';
import type { Command, CommandContext, commandNames } from './command.ts';
import { completionCommand } from './commands/completion-command.ts';
import { explainCommand } from './commands/explain-command.ts';
import { headCommand } from './commands/head-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { queryCommand } from './commands/query-command.ts';
import { schemaCommand } from './commands/schema-command.ts';
import { serveCommand } from './commands/serve-command.ts';
import { sniffCommand } from './commands/sniff-command.ts';
import { tokenCommand } from './commands/token-command.ts';
import { commandHelp, programHelp } from './help-text.ts';
import { translateLogParser } from './options/log-parser-spellings.ts';
import {
  findFirstOperand,
  type OptionRule,
  type ParsedArguments,
  parseOptions,
} from './options/parse-options.ts';
import { reportError } from './stderr-report.ts';

const helpCommand: Command = {
  summary: 'Show the help of a command.',
  usage: ['pathql help [command]'],
  options: [],
  examples: [],
  run: async ({ rest }, { io }) => {
    io.stdout.write(helpFor(rest[0]));
    return 0;
  },
};

type CommandName = (typeof commandNames)[number];

/** `query` is what runs when no command is named. */
export const commands: Readonly<Record<CommandName, Command>> = {
  query: queryCommand,
  schema: schemaCommand,
  head: headCommand,
  sniff: sniffCommand,
  explain: explainCommand,
  serve: serveCommand,
  mcp: mcpCommand,
  token: tokenCommand,
  completion: completionCommand(() => withOptionsOfAll(commands)),
  help: helpCommand,
};

const commonOptions: readonly OptionRule[] = [
  { name: '--help', alias: '-h', help: 'Show this help.' },
  { name: '--version', alias: '-V', help: 'Show the version.' },
];

export async function runCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const { version } = context;
  let { io } = context;
  try {
    const { name, args: others } = findCommand(translateLogParser(args));
    const command: Command = commands[name ?? 'query'];
    const parsed = readArguments(others, command, name);
    if (parsed.options.has('--version')) {
      io.stdout.write(`pathql ${version}\n`);
      return 0;
    }
    if (parsed.options.has('--help')) {
      const [other = ''] = parsed.rest;
      io.stdout.write(helpFor(name ?? (/^[a-z]+$/i.test(other) ? other : undefined)));
      return 0;
    }
    if (parsed.options.has('--no-color')) io = { ...io, env: { ...io.env, NO_COLOR: '1' } };
    return await command.run(parsed, { ...context, io });
  } catch (thrown) {
    const error = asPathqlError(thrown);
    reportError(error, io);
    return error.exitCode;
  }
}

function readArguments(
  args: readonly string[],
  { options, misplaced }: Command,
  name: string | undefined,
): ParsedArguments {
  const rules = [...options, ...commonOptions, ...(misplaced?.options ?? [])];
  const help = name === undefined ? 'pathql --help' : `pathql help ${name}`;
  const parsed = parseOptions(args, rules, help);
  const found = misplaced?.options.filter(({ name }) => parsed.options.has(name)) ?? [];
  if (misplaced === undefined || found.length === 0) return parsed;
  const names = found.map(({ name }) => name).join(', ');
  throw new PathqlError('usage_invalid', `Leave out ${names}: ${misplaced.instead}`);
}

/** Options may stand before the command, too. */
function findCommand(args: readonly string[]): {
  readonly name: CommandName | undefined;
  readonly args: readonly string[];
} {
  const index = firstOperand(args);
  const name = args[index] ?? '';
  if (!isCommandName(name)) return { name: undefined, args };
  return { name, args: args.filter((_, at) => at !== index) };
}

/** A command has its own options: one that no command has is told when those of the query are read. */
function firstOperand(args: readonly string[]): number {
  const all = Object.values(withOptionsOfAll(commands)).flatMap(({ options }) => options);
  try {
    return findFirstOperand(args, all);
  } catch {
    return -1;
  }
}

export function helpFor(name: string | undefined): string {
  if (name === undefined) return programHelp(commands, withCommonOptions(queryCommand));
  if (isCommandName(name)) return commandHelp(withCommonOptions(commands[name]));
  const names = Object.keys(commands);
  const [nearest] = nearestNames(name, names);
  const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
  const message = `Unknown command '${name}'; there are ${names.join(', ')}${hint}`;
  throw new PathqlError('usage_invalid', message);
}

/** The commands with the options that all of them have. */
export function withOptionsOfAll(
  table: Readonly<Record<string, Command>>,
): Readonly<Record<string, Command>> {
  const entries = Object.entries(table).map(([name, command]) => [
    name,
    withCommonOptions(command),
  ]);
  return Object.fromEntries(entries) as Record<string, Command>;
}

function withCommonOptions(command: Command): Command {
  return { ...command, options: [...command.options, ...commonOptions] };
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
