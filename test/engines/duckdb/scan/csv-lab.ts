// Files in a temporary folder and a real DuckDB that reads them the way the engine does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';
import { csvContents } from '../../../../src/engines/duckdb/scan/csv-contents.ts';
import { sqlTypeName } from '../../../../src/engines/duckdb/scan/exact-type-sql.ts';
import type { CsvTable } from '../../../../src/kinds/csv/csv-table.ts';
import { openCsvTable } from '../../../../src/kinds/csv/open-csv-table.ts';
import type { SourceFile } from '../../../../src/kinds/shared/source-file.ts';
import type { ColumnType } from '../../../../src/kinds/shared/types/table-column.ts';
import type { OptionValue } from '../../../../src/sql/file-reference.ts';
import { copiesIn } from '../../../clean-copies.ts';

/** Runs SQL and gives the rows as JavaScript values. */
type RunSql = (sql: string) => Promise<readonly (readonly unknown[])[]>;

export interface Answer {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  /** As DuckDB prints them. */
  readonly rows: readonly (readonly (string | null)[])[];
}

export interface CsvLab {
  readonly run: RunSql;
  write(name: string, content: string | Uint8Array): SourceFile;
  open(
    files: SourceFile | readonly SourceFile[],
    options?: Record<string, OptionValue>,
  ): Promise<CsvTable>;
  /** Everything in the files, as the engine would find it; errors in our words. */
  read(
    files: SourceFile | readonly SourceFile[],
    options?: Record<string, OptionValue>,
  ): Promise<Answer>;
  readTable(table: CsvTable): Promise<Answer>;
  /** The rows of the SQL that is made of a scan of all columns. */
  query(table: CsvTable, sqlOf: (scan: string) => string): ReturnType<RunSql>;
}

type Copies = ReturnType<typeof copiesIn>;

export function csvLab(): CsvLab {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-csv-'));
  const copies = copiesIn(join(folder, 'copies'));
  let instance: DuckDBInstance;
  let run: RunSql = async () => [];
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    // As the engine does: a copy may be made again under the same name.
    await connection.run("SET TimeZone = 'UTC'; SET enable_external_file_cache = false");
    run = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
  });
  afterAll(() => {
    instance.closeSync();
    rmSync(folder, { recursive: true });
  });
  const runSql: RunSql = (sql) => run(sql);

  const open: CsvLab['open'] = async (files, options) => {
    const given =
      options && new Map(Object.entries(options).map(([name, value]) => [name, { value }]));
    return openCsvTable([files].flat(), given ?? null, { copies });
  };
  const readTable = (table: CsvTable) => readAll(table, copies, runSql);
  return {
    run: runSql,
    write(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return { path, shownPath: name };
    },
    open,
    read: async (files, options) => readTable(await open(files, options)),
    readTable,
    query: (table, sqlOf) => runScan(table, copies, (scan) => runSql(sqlOf(scan))),
  };
}

async function readAll(table: CsvTable, copies: Copies, run: RunSql): Promise<Answer> {
  const columns = await table.columns.types('all', never);
  const names = columns.map((_, index) => `c${index}`).join(', ');
  const texts = names.replace(/c\d+/g, '$&::VARCHAR');
  const rows = await runScan(table, copies, (scan) =>
    run(`SELECT [${texts}] FROM (${scan}) AS t(${names})`),
  );
  if (rows.length !== table.rowCount) throw new Error('the rows were counted wrongly');
  return {
    columns: columns.map(({ name }) => name),
    types: columns.map(({ type }) => typeName(type)),
    rows: rows.map(([row]) => (row as { items?: (string | null)[] }).items ?? (row as string[])),
  };
}

const never = new AbortController().signal;

async function runScan<T>(
  table: CsvTable,
  copies: Copies,
  run: (scan: string) => Promise<T>,
): Promise<T> {
  const tools = { signal: never, connection: null as never };
  const { scan, copies: leased } = await csvContents(table).columns.load('all', tools);
  try {
    return await run(scan);
  } finally {
    await copies.releaseAll(leased);
  }
}

/** A given type is shown as the text it is read from. */
export function typeName(type: ColumnType): string {
  return type.kind === 'given' ? 'VARCHAR' : sqlTypeName(type);
}
