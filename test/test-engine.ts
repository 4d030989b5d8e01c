// A real engine over a temporary folder, closed after the test.
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.ts';
import type { EngineLog, QueryEngine, QueryRequest, RowLayout } from '../../src/query.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testSettings } from '../test-settings.ts';

export interface TestEngine {
  readonly engine: QueryEngine;
  readonly folder: string;
  readonly log: LogLine[];
}

export interface LogLine {
  readonly level: 'debug' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

export async function testEngine(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  settings: Partial<Settings> = {},
): Promise<TestEngine> {
  const folder = await temporaryFolder(files);
  const log: LogLine[] = [];
  const add = (level: LogLine['level']) => (fields: object, message: string) =>
    void log.push({ level, fields, message });
  const engineLog: EngineLog = { debug: add('debug'), warn: add('warn'), error: add('error') };
  const engine = await createEngine({ ...testSettings, dataDir: folder, ...settings }, engineLog);
  onTestFinished(() => engine.close());
  return { engine, folder, log };
}

export interface WholeAnswer {
  readonly columns: readonly string[];
  readonly text: string;
  readonly rowsScanned: number;
  readonly rowsReturned: number;
}

export async function ask(
  engine: QueryEngine,
  sql: string,
  options: Partial<QueryRequest> & { layout?: RowLayout } = {},
): Promise<WholeAnswer> {
  const answer = await engine.answer({ sql, layout: 'json-array', ...options });
  try {
    const parts: Uint8Array[] = [];
    for await (const rows of answer.rows()) parts.push(rows);
    const { rowsScanned, rowsReturned } = answer.stats;
    const text = Buffer.concat(parts).toString();
    return { columns: answer.columns, text, rowsScanned, rowsReturned };
  } finally {
    await answer.close();
  }
}

export async function askRows(engine: QueryEngine, sql: string): Promise<unknown[][]> {
  return JSON.parse(`[${(await ask(engine, sql)).text}]`);
}

/** Work folders of this process. */
export async function workFolders(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => new RegExp(`^pathql-[0-9a-f]{8}-${process.pid}-`).test(name));
}
