// The three ways rows leave: stored until the answer is complete, passed on as they come, saved as a file.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { namedFor } from '../../formats/object-keys.ts';
import type { AnswerColumn, FileLayout, RowLayout, RowSink, SaveRequest } from '../../query.ts';
import type { Delivered, Delivery } from '../answer-query.ts';
import { answerColumn } from './column-kinds.ts';
import { copyRows, copyRowsThroughPipe, marginBytes } from './copy-rows.ts';
import { readRows } from './read-rows.ts';
import { rowsInFile, rowsInMemory, type StoredRows } from './stored-rows.ts';

interface Stored extends Delivered {
  readonly rows: StoredRows;
}

export function deliverStored(layout: RowLayout): (delivery: Delivery) => Promise<Stored> {
  return (delivery) =>
    delivery.isLarge ? copyToSpool(delivery, layout) : readToMemory(delivery, layout);
}

async function readToMemory({ plan }: Delivery, layout: RowLayout): Promise<Stored> {
  const { rowCount, rows } = await readRows(plan, layout);
  return { rowCount, rows: rowsInMemory(rows) };
}

async function copyToSpool(delivery: Delivery, layout: RowLayout): Promise<Stored> {
  const { plan, connection } = delivery;
  const path = spoolPath(delivery);
  try {
    const rowCount = await copyRows(plan, { connection, path, layout });
    return { rowCount, rows: await rowsInFile(path, marginBytes(layout)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export function deliverToSink(
  layout: RowLayout,
  sink: RowSink,
): { deliver(delivery: Delivery): Promise<Delivered>; canStartOver(): boolean } {
  let hasLeft = false;
  const deliver = async (delivery: Delivery) => {
    const begin = () => (hasLeft ? Promise.resolve() : sink.begin(columnsOf(delivery, layout)));
    const write = async (rows: Uint8Array) => {
      await begin();
      hasLeft = true;
      await sink.write(rows);
    };
    const rowCount = await passOn(delivery, layout, write);
    await begin();
    return { rowCount };
  };
  return { deliver, canStartOver: () => !hasLeft };
}

const hasPipes = process.platform !== 'win32';

/** While the query runs where it pays and the system has named pipes, else once it is complete. */
async function passOn(
  delivery: Delivery,
  layout: RowLayout,
  write: (rows: Uint8Array) => Promise<void>,
): Promise<number> {
  if (delivery.isLarge && hasPipes) {
    const { plan, connection } = delivery;
    const target = { connection, path: spoolPath(delivery), layout };
    return copyRowsThroughPipe(plan, target, write);
  }
  const { rowCount, rows } = await deliverStored(layout)(delivery);
  try {
    for await (const part of rows.read()) if (part.length > 0) await write(part);
  } finally {
    await rows.close();
  }
  return rowCount;
}

export function deliverToFile({
  layout,
  path,
  head,
}: Pick<SaveRequest, 'layout' | 'path' | 'head'>): (delivery: Delivery) => Promise<Delivered> {
  return async (delivery) => {
    const { plan, connection } = delivery;
    const line = head?.(columnsOf(delivery, layout));
    const target = { connection, path, layout, ...(line !== undefined && { head: line }) };
    return { rowCount: await copyRows(plan, target) };
  };
}

function columnsOf({ plan }: Delivery, layout: FileLayout): AnswerColumn[] {
  return namedFor(layout, plan.columns.map(answerColumn));
}

/** The folder is made anew should someone have cleaned temporary files up. */
function spoolPath({ lane }: Delivery): string {
  mkdirSync(lane.spoolFolder, { recursive: true, mode: 0o700 });
  return join(lane.spoolFolder, randomUUID());
}
