// The rows of a query to where they were asked for: a stream, a device, or a file that is replaced whole.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { OutputFormat } from '../formats/output-formats.ts';
import type { QueryEngine, RowSink } from '../query.ts';
import type { OutputStream } from './io.ts';
import { notWritable, type OutputFile, type OutputTarget } from './output-file.ts';

export interface Delivery {
  readonly engine: QueryEngine;
  readonly sql: string;
  readonly format: OutputFormat;
  /** Stops the query. Delivery aborts it itself when its rows can go nowhere. */
  readonly abort: AbortController;
}

export function deliverRows(
  delivery: Delivery,
  target: OutputTarget,
  stdout: OutputStream,
): Promise<void> {
  switch (target.kind) {
    case 'stdout':
      return deliverToStream(delivery, stdout, 'standard output');
    case 'device':
      return deliverToDevice(delivery, target.path);
    case 'file':
      return deliverToFile(delivery, target.file);
  }
}

async function deliverToStream(
  { engine, sql, format, abort }: Delivery,
  stream: OutputStream,
  name: string,
): Promise<void> {
  let fault: unknown;
  const sink = streamSink(stream, format, (error) => {
    fault ??= error;
    abort.abort();
  });
  try {
    await engine.stream({ sql, layout: format.layout, signal: abort.signal }, sink);
  } catch (error) {
    if (fault === undefined) throw error;
    // The reader has closed its end, as `head` does: no fault, there is only no more to do.
    if (!isBrokenPipe(fault)) throw notWritable(name, fault);
  }
}

/** At the pace of whoever reads the stream. */
function streamSink(
  stream: OutputStream,
  format: OutputFormat,
  onFault: (error: Error) => void,
): RowSink {
  stream.on('error', onFault);
  const write = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      stream.write(bytes, (error) => {
        if (!error) return resolve();
        onFault(error);
        reject(error);
      });
    });
  return {
    begin: async (columns) => {
      const head = format.head?.(columns);
      if (head !== undefined) await write(`${head}\n`);
    },
    write,
  };
}

async function deliverToDevice(delivery: Delivery, path: string): Promise<void> {
  const device = createWriteStream(path);
  try {
    await deliverToStream(delivery, device, path);
    if (!device.destroyed) await finished(device.end());
  } finally {
    device.destroy();
  }
}

async function deliverToFile(
  { engine, sql, format, abort }: Delivery,
  file: OutputFile,
): Promise<void> {
  try {
    const request = { sql, layout: format.layout, signal: abort.signal };
    await engine.save(request, file.temporaryPath, format.head);
    await file.keep();
  } finally {
    await file.discard();
  }
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
