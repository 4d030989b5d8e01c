// Writes columns of files with records into one column file: large files piece by piece in several threads.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { processorCount } from '../../../settings/processor-count.ts';
import { columnFooter, magic } from '../../shared/columns/column-footer.ts';
import type { RowGroup } from '../../shared/columns/column-pages.ts';
import type { StoredForm } from '../../shared/columns/stored-form.ts';
import { writeFailed } from '../../shared/write-failed.ts';
import {
  type ColumnSink,
  ColumnWriter,
  type WriterSetup,
  type WrittenColumn,
} from './column-writer.ts';
import { fillRooms, type TextPlace } from './fill-rooms.ts';
import { writeInThread } from './record-threads.ts';
import type { WrittenPiece } from './write-piece.ts';

/** A file, or a copy of it, all of whose records were scanned. */
export interface WrittenFile extends TextPlace {
  readonly syntax: WriterSetup['syntax'];
  readonly nullTexts: ReadonlySet<string>;
  readonly columns: readonly WrittenColumn[];
  /** Bytes of its text. */
  readonly bytes: number;
  /** Bytes of the text before some of its records. */
  readonly starts: readonly number[];
}

export interface ColumnFile {
  readonly forms: readonly StoredForm[];
  readonly files: AsyncIterable<WrittenFile> | Iterable<WrittenFile>;
  readonly signal: AbortSignal;
}

const leastThreadedBytes = 8_000_000;
const mostThreads = 4;

/**
 * Writes a new file at `path`, which is gone again where this rejects: with disk_full, file_not_readable or the reason of
 * the signal.
 */
export async function writeColumns(
  { forms, files, signal }: ColumnFile,
  path: string,
): Promise<void> {
  const handle = await open(path, 'wx', 0o600).catch(writeFailed);
  try {
    await handle.writeFile(magic).catch(writeFailed);
    const taken = new BigInt64Array(new SharedArrayBuffer(8));
    taken[0] = BigInt(magic.length);
    const sink = { file: handle.fd, taken };
    const groups: RowGroup[] = [];
    for await (const file of files) groups.push(...(await writeFile(file, sink, signal)));
    await writeFooter(handle, columnFooter(forms, groups), Number(taken[0]));
  } catch (error) {
    await rm(path, { force: true });
    throw isNoSpace(error) ? writeFailed(error) : error;
  } finally {
    await handle.close();
  }
}

async function writeFooter(handle: FileHandle, footer: Buffer, at: number): Promise<void> {
  await handle.write(footer, 0, footer.length, at).catch(writeFailed);
}

function isNoSpace(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

function writeFile(file: WrittenFile, sink: ColumnSink, signal: AbortSignal): Promise<RowGroup[]> {
  const isThreaded =
    file.compression === 'none' && !file.content && file.bytes >= leastThreadedBytes;
  return isThreaded ? writePieces(file, sink, signal) : writeInOrder(file, sink, signal);
}

let idle: ColumnWriter | null = null;

async function writeInOrder(
  file: WrittenFile,
  sink: ColumnSink,
  signal: AbortSignal,
): Promise<RowGroup[]> {
  const writer = idle ?? new ColumnWriter();
  idle = null;
  try {
    writer.begin(file);
    const groups: RowGroup[] = [];
    for await (const length of fillRooms({ ...file, signal }, writer, { readsAhead: false })) {
      groups.push(...writer.write(length === 0, sink));
    }
    return groups;
  } finally {
    idle = writer;
  }
}

async function writePieces(
  file: WrittenFile,
  sink: ColumnSink,
  signal: AbortSignal,
): Promise<RowGroup[]> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const end = () => Atomics.store(stop, 0, 1);
  signal.addEventListener('abort', end, { once: true });
  const pieces = piecesOf(file, sink, stop);
  const found: RowGroup[][] = [];
  let next = 0;
  const work = async () => {
    while (next < pieces.length) {
      const at = next++;
      const groups = await writeInThread(pieces[at] as WrittenPiece);
      signal.throwIfAborted();
      if (groups === null) return;
      found[at] = groups;
    }
  };
  try {
    const workers = Array.from({ length: Math.min(mostThreads, processorCount()) }, work);
    const outcomes = await Promise.allSettled(
      workers.map((worker) =>
        worker.catch((error: unknown) => {
          end();
          throw error;
        }),
      ),
    );
    signal.throwIfAborted();
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return found.flat();
  } finally {
    signal.removeEventListener('abort', end);
  }
}

function piecesOf(file: WrittenFile, sink: ColumnSink, stop: Int32Array): WrittenPiece[] {
  const { syntax, columns, nullTexts, bytes } = file;
  const bounds = [file.start, ...file.starts.filter((at) => at > file.start && at < bytes)];
  return bounds.map((start, index) => {
    const hasHeader = syntax.hasHeader && index === 0;
    const setup = { syntax: { ...syntax, hasHeader }, columns, nullTexts };
    const end = bounds[index + 1] ?? bytes;
    return { path: file.file.path, start, end, stop, setup, sink };
  });
}
