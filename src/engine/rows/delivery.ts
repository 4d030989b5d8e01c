// The three ways rows leave: stored until the answer is complete, passed on as they come, saved as a file.
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RowLayout, RowSink } from '../../query.ts';
import type { Delivered, Delivery } from '../answer-query.ts';
import { copyRows, copyRowsThroughPipe, marginBytes } from './copy-rows.ts';
import { readFewRows, readRows } from './read-rows.ts';
import { RowStore, rowsInFile, type StoredRows } from './row-store.ts';
import { objectKeys } from './row-text.ts';

interface Stored extends Delivered {
  readonly rows: StoredRows;
}

export function deliverStored(layout: RowLayout): (delivery: Delivery) => Promise<Stored> {
  return async (delivery) => {
    const path = spoolPath(delivery);
    return delivery.size === 'large'
      ? copyToSpool(delivery, layout, path)
      : readToStore(delivery, layout, path);
  };
}

async function copyToSpool(
  { plan, connection }: Delivery,
  layout: RowLayout,
  path: string,
): Promise<Stored> {
  try {
    const rowCount = await copyRows(plan, { connection, path, layout });
    return {
      rowCount,
      rows: await rowsInFile(path, marginBytes[layout]),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function readToStore(
  { plan, size }: Delivery,
  layout: RowLayout,
  path: string,
): Promise<Stored> {
  const store = new RowStore(path);
  try {
    const { rowCount } = await (size === 'small' ? readFewRows : readRows)(plan, layout, (rows) =>
      store.add(rows),
    );
    return { rowCount, rows: await store.store() };
  } finally {
    await store.discard();
  }
}

export function deliverToSink(
  layout: RowLayout,
  sink: RowSink,
): { deliver(delivery: Delivery): Promise<Delivered>; canStartOver(): boolean } {
  let hasLeft = false;
  const deliver = async (delivery: Delivery) => {
    const { plan, connection, size } = delivery;
    const begin = () => (hasLeft ? Promise.resolve() : sink.begin(columnNames(delivery, layout)));
    const write = async (rows: Uint8Array) => {
      await begin();
      hasLeft = true;
      await sink.write(rows);
    };
    const path = spoolPath(delivery);
    const { rowCount } =
      size === 'large' && hasPipes
        ? { rowCount: await copyRowsThroughPipe(plan, { connection, path, layout }, write) }
        : await readRows(plan, layout, write);
    await begin();
    return { rowCount };
  };
  return { deliver, canStartOver: () => !hasLeft };
}

const hasPipes = process.platform !== 'win32';

export function deliverToFile(options: {
  readonly layout: RowLayout;
  readonly path: string;
  readonly head: ((columns: readonly string[]) => string) | undefined;
}): (delivery: Delivery) => Promise<Delivered> {
  const { layout, path, head } = options;
  return async (delivery) => {
    const { plan, connection } = delivery;
    const line = head?.(columnNames(delivery, layout));
    const target = { connection, path, layout, ...(line !== undefined && { head: line }) };
    return { rowCount: await copyRows(plan, target) };
  };
}

function columnNames({ plan }: Delivery, layout: RowLayout): string[] {
  return layout === 'json-object' ? objectKeys(plan.columns) : plan.columns.map(({ name }) => name);
}

function spoolPath({ lane }: Delivery): string {
  return join(lane.spoolFolder, randomUUID());
}
