// Runs the statements of a command in order, from their SQL to their output, for all commands that print rows.
import { asPathqlError, PathqlError } from '../errors.ts';
import type { EngineLog } from '../query/engine-log.ts';
import type { QueryRequest } from '../query/query-request.ts';
import type { QueryRunner } from '../query/services.ts';
import type { Settings } from '../settings/settings.ts';
import { pathsIn } from '../sql/text/paths-in.ts';
import type { CommandContext, EngineNeeds, LocalEngine } from './command.ts';
import { type AskedBy, errorInFlags, warningsInFlags } from './flag-words.ts';
import type { Io } from './io.ts';
import { type OutputChoice, readOutput } from './options/output-options.ts';
import { parametersIn, readParameters, refuseUnused } from './options/parameters.ts';
import type { ParsedArguments } from './options/parse-options.ts';
import { readOptionsOf } from './options/read-options.ts';
import { localOptionsOf, querySettings } from './options/setting-options.ts';
import type { StatementRequest } from './output/deliver-rows.ts';
import { type OutputDestination, openOutputDestination } from './output/output-file.ts';
import { newProgressBar, runStatement, type StatementRun } from './run-statement.ts';
import { reportError, silentLog, warningLog } from './stderr-report.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { watchFiles } from './watch-files.ts';

export interface SqlRun {
  readonly parsed: ParsedArguments;
  /** False when standard input gave the query itself. */
  readonly mayReadInput: boolean;
  /** In the order they are to run; the engine may be asked first. */
  readonly statementsFor: (asking: StatementContext) => Promise<readonly string[]>;
}

export interface StatementContext extends Pick<QueryRequest, 'readOptions'> {
  readonly engine: QueryRunner;
  readonly signal: AbortSignal;
}

/** Resolves to the exit code. */
export async function runSql(run: SqlRun, context: CommandContext): Promise<number> {
  const { io } = context;
  const { parsed } = run;
  const { options } = parsed;
  const output = readOutput(parsed, io.stdout);
  const readOptions = readOptionsOf(parsed);
  refuseLocalOptions(parsed);
  const settings = querySettings(io.env, parsed);
  const destination = await openOutputDestination(output.path);
  const isToPipe = destination.kind === 'stdout' && io.stdoutPipe !== undefined;
  const stop = stopOnSignal(io, isToPipe);
  const { signal } = stop.abort;
  const isQuiet = options.has('--quiet');
  const log = isQuiet ? silentLog : warningLog(io.stderr);
  let engine: QueryRunner | undefined;
  let asked: AskedBy = {
    statements: [],
    hasReadFlags: readOptions !== undefined,
    isRemote: options.has('--url'),
  };
  try {
    engine = await openRunner({ run, settings, destination, log }, context);
    const how = readOptions === undefined ? {} : { readOptions };
    const statements = await run.statementsFor({ engine, signal, ...how });
    asked = { ...asked, statements };
    refuseSeveral(statements, output);
    const given = readParameters(parsed);
    refuseUnused(given, statements);
    const limit = options.has('--url') ? { timeoutMs: settings.queryTimeoutMs } : {};
    const questions = statements.map((sql) => {
      const parameters = parametersIn(sql, given);
      return { sql, ...how, ...limit, ...(parameters && { parameters }) };
    });
    const hasStats = options.has('--stats');
    const isWatching = options.has('--watch');
    if (isWatching) refuseInput(statements);
    const told = warningsInFlags(log, asked);
    const common = { engine, output, destination, log: told, isQuiet, hasStats, abort: stop.abort };
    if (!isWatching) {
      const isRead = await runAll(questions, common, io);
      if (isRead && settings.cacheDir !== null) await engine.finishLoads?.(signal);
    } else await watch(questions, { ...common, engine: engine as LocalEngine }, io);
    return 0;
  } catch (error) {
    const exitCode = stop.exitCode();
    if (exitCode !== undefined) return exitCode;
    throw errorInFlags(error, asked);
  } finally {
    await engine?.close();
    stop.dispose();
  }
}

