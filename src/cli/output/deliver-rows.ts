// Delivers the rows of a query to their destination: a stream, a device, or a file that is replaced whole.
import { createWriteStream } from 'node:fs';
import { finished, pipeline } from 'node:stream/promises';
import { PathqlError } from '../../errors.ts';
import { compressor } from '../../formats/compression.ts';
import type { OutputFormat } from '../../formats/output-formats.ts';
import { RowLines } from '../../formats/row-lines.ts';
import type { OutputTarget, RowWriter } from '../../formats/row-writer.ts';
import { type Compression, isBinary } from '../../query/layouts.ts';
import type { QueryStats, RowSink } from '../../query/query-answer.ts';
import type { QueryRequest } from '../../query/query-request.ts';
import type { QueryRunner } from '../../query/services.ts';
import { diskFull, notWritable, type OutputDestination, type OutputFile } from './output-file.ts';
import { isBrokenPipe, streamOutput, type TextOutput } from './text-output.ts';

/** A statement, and how it is run. */
export type StatementRequest = Pick<
  QueryRequest,
  'sql' | 'parameters' | 'readOptions' | 'timeoutMs'
>;

export interface Delivery {
  readonly engine: QueryRunner;
  readonly question: StatementRequest;
  readonly format: OutputFormat;
  /** Of a file. */
  readonly compression: Compression | undefined;
  readonly target: OutputTarget;
  readonly onProgress?: QueryRequest['onProgress'];
  /** Stops the query. Delivery aborts it itself when its rows can go nowhere. */
  readonly abort: AbortController;
}

/** Resolves with null when whoever read the output has left. */
export function deliverRows(
  delivery: Delivery,
  destination: OutputDestination,
  stdout: TextOutput,
): Promise<QueryStats | null> {
  switch (destination.kind) {
    case 'stdout':
      if (delivery.format.needsFile !== undefined) throw needsFile(delivery.format.needsFile);
      return deliverTo(stdout, 'standard output', delivery);
    case 'device':
      return deliverToPath(destination.path, destination.path, delivery);
    case 'file':
      return deliverToFile(destination.file, delivery);
  }
}

async function deliverTo(
  output: TextOutput,
  name: string,
  delivery: Delivery,
): Promise<QueryStats | null> {
  const { engine, question, format, target, abort, onProgress } = delivery;
  const { layout } = format;
  // Only files are written by the engine as a whole.
  if (isBinary(layout)) throw needsFile(format.needsFile ?? '');
  output.onFault(() => abort.abort());
  const request = {
    ...question,
    layout,
    signal: abort.signal,
    ...(onProgress && { onProgress }),
  };
  try {
    const { sink, end } = await rowSink(format, target, output);
    const stats = await engine.stream(request, sink);
    await end(stats);
    await output.end();
    return stats;
  } catch (error) {
    await output.abandon();
    const fault = output.fault() ?? faultOfPipe(error);
    if (fault === undefined) throw error;
    if (isBrokenPipe(fault)) return null;
    throw notWritable(name, fault);
  }
}

/** Of a pipe that the engine wrote into itself. */
function faultOfPipe(error: unknown): Error | undefined {
  if (!(error instanceof PathqlError) || error.code !== 'output_not_writable') return undefined;
  return error.cause instanceof Error ? error.cause : undefined;
}

interface SinkToEnd {
  readonly sink: RowSink;
  end(stats: QueryStats): Promise<void>;
}

async function rowSink(
  { writer, head }: OutputFormat,
  target: OutputTarget,
  output: TextOutput,
): Promise<SinkToEnd> {
  const isScreen = target.width !== null;
  if (writer !== undefined) return writerSink(await writer(target), { output, isScreen });
  const sink: RowSink = {
    begin: async (columns) => {
      if (head !== undefined) await output.write(`${head(columns)}\n`);
    },
    write: (rows) => output.write(rows),
    isScreen,
    ...(output.pipe !== undefined && { pipe: output.pipe }),
  };
  return { sink, end: () => Promise.resolve() };
}

function writerSink(
  writer: RowWriter,
  { output, isScreen }: { readonly output: TextOutput; readonly isScreen: boolean },
): SinkToEnd {
  const lines = new RowLines();
  const pass = async (text: string | Uint8Array) => {
    if (text.length > 0) await output.write(text);
  };
  return {
    sink: {
      begin: (columns) => pass(writer.begin(columns)),
      write: (bytes) => {
        if ('addBytes' in writer) return pass(writer.addBytes(bytes));
        const rows = lines.add(bytes);
        return rows.length === 0 ? Promise.resolve() : pass(writer.add(rows));
      },
      isScreen,
    },
    end: async (stats) => pass(await writer.end(stats)),
  };
}

async function deliverToPath(
  path: string,
  name: string,
  delivery: Delivery,
): Promise<QueryStats | null> {
  const { compression } = delivery;
  const file = createWriteStream(path);
  const packed = compression === undefined ? null : compressor(compression);
  const written = packed === null ? finished(file) : pipeline(packed, file);
  // Heard below, unless an earlier fault is told.
  written.catch(() => undefined);
  try {
    const first = packed ?? file;
    const stats = await deliverTo(streamOutput(first), name, delivery);
    first.end();
    if (stats !== null) await written;
    return stats;
  } finally {
    packed?.destroy();
    file.destroy();
  }
}

async function deliverToFile(file: OutputFile, delivery: Delivery): Promise<QueryStats | null> {
  try {
    const stats = await fillFile(file, delivery);
    await file.keep();
    return stats;
  } catch (error) {
    const isDiskFull = error instanceof PathqlError && error.code === 'disk_full';
    throw isDiskFull && (await file.isDiskFull()) ? notWritable(file.shownPath, diskFull()) : error;
  } finally {
    await file.discard();
  }
}

/** The engine writes its own rows; what a writer makes of them is written here. */
function fillFile(file: OutputFile, delivery: Delivery): Promise<QueryStats | null> {
  const { engine, question, format, compression, abort, onProgress } = delivery;
  const { layout, head, writer } = format;
  const { temporaryPath: path, shownPath } = file;
  if (writer !== undefined) return deliverToPath(path, shownPath, delivery);
  const { signal } = abort;
  const rows = { layout, path, compression, head };
  return engine.save({ ...question, ...rows, signal, ...(onProgress && { onProgress }) });
}

function needsFile(example: string): PathqlError {
  const message = `This format is written into files only: name one, as in ${example}. A device or standard output will not do`;
  return new PathqlError('usage_invalid', message);
}
