// Writes the rows of a plan as Arrow record batches into a file, a batch at a time.
import { type FileHandle, open } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import {
  AsyncByteQueue,
  type Data,
  type Field,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  RecordBatchStreamWriter,
  Schema,
  Struct,
} from 'apache-arrow';
import { chunksToEnd } from '../chunks-ahead.ts';
import type { RowPlan } from '../plan-rows.ts';
import { arrowField } from './arrow-types.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { makeColumnBuilder } from './make-column-builder.ts';

export interface ArrowTarget {
  readonly connection: DuckDBConnection;
  readonly path: string;
  /** Without it a stream. */
  readonly form?: keyof typeof writers;
  readonly tellFault: () => Promise<unknown>;
}

/** Readers take batches of some 10,000 rows at full speed; more would only take memory here. */
const maxBatchRows = 32_768;
const maxBatchBytes = 16_000_000;

/** A stream is read from its start to its end; a file has a footer, by which its batches are found. */
const writers = { stream: RecordBatchStreamWriter, file: RecordBatchFileWriter } as const;

/**
 * Resolves with the number of rows, once the row that marks the end has come; without it the query failed, and
 * `tellFault` is to reject with the reason.
 */
export async function writeArrow(
  { statement }: RowPlan,
  { connection, path, form = 'stream', tellFault }: ArrowTarget,
): Promise<number> {
  const fields: Field[] = [];
  for (let i = 0; i < statement.columnCount - 1; i++) {
    fields.push(arrowField(statement.columnName(i), statement.columnType(i)));
  }
  const handle = await open(path, 'wx', 0o600);
  try {
    const batches = new BatchFile(handle, new Schema(fields), form);
    let rowCount = 0;
    const result = { connection, statement, endsRows, tellFault };
    for await (const { chunk, count } of chunksToEnd(result)) {
      rowCount += count;
      await batches.add(chunk, count);
    }
    await batches.end();
    return rowCount;
  } finally {
    await handle.close();
  }
}

/** Whether its last row is the one that marks the end. */
function endsRows({ chunk, columnCount, rowCount }: DuckDBDataChunk): boolean {
  const flags = duckdb.data_chunk_get_vector(chunk, columnCount - 1);
  return duckdb.vector_get_data(flags, rowCount)[rowCount - 1] === 1;
}

class BatchFile {
  readonly #handle: FileHandle;
  readonly #schema: Schema;
  readonly #columns: readonly ColumnBuilder[];
  readonly #written = new WrittenBytes();
  readonly #writer: RecordBatchStreamWriter | RecordBatchFileWriter;
  #rowCount = 0;
  /** Of the batch before. */
  #writing: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle, schema: Schema, form: keyof typeof writers) {
    this.#writer = new writers[form]({ autoDestroy: false });
    this.#handle = handle;
    this.#schema = schema;
    this.#columns = schema.fields.map(({ type }) => makeColumnBuilder(type));
    this.#writer.reset(this.#written, schema);
  }

  async add(chunk: DuckDBDataChunk, count: number): Promise<void> {
    this.#columns.forEach((column, i) => {
      column.append(duckdb.data_chunk_get_vector(chunk.chunk, i), { start: 0, count });
    });
    this.#rowCount += count;
    const bytes = this.#columns.reduce((sum, column) => sum + column.bytes, 0);
    if (this.#rowCount >= maxBatchRows || bytes >= maxBatchBytes) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#rowCount > 0) await this.#flush();
    this.#writer.finish();
    await this.#write();
    await this.#writing;
  }

  async #flush(): Promise<void> {
    const length = this.#rowCount;
    const children: Data[] = this.#columns.map((column) => column.take());
    const type = new Struct(this.#schema.fields);
    const data = makeData({ type, length, nullCount: 0, children });
    this.#writer.write(new RecordBatch(this.#schema, data));
    this.#rowCount = 0;
    await this.#write();
  }

  /** One batch is on its way while the next one is collected. */
  async #write(): Promise<void> {
    await this.#writing;
    this.#writing = writeAll(this.#handle, this.#written.take());
    this.#writing.catch(() => undefined);
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

/** Takes what the writer writes, so that no batch waits in memory for the one before. */
class WrittenBytes extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(part: ArrayBuffer | Uint8Array | string): void {
    this.#parts.push(typeof part === 'string' ? Buffer.from(part) : viewOf(part));
  }

  take(): Uint8Array {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    return bytes;
  }
}

function viewOf(part: ArrayBuffer | Uint8Array): Uint8Array {
  return part instanceof Uint8Array ? part : new Uint8Array(part);
}
