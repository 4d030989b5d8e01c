// Passes on what DuckDB writes into a pipe of our own, for outputs that it cannot open itself: files at their end, sockets, writers.
import { execFile } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { waitFor } from '../../../concurrency/wait-for.ts';
import { type CopyTarget, copyRows, marginBytes } from './copy-rows.ts';
import type { RowPlan } from './plan-rows.ts';

export interface Relay extends CopyTarget {
  /** Resolves when it may be called again. */
  readonly write: (rows: Uint8Array) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Resolves with the number of rows, or with null where there is no such way. */
export async function relayRows(plan: RowPlan, relay: Relay): Promise<number | null> {
  const { path, layout } = relay;
  // What stands round the rows is no part of them.
  if (marginBytes(layout) > 0 || !(await makePipe(path))) return null;
  try {
    return await copyThrough(plan, relay);
  } finally {
    await rm(path, { force: true });
  }
}

/** Node cannot make one. */
function makePipe(path: string): Promise<boolean> {
  const made = promisify(execFile)('mkfifo', ['-m', '600', path]);
  return made.then(
    () => true,
    () => false,
  );
}

async function copyThrough(plan: RowPlan, relay: Relay): Promise<number> {
  const { path, write, signal } = relay;
  // Without O_NONBLOCK it would wait for a writer.
  const reader = new Socket({ fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) });
  try {
    // The pipe ends with its last writer: this one stays until DuckDB is done.
    const writer = await open(path, constants.O_WRONLY);
    const copied = copyRows(plan, relay).finally(() => writer.close());
    // Without a reader DuckDB stops.
    const passed = waitFor(passOn(reader, write), signal).finally(() => reader.destroy());
    const [copy, pass] = await Promise.allSettled([copied, passed]);
    if (pass.status === 'rejected') throw pass.reason;
    if (copy.status === 'rejected') throw copy.reason;
    return copy.value;
  } finally {
    reader.destroy();
  }
}

async function passOn(reader: Socket, write: Relay['write']): Promise<void> {
  for await (const rows of reader) await write(rows as Uint8Array);
}