interface Running extends Omit<StatementRun, 'question' | 'bar'> {
  readonly isQuiet: boolean;
}

/** Resolves to false when whoever read the output has left. */
async function runAll(
  questions: readonly StatementRequest[],
  { isQuiet, ...common }: Running,
  io: Io,
): Promise<boolean> {
  for (const [index, question] of questions.entries()) {
    if (index > 0) io.stdout.write(betweenResults(common.output));
    const bar = newProgressBar(io, isQuiet);
    const stats = await runStatement({ ...common, question, bar }, io);
    if (stats === null) return false;
  }
  return true;
}

/** Runs again whenever a file changes, until it is stopped. A fault is told, and may be mended. */
async function watch(
  questions: readonly StatementRequest[],
  running: Running & { readonly engine: LocalEngine },
  io: Io,
): Promise<void> {
  const { engine, output, abort } = running;
  // A pager would wait for somebody.
  const unpaged = { ...io, env: { ...io.env, PAGER: '' } };
  for (let run = 1; ; run++) {
    if (run > 1 && output.path === undefined) io.stdout.write(betweenRuns(io));
    const seen = await watchFiles(engine, questions);
    const isRead = await runAll(questions, running, unpaged).catch((thrown: unknown) => {
      abort.signal.throwIfAborted();
      reportError(asPathqlError(thrown), io);
      return true;
    });
    if (!isRead) return;
    await seen.changed(abort.signal);
  }
}

/** A screen shows the newest rows only. */
function betweenRuns({ stdout }: Io): string {
  return stdout.isTTY === true ? '\u001b[H\u001b[2J' : '\n';
}

interface Opening {
  readonly run: SqlRun;
  readonly settings: Settings;
  readonly destination: OutputDestination;
  readonly log: EngineLog;
}

function openRunner(
  { run, settings, destination, log }: Opening,
  { io, openEngine, openRemote }: CommandContext,
): Promise<QueryRunner> {
  const url = run.parsed.options.get('--url');
  if (url !== undefined) return openRemote(url, io.env.PATHQL_TOKEN || undefined);
  const needs: EngineNeeds = {
    ...(destination.kind === 'file' && { outputFolder: destination.file.folder }),
    standardInput: run.mayReadInput ? io.stdin : undefined,
    readsDescriptors: true,
    tellsProgress: io.stderr.isTTY === true && !run.parsed.options.has('--quiet'),
    // Without a cache that outlives it nobody has them: the process ends with its query.
    loadsTables: settings.cacheDir !== null,
  };
  return openEngine(settings, log, needs);
}

/** With --url they would be ignored: files are read, and limits set, by the server. */
function refuseLocalOptions(parsed: ParsedArguments): void {
  if (!parsed.options.has('--url')) return;
  const given = localOptionsOf(parsed);
  if (given.length === 0) return;
  const message = `With --url the server reads the files, by its own settings: leave out ${given.join(', ')}. How a file is read, a call of read_csv in the query says; values stand in the query itself`;
  throw new PathqlError('usage_invalid', message);
}

/** It is read once, and never changes. */
function refuseInput(statements: readonly string[]): void {
  const input = statements.flatMap(pathsIn).find((path) => ['-', '/dev/stdin'].includes(path));
  if (input === undefined) return;
  throw new PathqlError('usage_invalid', `--watch needs files that may change, found '${input}'`);
}

function refuseSeveral(statements: readonly string[], { path }: OutputChoice): void {
  if (statements.length < 2 || path === undefined) return;
  const message = `--ofile takes the rows of one statement, got ${statements.length}: run them one by one, each with a file of its own`;
  throw new PathqlError('usage_invalid', message);
}

/** JSON values stand one after the other as they are. */
function betweenResults({ format: { layout } }: OutputChoice): string {
  return layout === 'json-object' || layout === 'json-nested' ? '' : '\n';
}
