// Delivers the rows of a plan: stored until the answer is complete, passed on as they come, or written to a file.
import { namedFor } from '../../../formats/object-keys.ts';
import type { AnswerColumn, FileLayout, RowLayout } from '../../../query/layouts.ts';
import type { Output } from '../../engine-driver.ts';
import { copyToArrow } from './arrow/copy-to-arrow.ts';
import { answerColumn } from './column-kinds.ts';
import { copyRows, copyRowsIntoPipe } from './copy-rows.ts';
import type { Delivered, Delivery } from './delivery.ts';
import { readRows } from './read-rows.ts';
import { relayRows } from './relay-rows.ts';
import { storeRows } from './store-rows.ts';
import { streamRows } from './stream-rows.ts';

export function deliverRows(delivery: Delivery, output: Output): Promise<Delivered> {
  switch (output.kind) {
    case 'stored':
      return storeRows(delivery, output.layout, output.onBegin);
    case 'stream':
      return passOn(delivery, output);
    case 'file':
      return writeFile(delivery, output);
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
  const isRelayed = delivery.size === 'large' && sink.isScreen !== true;
  const relayed = isRelayed ? await relay(delivery, layout, write) : null;
  const rowCount = relayed ?? (await writeAll(delivery, layout, write));
  await begin();
  return { rowCount, rows: null };
}

type Write = (rows: Uint8Array) => Promise<void>;

function relay(
  { plan, connection, spool, signal }: Delivery,
  layout: RowLayout,
  write: Write,
): Promise<number | null> {
  return relayRows(plan, { connection, path: spool.newPath(), layout, write, signal });
}

function writeInto(
  pipe: string,
  { plan, connection, spool }: Delivery,
  layout: RowLayout,
): Promise<number> {
  return copyRowsIntoPipe(plan, { connection, path: spool.newPath(), layout, pipe });
}

async function writeAll(delivery: Delivery, layout: RowLayout, write: Write): Promise<number> {
  const { plan, connection, size } = delivery;
  if (size !== 'small') return streamRows(plan, { connection, layout, write });
  const { rowCount, rows } = await readRows(plan, layout);
  await write(rows);
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
