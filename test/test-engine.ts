// A real engine over a temporary folder, closed after the test or the file.
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { type EngineOptions, openEngine } from '../src/open-engine.ts';
import type { EngineLog } from '../src/query/engine-log.ts';
import type { AnswerRequest } from '../src/query/query-request.ts';
import type { QueryEngine } from '../src/run/query-engine.ts';
import type { Settings } from '../src/settings/settings.ts';
import { createWorkFolder, type WorkFolder } from '../src/spool/work-folder.ts';
import { temporaryFolder, writeOld } from './temporary-folder.ts';
import { testSettings } from './test-settings.ts';
import { waitFor } from './wait-for.ts';

export interface TestEngine {
  readonly engine: QueryEngine;
  readonly folder: string;
  /** The engine's own temporary files. */
  readonly work: WorkFolder;
  readonly log: LogLine[];
}

type Files = Readonly<Record<string, string | Uint8Array>>;

export interface LogLine {
  readonly level: keyof EngineLog;
  readonly fields: object;
  readonly message: string;
}

export async function testEngine(
  files: Files = {},
  settings: Partial<Settings> = {},
  workParent?: string,
  options: EngineOptions = {},
): Promise<TestEngine> {
  const folder = await temporaryFolder(files);
  const work = await createWorkFolder(workParent ?? (await temporaryFolder()));
  const { engine, log } = await openOver(folder, work, settings, options);
  onTestFinished(async () => {
    await engine.close();
    await work.remove();
  });
  return { engine, folder, work, log };
}

/** One engine for all tests of a file: opening one takes longer than most questions to it. `lasting` files stay. */
export function sharedEngine(
  settings: Partial<Settings> = {},
  lasting: Files = {},
): (files?: Files) => Promise<Pick<TestEngine, 'engine' | 'folder'>> {
  let opening: Promise<Omit<TestEngine, 'log'>> | undefined;
  const open = async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'pathql-test-')));
    await writeFiles(folder, lasting);
    const work = await createWorkFolder();
    return { ...(await openOver(folder, work, settings)), folder, work };
  };
  afterAll(async () => {
    if (opening === undefined) return;
    const { engine, folder, work } = await opening;
    await engine.close();
    await work.remove();
    await rm(folder, { recursive: true });
  });
  return async (files = {}) => {
    opening ??= open();
    const { engine, folder } = await opening;
    onTestFinished(() => emptyFolder(folder, lasting));
    await writeFiles(folder, files);
    return { engine, folder };
  };
}

async function openOver(
  folder: string,
  work: WorkFolder,
  settings: Partial<Settings>,
  options: EngineOptions = {},
): Promise<Pick<TestEngine, 'engine' | 'log'>> {
  const log: LogLine[] = [];
  const add = (level: LogLine['level']) => (fields: object, message: string) =>
    void log.push({ level, fields, message });
  const engineLog: EngineLog = {
    debug: add('debug'),
    warn: add('warn'),
    error: add('error'),
  };
  const all = { ...testSettings, dataDir: folder, ...settings };
  const engine = await openEngine(all, engineLog, { ...options, folder: work });
  return { engine, log };
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [name, content] of Object.entries(files)) await writeOld(join(folder, name), content);
}

async function emptyFolder(folder: string, lasting: Files): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!Object.hasOwn(lasting, name))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

export interface WholeAnswer {
  readonly columns: readonly string[];
  readonly text: string;
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  readonly warnings: readonly string[];
}

export async function ask(
  engine: QueryEngine,
  sql: string,
  options: Partial<AnswerRequest> = {},
): Promise<WholeAnswer> {
  const answer = await engine.answer({ sql, layout: 'json-array', ...options });
  try {
    const parts: Uint8Array[] = [];
    for await (const rows of answer.rows()) parts.push(rows);
    const { rowsScanned, rowsReturned, warnings = [] } = answer.stats;
    const text = Buffer.concat(parts).toString();
    return { columns: answer.columns, text, rowsScanned, rowsReturned, warnings };
  } finally {
    await answer.close();
  }
}

export async function askRows(engine: QueryEngine, sql: string): Promise<unknown[][]> {
  return JSON.parse(`[${(await ask(engine, sql)).text}]`);
}

/** Resolves once so many tables were loaded into the cache since the start: it happens after the answer. */
export async function untilLoaded(engine: QueryEngine, loads = 1): Promise<void> {
  await waitFor(() => {
    if (engine.figures().cacheLoads < loads) throw new Error(`Fewer than ${loads} loads`);
  }, 5);
}

/** How many files this process holds open. */
export async function openHandles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length;
}
