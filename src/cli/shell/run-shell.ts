// Runs the interactive shell: reads statements and commands from a terminal until it is left.
import { asPathqlError } from '../../errors.ts';
import { outputFormatNames } from '../../formats/output-formats.ts';
import type { CommandContext } from '../command.ts';
import { exitCodeOfSignal } from '../io.ts';
import { readParameters } from '../options/parameters.ts';
import type { ParsedArguments } from '../options/parse-options.ts';
import { readOptionsOf } from '../options/read-options.ts';
import { querySettings } from '../options/setting-options.ts';
import { reportError } from '../stderr-report.ts';
import { completeSql } from './complete-sql.ts';
import { dotCommands, isDotCommand, runDotCommand } from './dot-commands.ts';
import { addToHistory, historyPath, historySize, readHistory } from './history-file.ts';
import { type Completer, LineEditor, type LineEvent } from './line-editor.ts';
import { ShellInput } from './shell-input.ts';
import { ShellSession } from './shell-session.ts';

const prompts = { first: 'pathql> ', further: '   ...> ' } as const;

/** Resolves to the exit code. */
export async function runShell(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io, version } = context;
  const settings = querySettings(io.env, parsed);
  const isQuiet = parsed.options.has('--quiet');
  const readOptions = readOptionsOf(parsed);
  const output = parsed.options;
  const parameters = readParameters(parsed);
  const session = new ShellSession(context, { settings, output, readOptions, parameters, isQuiet });
  const input = new ShellInput();
  const path = historyPath(io.env);
  const editor = new LineEditor({
    stdin: io.stdin,
    stdout: io.stdout,
    history: await readHistory(path),
    historySize,
    complete: completer(input, session),
  });
  if (!isQuiet) io.stdout.write(`pathql ${version}. End statements with ;  .help shows more.\n`);
  try {
    while (session.exitCode === undefined) {
      const prompt = input.isEmpty ? prompts.first : prompts.further;
      const event = await nextEvent({ editor, session, prompt }, context);
      if (event.kind === 'end') break;
      if (event.kind === 'interrupt') input.clear();
      else await take(event.text, { session, input, editor, path }, context);
    }
    return session.exitCode ?? 0;
  } finally {
    editor.close();
    await session.close();
  }
}

interface Prompting {
  readonly editor: LineEditor;
  readonly session: ShellSession;
  readonly prompt: string;
}

/** A signal that comes from elsewhere than the keyboard ends the shell. */
async function nextEvent(
  { editor, session, prompt }: Prompting,
  { io }: CommandContext,
): Promise<LineEvent> {
  const forget = io.onStop((signal) => {
    session.exitCode = exitCodeOfSignal[signal];
    editor.close();
  });
  try {
    const event = await editor.next(prompt);
    if (event.kind === 'end') io.stdout.write('\n');
    return event;
  } finally {
    forget();
  }
}

interface Taking {
  readonly session: ShellSession;
  readonly input: ShellInput;
  readonly editor: LineEditor;
  /** Of the history. */
  readonly path: string;
}

async function take(
  line: string,
  { session, input, editor, path }: Taking,
  { io }: CommandContext,
): Promise<void> {
  if (input.isEmpty && isDotCommand(line)) {
    await addToHistory(path, line.trim());
    await runDotCommand(line, session).then(
      (text) => io.stdout.write(text),
      (thrown: unknown) => reportError(asPathqlError(thrown), io),
    );
    return;
  }
  const completed = input.add(line);
  if (completed === null) {
    if (input.text.trim() === '') input.clear();
    else if (isDotCommand(line)) io.stderr.write(statementIsBegun);
    return;
  }
  editor.joinHistory(completed.lineCount, completed.entry);
  await addToHistory(path, completed.entry);
  await session.run(completed.statements);
}

const statementIsBegun =
  'Not a command: a statement has begun, and this is a line of it. End it with ; or drop it with Ctrl-C.\n';

function completer(input: ShellInput, session: ShellSession): Completer {
  const facts = {
    findPaths: (begun: string) => session.findPaths(begun),
    columns: (path: string) => session.columns(path),
    recentPaths: () => session.recentPaths(),
  };
  return (line) => {
    if (!input.isEmpty || !/^\s*\./.test(line)) return completeSql(input.text + line, facts);
    return completeCommand(line, session);
  };
}

async function completeCommand(
  line: string,
  session: ShellSession,
): Promise<[hits: string[], replaced: string]> {
  const [, name = '', space = '', begun = ''] = /^\s*(\S*)(\s*)(.*)$/.exec(line) ?? [];
  if (space === '') {
    const names = Object.keys(dotCommands).filter((known) => known.startsWith(name));
    return [names.map((known) => `${known} `), name];
  }
  const takes = dotCommands[name.toLowerCase()]?.takes ?? 'nothing';
  const hits = await argumentsFor(takes, begun, session);
  return [hits.filter((hit) => hit.toLowerCase().startsWith(begun.toLowerCase())), begun];
}

async function argumentsFor(
  takes: (typeof dotCommands)[string]['takes'],
  begun: string,
  session: ShellSession,
): Promise<readonly string[]> {
  switch (takes) {
    case 'format':
      return ['AUTO', ...outputFormatNames];
    case 'switch':
      return ['on', 'off'];
    case 'path':
    case 'file':
    case 'folder': {
      const paths = await session.findPaths(begun);
      return takes === 'folder' ? paths.filter((path) => path.endsWith('/')) : paths;
    }
    case 'nothing':
      return [];
  }
}
