// Delivers the rows of a plan: stored until the answer is complete, passed on as they come, or written to a file.
import { open, rm } from 'node:fs/promises';
import { DuckDBBlobVector, type DuckDBConnection, type DuckDBDataChunk } from '@duckdb/node-api';
import { namedFor } from '../../../formats/object-keys.ts';
import type {
  AnswerColumn,
  AnswerLayout,
  AnswerRequest,
  FileLayout,
  GrowingRows,
  RowLayout,
} from '../../../query.ts';
import type { Spool } from '../../../spool/spool.ts';
import { rowsInFile, rowsInMemory, type StoredRows } from '../../../spool/stored-rows.ts';
import type { Output } from '../../engine-driver.ts';
import { interruptible } from '../database/interruptible.ts';
import { answerColumn } from './column-kinds.ts';
import {
  type CopyLayout,
  type CopyTarget,
  copyRows,
  copyRowsIntoPipe,
  marginBytes,
} from './copy-rows.ts';
import type { AnswerSize, RowPlan } from './plan-rows.ts';
import { streamRows } from './stream-rows.ts';

export interface Delivery {
  readonly plan: RowPlan;
  readonly connection: DuckDBConnection;
  readonly spool: Spool;
  readonly size: AnswerSize;
  readonly warnings: readonly string[];
}

export interface Delivered {
  readonly rowCount: number;
  /** Of an output that stores them, else null. */
  readonly rows: StoredRows | null;
}

export function deliverRows(delivery: Delivery, output: Output): Promise<Delivered> {
  switch (output.kind) {
    case 'stored':
      return store(delivery, output.layout, output.onBegin);
    case 'stream':
      return passOn(delivery, output);
    case 'file':
      return writeFile(delivery, output);
  }
}

interface Stored extends Delivered {
  readonly rows: StoredRows;
}

function store(
  delivery: Delivery,
  layout: AnswerLayout,
  onBegin?: AnswerRequest['onBegin'],
): Promise<Stored> {
  if (layout === 'arrow') return writeArrowToSpool(delivery);
  if (layout === 'parquet') return copyToSpool(delivery, layout, onBegin);
  return stores[delivery.size](delivery, layout, onBegin);
}

type Store = (
  delivery: Delivery,
  layout: RowLayout,
  onBegin?: AnswerRequest['onBegin'],
) => Promise<Stored>;

const stores: Readonly<Record<AnswerSize, Store>> = {
  small: readToMemory,
  large: copyToSpool,
  huge: streamToSpool,
};

async function readToMemory({ plan }: Delivery, layout: RowLayout): Promise<Stored> {
  const { rowCount, rows } = await readRows(plan, layout);
  return { rowCount, rows: rowsInMemory(rows) };
}

async function copyToSpool(
  delivery: Delivery,
  layout: CopyLayout,
  onBegin?: AnswerRequest['onBegin'],
): Promise<Stored> {
  const { plan, connection } = delivery;
  const copy = (path: string) => {
    onBegin?.(growingRows(delivery, path));
    return copyRows(plan, { connection, path, layout });
  };
  return writeToSpool(delivery, marginBytes(layout), copy);
}

function streamToSpool(
  delivery: Delivery,
  layout: RowLayout,
  onBegin?: AnswerRequest['onBegin'],
): Promise<Stored> {
  const { plan, connection } = delivery;
  return writeToSpool(delivery, 0, async (path) => {
    const handle = await open(path, 'wx', 0o600);
    try {
      onBegin?.(growingRows(delivery, path));
      return await streamRows(plan, {
        connection,
        layout,
        write: (rows) => handle.writeFile(rows),
      });
    } finally {
      await handle.close();
    }
  });
}

function growingRows({ plan, warnings }: Delivery, path: string): GrowingRows {
  return { columns: plan.columns.map(({ name }) => name), warnings, path };
}

function writeArrowToSpool(delivery: Delivery): Promise<Stored> {
  return writeToSpool(delivery, 0, (path) => copyToArrow(delivery, path, 'stream'));
}

async function copyToArrow(
  { plan, connection, spool }: Delivery,
  path: string,
  form: 'stream' | 'file',
): Promise<number> {
  // The library takes a while to load.
  const { writeArrow } = await import('./arrow/write-arrow.ts');
  const tellFault = () => runForFault(plan, { connection, path: spool.newPath() });
  return writeArrow(plan, { connection, path, form, tellFault });
}

