// Lets DuckDB write rows itself, natively and in parallel: the quicker way when they are many.
import { execFile } from 'node:child_process';
import { constants, createReadStream } from 'node:fs';
import { open, symlink, unlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../../errors.ts';
import type { Compression, RowLayout } from '../../../query.ts';
import { identifier, literal } from '../../../sql-text.ts';
import type { RowPlan } from './plan-rows.ts';

/** Between a prefix and a suffix DuckDB writes the separator between rows only; without them also after the last. */
const margin = ' ';

/** Bytes at both ends of a copied file that belong to no row. */
export function marginBytes(layout: CopyLayout): number {
  return layout === 'json-array' ? margin.length : 0;
}

/** What DuckDB can write. */
export type CopyLayout = RowLayout | 'parquet';

export interface CopyTarget {
  readonly connection: DuckDBConnection;
  readonly path: string;
  readonly layout: CopyLayout;
  /** Of a layout that is text. */
  readonly compression?: Compression | undefined;
  /** A line before the rows. */
  readonly head?: string;
}

type CopyOptions = Pick<CopyTarget, 'layout' | 'head' | 'compression'>;

/** Writes all rows to the file and resolves with their number. */
export async function copyRows(plan: RowPlan, target: CopyTarget): Promise<number> {
  const { connection, path, head } = target;
  const rows =
    head === undefined ? plan.sql : `SELECT * FROM (${plan.sql}) AS r(${identifier(head)})`;
  const reader = await connection.runAndReadAll(
    `COPY (${rows}) TO ${literal(path)} (${copyOptions(target)})`,
  );
  return Number(reader.getRows()[0]?.[0] ?? 0);
}

function copyOptions({ layout, head, compression }: CopyOptions): string {
  if (layout === 'parquet') return 'FORMAT parquet, COMPRESSION zstd';
  const hasHead = head !== undefined;
  const asText = `FORMAT csv, HEADER ${hasHead}, QUOTE '', ESCAPE '', COMPRESSION ${compression ?? 'none'}`;
  if (layout !== 'json-array') return asText;
  return `${asText}, PREFIX '${margin}', SUFFIX '${margin}', NEW_LINE ','`;
}

const pipeBytes = 256 * 1024;

/** The same through a named pipe: `write` gets the rows while the query runs. */
export async function copyRowsThroughPipe(
  plan: RowPlan,
  target: CopyTarget,
  write: (rows: Uint8Array) => Promise<void>,
): Promise<number> {
  await promisify(execFile)('mkfifo', ['-m', '600', target.path]);
  try {
    const copying = copyRows(plan, target).finally(() => endPipe(target.path));
    const [copied, drained] = await Promise.allSettled([copying, drainPipe(target.path, write)]);
    if (drained.status === 'rejected') throw drained.reason;
    if (copied.status === 'rejected') throw copied.reason;
    return copied.value;
  } finally {
    await unlink(target.path);
  }
}

async function drainPipe(path: string, write: (rows: Uint8Array) => Promise<void>): Promise<void> {
  for await (const rows of createReadStream(path, { highWaterMark: pipeBytes })) await write(rows);
}

/** A query that fails before it opens the pipe would leave the reader waiting for a writer: be one, briefly. */
async function endPipe(path: string): Promise<void> {
  const writer = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null);
  await writer?.close();
}

export interface PipeTarget extends CopyTarget {
  /** Of the pipe that someone reads. `path` becomes a link to it, where DuckDB may write. */
  readonly pipe: string;
}

/** The same into a pipe: no row goes through this thread. While nobody reads, no interrupt ends it. */
export async function copyRowsIntoPipe(plan: RowPlan, target: PipeTarget): Promise<number> {
  const { pipe, path } = target;
  await symlink(pipe, path);
  try {
    return await copyRows(plan, target);
  } catch (error) {
    throw isWriteFailure(error) ? readerHasLeft(error) : error;
  } finally {
    await unlink(path);
  }
}

/** Pipes have no other: whoever read has closed their end. */
function isWriteFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('IO Error: Could not write');
}

function readerHasLeft(cause: unknown): PathqlError {
  const reason = Object.assign(new Error('Broken pipe', { cause }), { code: 'EPIPE' });
  return new PathqlError('output_not_writable', 'Whoever read the rows has left', {
    cause: reason,
  });
}
