// Stores the rows of a plan until the answer is complete: few in memory, many in a file of the spool.
import { open, rm } from 'node:fs/promises';
import type { AnswerLayout, RowLayout } from '../../../query/layouts.ts';
import type { GrowingRows } from '../../../query/query-answer.ts';
import type { AnswerRequest } from '../../../query/query-request.ts';
import { rowsInFile, rowsInMemory, type StoredRows } from '../../../spool/stored-rows.ts';
import { interruptible } from '../database/interruptible.ts';
import { copyToArrow } from './arrow/copy-to-arrow.ts';
import { type CopyLayout, copyRows, marginBytes } from './copy-rows.ts';
import type { Delivered, Delivery } from './delivery.ts';
import type { AnswerSize } from './plan-rows.ts';
import { readRows } from './read-rows.ts';
import { streamRows } from './stream-rows.ts';

interface Stored extends Delivered {
  readonly rows: StoredRows;
}

export function storeRows(
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
