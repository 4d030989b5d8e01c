// Lists the commands of the shell that are no SQL, and runs them.
import { PathqlError } from '../../errors.ts';
import { outputFormatNames } from '../../formats/output-formats.ts';
import { nearestNames } from '../../text/nearest-names.ts';
import { besideName, wrapText } from '../wrap-text.ts';
import type { ShellSession } from './shell-session.ts';

export interface DotCommand {
  readonly argument?: string;
  readonly help: string;
  /** What its argument may be, for completion. */
  readonly takes: 'nothing' | 'format' | 'file' | 'path' | 'folder' | 'switch';
  /** The text to print. */
  run(argument: string, session: ShellSession): Promise<string> | string;
}

export const dotCommands: Readonly<Record<string, DotCommand>> = {
  '.help': { help: 'Show this list.', takes: 'nothing', run: () => helpText() },
  '.schema': {
    argument: 'PATH',
    help: 'Show the columns of a file: types, NULLs, least and greatest values.',
    takes: 'path',
    run: async (path, session) => {
      if (path === '') throw usage('.schema takes a path, as in .schema users.csv');
      await session.showSchema(path);
      return '';
    },
  },
  '.mode': {
    argument: 'FORMAT',
    help: `How rows are shown: AUTO, ${outputFormatNames.join(', ')}. AUTO is a table, or lines where that is too wide.`,
    takes: 'format',
    run: (format, session) => session.setMode(format),
  },
  '.output': {
    argument: 'FILE',
    help: 'Write the next result to a file; its name says the format. Without a name: to the screen again.',
    takes: 'file',
    run: (path, session) => session.setOutput(path),
  },
  '.timer': {
    argument: 'on|off',
    help: 'Show rows scanned and the time after each result.',
    takes: 'switch',
    run: (state, session) => session.setTimer(state),
  },
  '.open': {
    argument: 'FOLDER',
    help: 'Read this folder only; relative paths start there. Without a name: the working folder, and any file.',
    takes: 'folder',
    run: (folder, session) => session.openFolder(folder),
  },
  '.read': {
    argument: 'FILE',
    help: 'Run the statements of a file.',
    takes: 'file',
    run: async (path, session) => {
      if (path === '') throw usage('.read takes a file of statements, as in .read report.sql');
      await session.runFile(path);
      return '';
    },
  },
  '.exit': {
    help: 'Leave; so does Ctrl-D.',
    takes: 'nothing',
    run: (_, session) => session.leave(),
  },
};

const otherNames: Readonly<Record<string, string>> = {
  '.quit': '.exit',
  exit: '.exit',
  quit: '.exit',
  help: '.help',
  // As psql has them.
  '\\q': '.exit',
  '\\?': '.help',
  '\\d': '.schema',
  '\\i': '.read',
  '\\o': '.output',
  '\\timing': '.timer',
};

/** Whether the line is one, where no statement is begun. */
export function isDotCommand(line: string): boolean {
  const [, word = ''] = /^\s*(\S*?);?\s*$/.exec(line) ?? [];
  return /^\s*(?:\.[a-z]|\\)/i.test(line) || Object.hasOwn(otherNames, word.toLowerCase());
}

/** Throws usage_invalid. */
export async function runDotCommand(line: string, session: ShellSession): Promise<string> {
  const [, written = '', rest = ''] = /^\s*(\S+?)(?:\s+(.*?))?\s*;?\s*$/s.exec(line) ?? [];
  const lower = written.toLowerCase();
  const name = Object.hasOwn(otherNames, lower) ? (otherNames[lower] ?? lower) : lower;
  const command = Object.hasOwn(dotCommands, name) ? dotCommands[name] : undefined;
  if (command === undefined) {
    const names = Object.keys(dotCommands);
    const [nearest] = nearestNames(name, names);
    const hint = nearest === undefined ? '' : `. Did you mean ${nearest}?`;
    throw usage(`Unknown command ${written}; there are ${names.join(' ')}${hint}`);
  }
  const argument = unquoted(rest.trim());
  if (command.argument === undefined && argument !== '') {
    throw usage(`${name} takes nothing, got '${argument}'`);
  }
  return command.run(argument, session);
}

function unquoted(text: string): string {
  const [, quote = '', inner = text] = /^(['"])(.*)\1$/s.exec(text) ?? [];
  return quote === '' ? text : inner.replaceAll(quote + quote, quote);
}

function helpText(): string {
  const lines = Object.entries(dotCommands).map(([name, { argument = '', help }]) =>
    besideName(`  ${name} ${argument}`, help, 18),
  );
  return [
    wrapText(
      'A statement ends with ; and may have many lines. Tab completes, Ctrl-C stops a query or gives up a line.',
    ),
    ...lines,
    '',
  ].join('\n');
}

function usage(message: string): PathqlError {
  return new PathqlError('usage_invalid', message);
}
