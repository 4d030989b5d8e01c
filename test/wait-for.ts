// Waits until something holds, as patiently as expect.poll does by vitest.config.ts.
import { vi } from 'vitest';

/** Resolves with what the condition returns, once it no longer throws or rejects. */
export function waitFor<T>(condition: () => T | Promise<T>, intervalMs?: number): Promise<T> {
  return vi.waitFor(condition, {
    timeout: 120_000,
    ...(intervalMs !== undefined && { interval: intervalMs }),
  });
}