/** A result that is read chunk by chunk keeps its error to itself; written by DuckDB, the same rows tell it. */
async function runForFault(
  plan: RowPlan,
  target: Pick<CopyTarget, 'connection' | 'path'>,
): Promise<void> {
  try {
    await copyRows(plan, { ...target, layout: 'parquet' });
  } finally {
    await rm(target.path, { force: true });
  }
}

/** `write` resolves with the number of rows. */
async function writeToSpool(
  { connection, spool }: Delivery,
  marginBytes: number,
  write: (path: string) => Promise<number>,
): Promise<Stored> {
  const path = spool.newPath();
  try {
    const rowCount = await spool.bounded((signal) =>
      interruptible(connection, signal, () => write(path)),
    );
    return { rowCount, rows: rowsInFile({ path, marginBytes }) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** While the query runs where it pays, else once it is complete. */
async function passOn(
  delivery: Delivery,
  { layout, sink }: Extract<Output, { kind: 'stream' }>,
): Promise<Delivered> {
  let hasBegun = false;
  const begin = async () => {
    if (!hasBegun) await sink.begin(columnsOf(delivery, layout));
    hasBegun = true;
  };
  const write = async (rows: Uint8Array) => {
    if (rows.length === 0) return;
    await begin();
    await sink.write(rows);
  };
  if (delivery.size === 'large' && sink.pipe !== undefined) {
    await begin();
    return { rowCount: await writeInto(sink.pipe, delivery, layout), rows: null };
  }
  const rowCount = await writeAll(delivery, layout, write);
  await begin();
  return { rowCount, rows: null };
}

function writeInto(
  pipe: string,
  { plan, connection, spool }: Delivery,
  layout: RowLayout,
): Promise<number> {
  return copyRowsIntoPipe(plan, { connection, path: spool.newPath(), layout, pipe });
}

async function writeAll(
  delivery: Delivery,
  layout: RowLayout,
  write: (rows: Uint8Array) => Promise<void>,
): Promise<number> {
  const { plan, connection, size } = delivery;
  if (size !== 'small') return streamRows(plan, { connection, layout, write });
  const { rowCount, rows } = await store(delivery, layout);
  try {
    for await (const part of rows.read()) await write(part);
  } finally {
    await rows.close();
  }
  return rowCount;
}

async function writeFile(
  delivery: Delivery,
  { layout, path, compression, head }: Extract<Output, { kind: 'file' }>,
): Promise<Delivered> {
  const { plan, connection } = delivery;
  if (layout === 'arrow') {
    return { rowCount: await copyToArrow(delivery, path, 'file'), rows: null };
  }
  const line = head?.(columnsOf(delivery, layout));
  const common = { connection, path, layout, compression };
  const target = line === undefined ? common : { ...common, head: line };
  return { rowCount: await copyRows(plan, target), rows: null };
}

function columnsOf({ plan }: Delivery, layout: FileLayout): AnswerColumn[] {
  return namedFor(layout, plan.columns.map(answerColumn));
}

interface RowsRead {
  readonly rowCount: number;
  /** Joined or ended as the layout has it. */
  readonly rows: Uint8Array;
}

const comma = Buffer.from(',');
const newline = Buffer.from('\n');

export async function readRows(plan: RowPlan, layout: RowLayout): Promise<RowsRead> {
  const result = await plan.statement.run();
  const parts: Uint8Array[] = [];
  for (let index = 0; index < result.chunkCount; index++) {
    addRows(result.getChunk(index), layout, parts);
  }
  return { rowCount: result.rowCount, rows: Buffer.concat(parts) };
}

function addRows(chunk: DuckDBDataChunk, layout: RowLayout, parts: Uint8Array[]): void {
  const vector = chunk.getColumnVector(0);
  if (!(vector instanceof DuckDBBlobVector)) throw new Error('A row did not come as bytes');
  for (let row = 0; row < chunk.rowCount; row++) {
    const value = vector.getItem(row);
    if (value === null) throw new Error('A row came without its text');
    if (layout === 'json-array' && parts.length > 0) parts.push(comma);
    parts.push(value.bytes);
    if (layout !== 'json-array') parts.push(newline);
  }
}
