// Checks the document of an answer and reads it into the words of this language.
import type { Value } from './read-json.ts';

export interface Answer {
  readonly columns: readonly string[];
  /** Of the columns, as SQL names them, where they were asked for. */
  readonly types?: readonly string[];
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly Value[])[];
  readonly stats: AnswerStats;
}

export interface AnswerStats {
  /** Rows read from the files the query names. */
  readonly rowsScanned: number;
  readonly rowsReturned: number;
  /** Milliseconds, with fractions. */
  readonly executionTimeMs: number;
}

/** From the headers of an answer that is no JSON document; undefined where they are missing. */
export function readStats(headers: Headers): AnswerStats | undefined {
  const names = ['x-rows-scanned', 'x-rows-returned', 'x-execution-time-ms'];
  const figures = names.map((name) => Number(headers.get(name) ?? Number.NaN));
  const [rowsScanned = 0, rowsReturned = 0, executionTimeMs = 0] = figures;
  if (!figures.every(Number.isFinite)) return undefined;
  return { rowsScanned, rowsReturned, executionTimeMs };
}

/** Undefined when the document is something else. */
export function readAnswer(document: unknown): Answer | undefined {
  const { columns, types, rows, stats } = fieldsOf(document);
  const { rows_scanned, rows_returned, execution_time_ms } = fieldsOf(stats);
  const figures = [rows_scanned, rows_returned, execution_time_ms].map(Number);
  const [rowsScanned = NaN, rowsReturned = NaN, executionTimeMs = NaN] = figures;
  if (!isArrayOf(columns, isString) || !isArrayOf(rows, isRow)) return undefined;
  if (types !== undefined && !isArrayOf(types, isString)) return undefined;
  if (rowsReturned !== rows.length || !figures.every(Number.isFinite)) return undefined;
  const read = { columns, ...(types !== undefined && { types }), rows };
  return { ...read, stats: { rowsScanned, rowsReturned, executionTimeMs } };
}

export interface Health {
  readonly status: string;
  readonly version: string;
}

/** Undefined when the document is something else. */
export function readHealth(document: unknown): Health | undefined {
  const { status, version } = fieldsOf(document);
  return isString(status) && isString(version) ? { status, version } : undefined;
}

export interface Schema {
  readonly columns: readonly SchemaColumn[];
  readonly rowCount: number;
}

export interface SchemaColumn {
  readonly name: string;
  /** As SQL names it. */
  readonly type: string;
  readonly hasNulls: boolean;
  /** The least value; null: there are none. */
  readonly min: Value;
  readonly max: Value;
}

/** Undefined when the document is something else. */
export function readSchema(document: unknown): Schema | undefined {
  const { columns, row_count: rowCount } = fieldsOf(document);
  if (!Array.isArray(columns) || typeof rowCount !== 'number') return undefined;
  const read = columns.map((column) => {
    const { name, type, has_nulls: hasNulls, min, max } = fieldsOf(column);
    return { name, type, hasNulls, min, max } as SchemaColumn;
  });
  return read.every(isSchemaColumn) ? { columns: read, rowCount } : undefined;
}

function isSchemaColumn({ name, type, hasNulls }: SchemaColumn): boolean {
  return isString(name) && isString(type) && typeof hasNulls === 'boolean';
}

/** How a file is written, and calls that read it, to stand behind FROM. */
export interface Sniffed {
  readonly path: string;
  /** Was tried on the whole file. */
  readonly call: string;
  readonly records: number;
  /** What the call reads, and what it leaves out. */
  readonly summary: string;
  /** Why the file is not read without options, or what of it was guessed. */
  readonly problem: string | null;
  /** Where it was guessed whether the first record holds names or data: takes it for the other. */
  readonly otherCall: string | null;
  /** Reads dates and numbers of other notations with their types. */
  readonly typedCall: string | null;
  readonly typedProblem: string | null;
  readonly delimiter: string;
  readonly encoding: string;
  readonly compression: string;
}

