// Checks the document of an answer and reads it into the words of this language.
import type { Value } from './read-json.ts';

export interface Answer {
  readonly columns: readonly string[];
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

/** Undefined when the document is something else. */
export function readAnswer(document: unknown): Answer | undefined {
  const { columns, rows, stats } = fieldsOf(document);
  const { rows_scanned, rows_returned, execution_time_ms } = fieldsOf(stats);
  const figures = [rows_scanned, rows_returned, execution_time_ms].map(Number);
  const [rowsScanned = NaN, rowsReturned = NaN, executionTimeMs = NaN] = figures;
  if (!isArrayOf(columns, isString) || !isArrayOf(rows, isRow)) return undefined;
  if (rowsReturned !== rows.length || !figures.every(Number.isFinite)) return undefined;
  return { columns, rows, stats: { rowsScanned, rowsReturned, executionTimeMs } };
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

export interface FileList {
  readonly files: readonly ServerFile[];
  /** True: the server has more. */
  readonly isCut: boolean;
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
  const { files, is_cut: isCut } = fieldsOf(document);
  return isArrayOf(files, isFile) && typeof isCut === 'boolean' ? { files, isCut } : undefined;
}

function isFile(value: unknown): value is ServerFile {
  const { path, size, modified } = fieldsOf(value);
  return isString(path) && typeof size === 'number' && isString(modified);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function isArrayOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isRow = (value: unknown): value is Value[] => Array.isArray(value);
