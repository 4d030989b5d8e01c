// Holds what a shell keeps between its statements: the engine with its cache, and how results are shown.
import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { asPathqlError, PathqlError } from '../../errors.ts';
import { findOutputFormat, outputFormatNames } from '../../formats/output-formats.ts';
import type { GivenReadOptions } from '../../query/query-request.ts';
import type { Settings } from '../../settings/settings.ts';
import { pathsIn } from '../../sql/text/paths-in.ts';
import { splitStatements } from '../../sql/text/split-statements.ts';
import { tableReference } from '../../sql/text/table-reference.ts';
import { pathInSql } from '../../sql/text/write-name.ts';
import type { CommandContext, LocalEngine } from '../command.ts';
import { exitCodeOfSignal } from '../io.ts';
import { readOutput } from '../options/output-options.ts';
import { type GivenParameters, parametersIn } from '../options/parameters.ts';
import { openOutputDestination } from '../output/output-file.ts';
import { newProgressBar, runStatement } from '../run-statement.ts';
import { schemaSql } from '../schema-sql.ts';
import { reportError, silentLog, warningLog } from '../stderr-report.ts';
import { findPaths } from './complete-path.ts';

export interface SessionOptions {
  readonly settings: Settings;
  /** Of the output, by their names. */
  readonly output: ReadonlyMap<string, string>;
  readonly readOptions: GivenReadOptions | undefined;
  /** For every statement that has them. */
  readonly parameters: GivenParameters;
  readonly isQuiet: boolean;
}

/** Columns are looked up while somebody waits for a completion. */
const columnsTimeoutMs = 2_000;

export class ShellSession {
  readonly #context: CommandContext;
  readonly #isQuiet: boolean;
  readonly #how: { readonly readOptions?: GivenReadOptions };
  readonly #parameters: GivenParameters;
  readonly #output: Map<string, string>;
  #settings: Settings;
  #engine: LocalEngine | null = null;
  /** Outside of the data folder, where the engine may write besides. */
  #outputFolder: string | null = null;
  #recentPaths: readonly string[] = [];
  readonly #columns = new Map<string, readonly string[]>();
  /** Once the shell is to end. */
  exitCode: number | undefined;

  constructor(context: CommandContext, options: SessionOptions) {
    this.#context = context;
    this.#isQuiet = options.isQuiet;
    this.#settings = options.settings;
    this.#parameters = options.parameters;
    this.#output = new Map(options.output);
    this.#how = options.readOptions === undefined ? {} : { readOptions: options.readOptions };
  }

  /** In order, up to the first that fails; faults are told. Resolves to whether all ran. */
  async run(statements: readonly string[]): Promise<boolean> {
    for (const sql of statements) {
      const isDone = await this.#stoppable((abort) => this.#runOne(sql, abort));
      if (!isDone) return false;
    }
    return true;
  }