/** Undefined when the document is something else. */
export function readSniffed(document: unknown): Sniffed | undefined {
  const fields = fieldsOf(document);
  const { path, call, records, summary, delimiter, encoding, compression } = fields;
  const { problem, other_call: otherCall } = fields;
  const { typed_call: typedCall, typed_problem: typedProblem } = fields;
  const texts = [path, call, summary, delimiter, encoding, compression];
  const others = [problem, otherCall, typedCall, typedProblem];
  const isWhole = texts.every(isString) && others.every((one) => one === null || isString(one));
  if (!isWhole || typeof records !== 'number') return undefined;
  return {
    ...{ path, call, records, summary, problem, otherCall, typedCall, typedProblem },
    ...{ delimiter, encoding, compression },
  } as Sniffed;
}

export interface FileList {
  readonly files: readonly ServerFile[];
  /** True: the server has more. */
  readonly isCut: boolean;
  /** Of all pages; null: the server did not look at all folders. */
  readonly fileCount: number | null;
  /** Those that have files, where they were asked for. */
  readonly folders?: readonly FolderCount[];
}

export interface FolderCount {
  /** `.` is the data folder itself. */
  readonly path: string;
  /** Not those of the folders in it. */
  readonly files: number;
}

export interface ServerFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** ISO 8601. */
  readonly modified: string;
}

/** Undefined when the document is something else. */
export function readFileList(document: unknown): FileList | undefined {
  const { files, is_cut: isCut, file_count: fileCount = null, folders } = fieldsOf(document);
  if (!isArrayOf(files, isFile) || typeof isCut !== 'boolean') return undefined;
  if (fileCount !== null && typeof fileCount !== 'number') return undefined;
  if (folders === undefined) return { files, isCut, fileCount };
  return isArrayOf(folders, isFolder) ? { files, isCut, fileCount, folders } : undefined;
}

function isFolder(value: unknown): value is FolderCount {
  const { path, files } = fieldsOf(value);
  return isString(path) && typeof files === 'number';
}

function isFile(value: unknown): value is ServerFile {
  const { path, size, modified } = fieldsOf(value);
  return isString(path) && typeof size === 'number' && isString(modified);
}

export interface Explained {
  /** Every mention of files, in the order of the query. */
  readonly tables: readonly ExplainedTable[];
}

export interface ExplainedTable {
  /** Paths and patterns as the query has them. */
  readonly written: readonly string[];
  /** What the files are: CSV, JSON, JSON lines, Parquet or log. */
  readonly kind: string;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  readonly rowCount: number;
  /** Answered from the table cache. */
  readonly isCached: boolean;
  /** The first rows of the file: the query needs no others. */
  readonly isPart: boolean;
  /** Clean copies are made of the files first. */
  readonly isRewritten: boolean;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** How groups of CSV files are written. */
  readonly dialects: readonly {
    readonly delimiter: string;
    readonly encoding: string;
    readonly compression: string;
  }[];
  /** What options leave out. */
  readonly warnings: readonly string[];
}

/** Undefined when the document is something else. */
export function readExplained(document: unknown): Explained | undefined {
  const { tables } = fieldsOf(document);
  if (!Array.isArray(tables)) return undefined;
  const read = tables.map((table) => {
    const fields = fieldsOf(table);
    const { written, kind = 'CSV', files, columns, dialects, warnings } = fields;
    const { row_count: rowCount, is_cached: isCached } = fields;
    const { is_part: isPart = false, is_rewritten: isRewritten } = fields;
    return {
      ...{ written, kind, files, rowCount, isCached, isPart, isRewritten },
      ...{ columns, dialects, warnings },
    } as ExplainedTable;
  });
  return read.every(isExplainedTable) ? { tables: read } : undefined;
}

function isExplainedTable(table: ExplainedTable): boolean {
  const { written, files, columns, dialects, warnings, rowCount, isCached } = table;
  const lists = [written, files, columns, dialects, warnings];
  return (
    lists.every(Array.isArray) && typeof rowCount === 'number' && typeof isCached === 'boolean'
  );
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isArrayOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isRow = (value: unknown): value is Value[] => Array.isArray(value);
