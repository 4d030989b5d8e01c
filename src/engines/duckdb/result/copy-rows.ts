// Lets DuckDB write rows itself, natively and in parallel: the quicker way when they are many.
import { symlink, unlink } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PathqlError } from '../../../errors.ts';
import type { Compression, RowLayout } from '../../../query/layouts.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
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

export interface PipeTarget extends CopyTarget {
  /** Of the pipe that someone reads. `path` becomes a link to it, where DuckDB may write. */
  readonly pipe: string;
}

/** Writes them into a pipe: no row goes through this thread. While nobody reads, no interrupt ends it. */
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
