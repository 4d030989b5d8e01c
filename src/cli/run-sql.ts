// Runs one query from its SQL to its output, for all commands that print rows.
import { extname } from 'node:path';
import { hasColour } from '../formats/paint.ts';
import type { OutputTarget } from '../formats/row-writer.ts';
import type { QueryRunner, QueryStats } from '../query.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { CommandContext, EngineNeeds } from './command.ts';
import { exitCodeOfSignal, type Io } from './io.ts';
import { readFormat } from './options/output-options.ts';
import type { ParsedArguments } from './options/parse-options.ts';
import { settingTexts } from './options/setting-options.ts';
import { deliverRows } from './output/deliver-rows.ts';
import { type OutputDestination, openOutputDestination } from './output/output-file.ts';
import { pagedOutput } from './output/pager.ts';
import { progressBar } from './output/progress-bar.ts';
import { streamOutput, type TextOutput } from './output/text-output.ts';
import { warningLog } from './stderr-report.ts';

export interface SqlRun {
  readonly parsed: ParsedArguments;
  /** False when standard input gave the query itself. */
  readonly mayReadInput: boolean;
  /** The query; it may ask the engine first. */
  readonly sqlFor: (engine: QueryRunner, signal: AbortSignal) => Promise<string>;
}

/** Resolves to the exit code. */
export async function runSql(run: SqlRun, context: CommandContext): Promise<number> {
  const { io } = context;
  const { parsed } = run;
  const format = readFormat(parsed, io.stdout);
  const settings = {
    ...readSettings(io.env, settingTexts('query', parsed)),
    maxConcurrentQueries: 1,
  };
  const destination = await openOutputDestination(parsed.options.get('--ofile'));
  const isToPipe = destination.kind === 'stdout' && io.stdoutPipe !== undefined;
  const stop = stopOnSignal(io, isToPipe);
  const isQuiet = parsed.options.has('--quiet');
  const bar = io.stderr.isTTY === true && !isQuiet ? progressBar(io.stderr) : null;
  const log = isQuiet ? silentLog : warningLog(io.stderr);
  let engine: QueryRunner | undefined;
  try {
    const url = parsed.options.get('--url');
    engine =
      url === undefined
        ? await context.openEngine(settings, log, engineNeeds(run, destination, bar !== null, io))
        : await context.openRemote(url, io.env.PATHQL_TOKEN || undefined);
    const sql = await run.sqlFor(engine, stop.abort.signal);
    const delivery = { engine, sql, format, target: targetOf(parsed, io), abort: stop.abort };
    const stats = await deliverRows(
      { ...delivery, ...(bar && { onProgress: bar.show }) },
      destination,
      outputOf(format.writer !== undefined, io, bar?.clear),
    );
    bar?.clear();
    for (const warning of stats?.warnings ?? []) log.warn({}, `warning: ${warning}`);
    if (stats !== null && parsed.options.has('--stats')) io.stderr.write(statsText(stats));
    return 0;
  } catch (error) {
    bar?.clear();
    const exitCode = stop.exitCode();
    if (exitCode === undefined) throw error;
    return exitCode;
  } finally {
    await engine?.close();
    stop.forget();
  }
}

const silentLog = { debug: () => {}, warn: () => {}, error: () => {} };

function engineNeeds(
  { mayReadInput }: SqlRun,
  destination: OutputDestination,
  tellsProgress: boolean,
  { stdin }: Io,
): EngineNeeds {
  return {
    ...(destination.kind === 'file' && { outputFolder: destination.file.folder }),
    standardInput: mayReadInput ? stdin : undefined,
    tellsProgress,
    // The process ends with its query.
    loadsTables: false,
  };
}

function targetOf(parsed: ParsedArguments, { stdout, env }: Io): OutputTarget {
  const path = parsed.options.get('--ofile');
  const isScreen = path === undefined && stdout.isTTY === true;
  return {
    width: isScreen ? (stdout.columns ?? 80) : null,
    height: stdout.rows ?? 24,
    hasColour: isScreen && hasColour(stdout, env),
    extension: path === undefined ? '' : extname(path).toLowerCase(),
  };
}

/** `beforeWrite` takes away what stands in the way on the same terminal. */
function outputOf(
  hasWriter: boolean,
  { stdout, stdoutPipe, env }: Io,
  beforeWrite = () => {},
): TextOutput {
  const plain = streamOutput(stdout, stdoutPipe);
  const output: TextOutput = {
    ...plain,
    write: (part) => {
      if (stdout.isTTY) beforeWrite();
      return plain.write(part);
    },
  };
  const isPaged = hasWriter && stdout.isTTY === true;
  return isPaged ? pagedOutput({ output, height: stdout.rows ?? 24, env }) : output;
}

function statsText({ rowsScanned, rowsReturned, executionTimeMs }: QueryStats): string {
  const time = executionTimeMs.toFixed(3);
  return `rows_scanned: ${rowsScanned}\nrows_returned: ${rowsReturned}\nexecution_time_ms: ${time}\n`;
}

/** A query that writes into a pipe cannot be ended while nobody reads. */
const maxStopMs = 1_000;

function stopOnSignal(io: Io, isToPipe: boolean) {
  const abort = new AbortController();
  let exitCode: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const forgetSignals = io.onStop((signal) => {
    exitCode = exitCodeOfSignal[signal];
    abort.abort();
    if (isToPipe) timer = setTimeout(() => io.endBy(signal), maxStopMs);
  });
  const forget = () => {
    clearTimeout(timer);
    forgetSignals();
  };
  return { abort, exitCode: () => exitCode, forget };
}
