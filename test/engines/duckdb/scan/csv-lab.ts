// Files in a temporary folder and a real DuckDB that reads them the way the engine does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';
import type { CsvFile } from '../../../../src/csv/csv-file.ts';
import type { CsvTable } from '../../../../src/csv/csv-table.ts';
import { openCsvTable } from '../../../../src/csv/open-csv-table.ts';
import type { RunSql } from '../../../../src/engines/duckdb/database/run-sql.ts';
import { readValueError } from '../../../../src/engines/duckdb/errors/error-marks.ts';
import { toReadError } from '../../../../src/engines/duckdb/errors/to-pathql-error.ts';
import { type ColumnTypes, typedScan } from '../../../../src/engines/duckdb/scan/csv-scan.ts';
import { sqlTypeName } from '../../../../src/engines/duckdb/scan/exact-type-sql.ts';
import {
  inferFromAllRows,
  inferFromFirstRows,
} from '../../../../src/engines/duckdb/scan/infer-types.ts';
import type { OptionValue } from '../../../../src/sql/file-reference.ts';

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
  /** The same for a large file: types from the first rows, and from all when a value goes against them. */
  readByFirstRows(file: CsvFile): Promise<Answer>;
  /** The fields as text, read as files are that are large and have quotes. */
  readInOneThread(file: CsvFile): Promise<Answer['rows']>;
}

/** Marks the errors of its scans. */
export const tableId = 1;

/** SQL that reads `csv` with `types`, every value verified. */
export function scanOf(csv: CsvTable, types: ColumnTypes): string {
  return typedScan({ id: tableId, csv, types });
}

export function isTypeViolation(error: unknown): boolean {
  return error instanceof Error && readValueError(error.message)?.kind === 'inferred';
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
    return openCsvTable([files].flat(), given ?? null);
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
        const { types, rowCount } = await inferFromAllRows(table, runSql);
        const answer = await readAll(table, types, runSql);
        if (answer.rows.length !== rowCount) throw new Error('the rows were counted wrongly');
        return answer;
      });
    },
    async readByFirstRows(file) {
      const table = await open(file);
      const { types } = await inferFromFirstRows(table, runSql);
      try {
        return await readAll(table, asFromFirstRows(types), runSql);
      } catch (error) {
        if (!isTypeViolation(error)) throw error;
        return readAll(table, (await inferFromAllRows(table, runSql)).types, runSql);
      }
    },
    async readInOneThread(file) {
      const table = await open(file);
      const groups = table.groups.map((group) => ({ ...group, scanMode: 'sequential' as const }));
      const columns = table.columns.map(() => ({ name: 'VARCHAR', scale: 0 }) as const);
      const types = { columns, areFromAllRows: true };
      return (await readAll({ ...table, groups }, types, runSql)).rows;
    },
  };
}

/** The same types, as if there were more rows than were looked at. */
export function asFromFirstRows(types: ColumnTypes): ColumnTypes {
  return { ...types, areFromAllRows: false };
}

async function readAll(table: CsvTable, types: ColumnTypes, run: RunSql): Promise<Answer> {
  const names = table.columns.map((_, index) => `c${index}`).join(', ');
  const scan = `(${scanOf(table, types)}) AS t(${names})`;
  const rows = await run(`SELECT [${names.replace(/c\d+/g, '$&::VARCHAR')}] FROM ${scan}`);
  return {
    columns: table.columns,
    types: types.columns.map(sqlTypeName),
    rows: rows.map(([row]) => (row as { items?: (string | null)[] }).items ?? (row as string[])),
  };
}

async function inOurWords<T>(csv: CsvTable, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw toReadError(error, { id: tableId, csv });
  }
}
