// pathql "SELECT …": one query, its rows to standard output or a file.
import { PathqlError } from '../errors.ts';
import {
  findOutputFormat,
  type OutputFormat,
  outputFormatNames,
  outputFormats,
  presetFormatName,
} from '../formats/output-formats.ts';
import type { QueryEngine } from '../query.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Command, CommandContext } from './command.ts';
import { deliverRows } from './deliver-rows.ts';
import { exitCodeOfSignal, type Io } from './io.ts';
import { openOutputTarget } from './output-file.ts';
import type { ParsedArguments } from './parse-options.ts';
import { readSql } from './read-sql.ts';
import { settingOptions, settingTexts } from './setting-options.ts';
import { warningLog } from './stderr-report.ts';

export const queryCommand: Command = {
  summary: 'Run one query and print its rows.',
  usage: ['pathql [options] "SELECT …"', 'pathql [options] < query.sql'],
  options: [
    {
      name: '-o',
      placeholder: '<format>',
      help: `Format of the output: ${outputFormatNames.map((name) => `${name} (${outputFormats[name].help})`).join(', ')}. Default: ${presetFormatName}`,
    },
    {
      name: '--ofile',
      placeholder: '<path>',
      help: 'Write to this file instead of standard output. It is replaced only by a complete result.',
    },
    ...settingOptions('query'),
  ],
  examples: [
    'pathql "SELECT city, COUNT(*) FROM users.csv GROUP BY city"',
    'pathql -o:JSON --ofile:adults.ndjson "SELECT name FROM users.csv WHERE age >= 18"',
  ],
  run: runQuery,
};

async function runQuery(parsed: ParsedArguments, context: CommandContext): Promise<number> {
  const { io } = context;
  const format = readFormat(parsed.options.get('-o'));
  const settings = readSettings(io.env, settingTexts('query', parsed));
  const target = await openOutputTarget(parsed.options.get('--ofile'));
  const sql = await readSql(parsed.rest, io.stdin, ['serve', 'help']);
  const stop = stopOnSignal(io);
  let engine: QueryEngine | undefined;
  try {
    const outputFolder = target.kind === 'file' ? { outputFolder: target.file.folder } : {};
    const alone = { ...settings, maxConcurrentQueries: 1 };
    engine = await context.openEngine(alone, warningLog(io.stderr), outputFolder);
    await deliverRows({ engine, sql, format, abort: stop.abort }, target, io.stdout);
    return 0;
  } catch (error) {
    const exitCode = stop.exitCode();
    if (exitCode === undefined) throw error;
    return exitCode;
  } finally {
    await engine?.close();
    stop.forget();
  }
}

function readFormat(name: string = presetFormatName): OutputFormat {
  const format = findOutputFormat(name);
  if (format !== undefined) return format;
  const known = outputFormatNames.map((known) => `-o:${known}`).join(', ');
  throw new PathqlError('usage_invalid', `Unknown format '${name}'; allowed are ${known}`);
}

function stopOnSignal(io: Io) {
  const abort = new AbortController();
  let exitCode: number | undefined;
  const forget = io.onStop((signal) => {
    exitCode = exitCodeOfSignal[signal];
    abort.abort();
  });
  return { abort, exitCode: () => exitCode, forget };
}
