// Files in a temporary folder and a real DuckDB that reads them the way the engine does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';
import { describeCsvFault } from '../../src/csv/csv-fault.ts';
import { type CsvFile, type CsvTable, openCsvTable } from '../../src/csv/csv-table.ts';
import type { OptionValue } from '../../src/csv/read-options.ts';
import {
  guessTypes,
  isTypeViolation,
  proveTypes,
  type RunSql,
  typedScan,
} from '../../src/csv/types/column-types.ts';
import { sqlTypeName } from '../../src/csv/types/exact-types.ts';

export interface Answer {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** As DuckDB prints them. */
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface CsvLab {
  readonly run: RunSql;
  write(name: string, content: string | Uint8Array): CsvFile;
  open(
    files: CsvFile | readonly CsvFile[],
    options?: Record<string, OptionValue>,
  ): Promise<CsvTable>;
  /** Everything in the files, as the engine would find it; errors in our words. */
  read(files: CsvFile | readonly CsvFile[], options?: Record<string, OptionValue>): Promise<Answer>;
  /** The same for a large file: types guessed from the first rows, proven when a value goes against them. */
  readGuessing(file: CsvFile): Promise<Answer>;
  /** The fields as text, read as files are that are large and have quotes. */
  readInOneThread(file: CsvFile): Promise<Answer['rows']>;
}

export function csvLab(): CsvLab {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-csv-'));
  let instance: DuckDBInstance;
  let run: RunSql = async () => [];
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    await connection.run("SET TimeZone = 'UTC'");
    run = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
  });
  afterAll(() => {
    instance.closeSync();
    rmSync(folder, { recursive: true });
  });
  const runSql: RunSql = (sql) => run(sql);

  const open: CsvLab['open'] = (files, options) => {
    const given =
      options && new Map(Object.entries(options).map(([name, value]) => [name, { value }]));
    return openCsvTable([files].flat(), given ?? null, runSql);
  };
  return {
    run: runSql,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return { path, shownPath: name };
    },
    open,
    async read(files, options) {
      const table = await open(files, options);
      return inOurWords(table, async () => {
        const { types, rowCount } = await proveTypes(table, runSql);
        const answer = await readAll(table, types, runSql);
        if (answer.rows.length !== rowCount) throw new Error('the number of rows was not proven');
        return answer;
      });
    },
    async readGuessing(file) {
      const table = await open(file);
      const types = { ...(await guessTypes(table, runSql)), areProven: false };
      try {
        return await readAll(table, types, runSql);
      } catch (error) {
        if (!(error instanceof Error) || !isTypeViolation(error.message)) throw error;
        return readAll(table, (await proveTypes(table, runSql)).types, runSql);
      }
    },
    async readInOneThread(file) {
      const table = await open(file);
      const groups = table.groups.map((group) => ({ ...group, isParallel: false }));
      const columns = table.columns.map(() => ({ name: 'VARCHAR', scale: 0 }) as const);
      const answer = await readAll({ ...table, groups }, { columns, areProven: true }, runSql);
      return answer.rows;
    },
  };
}

type Types = Parameters<typeof typedScan>[1];

async function readAll(table: CsvTable, types: Types, run: RunSql): Promise<Answer> {
  const names = table.columns.map((_, index) => `c${index}`).join(', ');
  const scan = `(${typedScan(table, types)}) AS t(${names})`;
  const rows = await run(`SELECT [${names.replace(/c\d+/g, '$&::VARCHAR')}] FROM ${scan}`);
  return {
    columns: table.columns,
    types: types.columns.map(sqlTypeName),
    rows: rows.map(([row]) => (row as { items?: (string | null)[] }).items ?? (row as string[])),
  };
}

async function inOurWords<T>(table: CsvTable, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const fault = error instanceof Error ? describeCsvFault(error.message, table) : null;
    throw fault ?? error;
  }
}
