// Measures the memory the service still holds after a large answer.

import { setTimeout as delay } from 'node:timers/promises';
import { query } from '../service/http-client.mjs';
import { showMegabytes } from '../service/numbers.mjs';
import { memoryOf } from '../service/process-figures.mjs';
import { timeAnswer } from './large-answer.mjs';
import { skipped } from './rows-of-results.mjs';
import { withService } from './with-service.mjs';

const goalBytes = 150e6;

/** Time for the allocator to give back what is free already. */
const settleMs = 2_000;

export async function measureMemory({ data }) {
  const measure = 'server memory after the large answer − before (in brackets: at most meanwhile)';
  return withService(data, async (service) => {
    await query(service.url, `SELECT * FROM '${data.people}'`);
    const before = memoryOf(service.pid);
    if (before === undefined) return [skipped(measure, 'not to be seen on this system')];
    await timeAnswer(service.url, data);
    await delay(settleMs);
    const after = memoryOf(service.pid);
    const growth = after.now - before.now;
    return [
      {
        measure,
        ours: `${showMegabytes(growth)} (${showMegabytes(after.peak - before.now)})`,
        reference: '',
        ratio: '',
        goal: `≤ ${showMegabytes(goalBytes)}`,
        isMissed: growth > goalBytes,
      },
    ];
  });
}