  async runFile(path: string): Promise<void> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
      throw new PathqlError('usage_invalid', `Cannot read '${path}': ${reason}`);
    });
    await this.run(splitStatements(text).statements);
  }

  async showSchema(path: string): Promise<void> {
    const table = tableReference(path);
    await this.#stoppable(async (abort) => {
      const engine = await this.#open();
      const sql = await schemaSql({ engine, signal: abort.signal, ...this.#how }, table);
      await this.#deliver(sql, abort);
    });
  }

  setMode(name: string): string {
    const current = this.#output.get('-o')?.toUpperCase() ?? 'AUTO';
    if (name === '') return `Rows are shown as ${current}.\n`;
    if (name.toUpperCase() === 'AUTO') {
      this.#output.delete('-o');
      return '';
    }
    const format = findOutputFormat(name);
    if (format === undefined) {
      const known = ['AUTO', ...outputFormatNames].join(', ');
      throw new PathqlError('usage_invalid', `Unknown format '${name}'; allowed are ${known}`);
    }
    if (format.needsFile !== undefined) {
      const message = `This format is written into files only: .output ${format.needsFile.replace('--ofile:', '')}`;
      throw new PathqlError('usage_invalid', message);
    }
    this.#output.set('-o', name);
    return '';
  }

  /** Checked at once, so that a long query is not run for a name that cannot be written. */
  async setOutput(path: string): Promise<string> {
    this.#output.delete('--ofile');
    if (path === '') return 'Results are shown here.\n';
    readOutput({ options: new Map([['--ofile', path]]) }, this.#context.io.stdout, '');
    await openOutputDestination(path);
    this.#output.set('--ofile', path);
    return `The next result goes to '${path}'.\n`;
  }

  setTimer(state: string): string {
    if (!['on', 'off'].includes(state)) {
      throw new PathqlError('usage_invalid', `.timer takes on or off, got '${state}'`);
    }
    if (state === 'on') this.#output.set('--stats', '');
    else this.#output.delete('--stats');
    return '';
  }

  async openFolder(written: string): Promise<string> {
    const dataDir = written === '' ? null : realFolder(written);
    this.#settings = { ...this.#settings, dataDir };
    await this.#reopen();
    if (dataDir === null)
      return 'Relative paths start at the working folder; any data file can be read.\n';
    return `Paths are those of '${dataDir}', and nothing else can be read.\n`;
  }

  leave(): string {
    this.exitCode = 0;
    return '';
  }

  findPaths(begun: string): Promise<string[]> {
    const { dataDir } = this.#settings;
    return findPaths(begun, { base: dataDir ?? '.', takesAll: dataDir !== null });
  }

  recentPaths(): readonly string[] {
    return this.#recentPaths;
  }

  async columns(path: string): Promise<readonly string[]> {
    const known = this.#columns.get(path);
    if (known !== undefined) return known;
    let names: readonly string[] = [];
    try {
      const engine = await this.#open();
      const sink = {
        begin: async (columns: readonly { readonly name: string }[]) => {
          names = columns.map(({ name }) => name);
        },
        write: () => Promise.resolve(),
      };
      const sql = `SELECT * FROM ${pathInSql(path)} LIMIT 0`;
      const signal = AbortSignal.timeout(columnsTimeoutMs);
      await engine.stream({ sql, layout: 'texts', signal, ...this.#how }, sink);
    } catch {
      return [];
    }
    this.#columns.set(path, names);
    return names;
  }

  async close(): Promise<void> {
    await this.#engine?.close();
    this.#engine = null;
  }

  async #runOne(sql: string, abort: AbortController): Promise<void> {
    const paths = pathsIn(sql);
    if (paths.length > 0) this.#recentPaths = paths;
    // A file that changed may have other columns.
    for (const path of paths) this.#columns.delete(path);
    await this.#deliver(sql, abort);
  }

  async #deliver(sql: string, abort: AbortController): Promise<void> {
    const { io } = this.#context;
    const path = this.#output.get('--ofile');
    const options = new Map(this.#output);
    // The name of the file says the format.
    if (path !== undefined) options.delete('-o');
    const output = readOutput({ options }, io.stdout);
    const destination = await openOutputDestination(path);
    if (destination.kind === 'file') await this.#allowWriting(destination.file.folder);
    const engine = await this.#open();
    const log = this.#isQuiet ? silentLog : warningLog(io.stderr);
    const bar = newProgressBar(io, this.#isQuiet);
    const common = { engine, output, destination, abort, log, bar };
    const parameters = parametersIn(sql, this.#parameters);
    const question = { sql, ...this.#how, ...(parameters && { parameters }) };
    const hasStats = this.#output.has('--stats');
    const stats = await runStatement({ ...common, question, hasStats }, io);
    if (path === undefined || stats === null) return;
    this.#output.delete('--ofile');
    const { rowsReturned: count } = stats;
    const rows = count === 1 ? '1 row is' : `${count.toLocaleString('en')} rows are`;
    io.stdout.write(`${rows} in '${path}'.\n`);
  }

  async #open(): Promise<LocalEngine> {
    const { openEngine, io } = this.#context;
    const log = this.#isQuiet ? silentLog : warningLog(io.stderr);
    this.#engine ??= await openEngine(this.#settings, log, {
      ...(this.#outputFolder !== null && { outputFolder: this.#outputFolder }),
      tellsProgress: io.stderr.isTTY === true && !this.#isQuiet,
      loadsTables: true,
    });
    return this.#engine;
  }

  async #reopen(): Promise<void> {
    await this.close();
    this.#columns.clear();
    await this.#open();
  }

  /** An engine that reads one folder writes only where it was told to when it was opened. */
  async #allowWriting(folder: string): Promise<void> {
    if (this.#settings.dataDir === null || this.#outputFolder === folder) return;
    this.#outputFolder = folder;
    await this.#reopen();
  }

  /** Ctrl-C stops the work and not the shell; other signals both. Faults are told. */
  async #stoppable(work: (abort: AbortController) => Promise<void>): Promise<boolean> {
    const { io } = this.#context;
    const abort = new AbortController();
    const forget = io.onStop((signal) => {
      if (signal !== 'SIGINT') this.exitCode = exitCodeOfSignal[signal];
      abort.abort();
    });
    try {
      await work(abort);
      return true;
    } catch (thrown) {
      reportError(asPathqlError(thrown), io);
      return false;
    } finally {
      forget();
    }
  }
}

function realFolder(written: string): string {
  try {
    const folder = realpathSync(written);
    if (statSync(folder).isDirectory()) return folder;
  } catch {}
  const message = `.open takes a folder; '${written}' is none. A file is read by naming it: SELECT * FROM ${pathInSql(written)};`;
  throw new PathqlError('usage_invalid', message);
}
