// Waits until the service does nothing any more: after its answers it loads tables into its cache.
import { setTimeout as delay } from 'node:timers/promises';
import { cpuMsOf } from '../service/process-figures.mjs';

const lookEveryMs = 250;
const quietCpuMs = 20;
const giveUpMs = 120_000;

export async function untilQuiet({ pid }) {
  const giveUpAt = Date.now() + giveUpMs;
  let before = cpuMsOf(pid);
  for (;;) {
    await delay(lookEveryMs);
    const now = cpuMsOf(pid);
    if (now - before <= quietCpuMs) return;
    if (Date.now() > giveUpAt) throw new Error('The service does not come to rest');
    before = now;
  }
}
