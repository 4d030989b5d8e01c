// Tries again when the connection to a server is lost, or there is none: it may just be started anew.
import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../../concurrency/wait-for.ts';
import { isConnectionLost } from './errors.ts';

const pausesMs = [50, 200, 1_000, 2_000, 4_000];

/** Waits before the next attempt. Rejects with the error where it is of another kind, or this was the last attempt. */
export async function pauseBefore(
  attempt: number,
  error: unknown,
  signal?: AbortSignal,
): Promise<void> {
  const pauseMs = pausesMs[attempt];
  if (!isConnectionLost(error) || pauseMs === undefined) throw error;
  await setTimeout(pauseMs, undefined, signal && { signal });
}

export async function afterPauses<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await waitFor(ask(), signal);
    } catch (error) {
      await pauseBefore(attempt, error, signal);
    }
  }
}
