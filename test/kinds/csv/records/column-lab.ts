// Writes texts as column files, the way a scan does, and reads those by readers that are not ours.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll } from 'vitest';
import type { WrittenColumn } from '../../../../src/kinds/csv/records/page-writer.ts';
import {
  type RecordFault,
  type RecordFindings,
  RecordScanner,
  type RecordSyntax,
} from '../../../../src/kinds/csv/records/record-scanner.ts';
import { columnName } from '../../../../src/kinds/shared/columns/column-footer.ts';
import type { ColumnSink } from '../../../../src/kinds/shared/columns/column-sink.ts';
import { writeColumnFile } from '../../../../src/kinds/shared/columns/write-column-file.ts';
import type { ColumnTask } from '../../../../src/kinds/shared/types/table-types.ts';

export interface WrittenText {
  readonly text: string;
  readonly columns: readonly WrittenColumn[];
  readonly syntax?: Partial<RecordSyntax>;
  readonly tasks?: readonly ColumnTask[];
  readonly nullTexts?: readonly string[];
  /** Bytes that are put at a time, over and over; none: as many as fit. */
  readonly pieces?: readonly number[];
}

export interface Written {
  readonly path: string;
  readonly fault: RecordFault | null;
  readonly findings: RecordFindings;
}

type Rows = readonly (readonly unknown[])[];

export interface ColumnLab {
  readonly run: (sql: string) => Promise<Rows>;
  write(text: WrittenText): Promise<Written>;
  /** A column file of what `scan` writes. */
  writeBy(
    columns: readonly WrittenColumn[],
    scan: (sink: ColumnSink) => Promise<RecordFindings>,
  ): Promise<Omit<Written, 'fault'>>;
  /** As DuckDB prints it. */
  read(path: string): Promise<Rows>;
  /** By hyparquet: texts only, and faster for a few rows. */
  readTexts(path: string): Promise<Rows>;
}

const scanner = new RecordScanner();

export function columnLab(): ColumnLab {
  const folder = mkdtempSync(join(tmpdir(), 'pathql-columns-'));
  let instance: DuckDBInstance;
  let run: ColumnLab['run'] = async () => [];
  let count = 0;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    // Files are written again under the same name.
    await connection.run("SET TimeZone = 'UTC'; SET enable_external_file_cache = false");
    run = async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
  });
  afterAll(() => {
    instance.closeSync();
    rmSync(folder, { recursive: true });
  });
  const writeBy: ColumnLab['writeBy'] = async (columns, scan) => {
    const path = join(folder, `${count++ % 8}.parquet`);
    let findings: RecordFindings | null = null;
    const forms = columns.map(({ form }) => form);
    await writeColumnFile(path, forms, async (sink) => {
      findings = await scan(sink);
      return findings.groups;
    });
    return { path, findings: findings as unknown as RecordFindings };
  };
  return {
    run: (sql) => run(sql),
    writeBy,
    async write(text) {
      let fault: RecordFault | null = null;
      const written = await writeBy(text.columns, async (sink) => {
        const scanned = scan(text, sink);
        fault = scanned.fault;
        return scanned.findings;
      });
      return { ...written, fault };
    },
    async read(path) {
      const [{ num_children: width = 0 } = {}] = parquetMetadata(await bytesOf(path)).schema;
      const texts = Array.from({ length: width }, (_, at) => `${columnName(at)}::VARCHAR`);
      const rows = await run(`SELECT [${texts.join(', ')}] FROM read_parquet('${path}')`);
      return rows.map(([row]) => row as unknown[]);
    },
    readTexts: async (path) =>
      (await parquetReadObjects({ file: await bytesOf(path) })).map(Object.values),
  };
}

async function bytesOf(path: string): Promise<ArrayBuffer> {
  return new Uint8Array(await readFile(path)).buffer;
}

function scan(
  { text, columns, syntax = {}, tasks, nullTexts = [], pieces = [1 << 21] }: WrittenText,
  sink: ColumnSink,
): Pick<Written, 'fault' | 'findings'> {
  const bytes = Buffer.from(text);
  const fields = columns.map((column) => ('field' in column ? column.field : 0));
  const width = syntax.width ?? Math.max(...fields) + 1;
  scanner.begin({
    syntax: { delimiter: ',', quote: '"', lineEnd: '\n', hasHeader: false, ...syntax, width },
    tasks: tasks ?? Array.from({ length: width }, () => ({ kind: 'any' })),
    nullTexts: new Set(nullTexts),
    writing: { columns, sink },
  });
  for (let at = 0, piece = 0; ; piece++) {
    const { room } = scanner;
    const length = Math.min(pieces[piece % pieces.length] ?? 1, room.length);
    const copied = bytes.copy(room, 0, at, at + length);
    scanner.put(copied);
    at += copied;
    const fault = scanner.scan(copied === 0);
    if (fault !== null || copied === 0) return { fault, findings: scanner.findings };
  }
}
