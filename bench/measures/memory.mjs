// What the service still holds after a large answer.

import { query } from '../service/http-client.mjs';
import { showMegabytes } from '../service/numbers.mjs';
import { memoryOf } from '../service/process-figures.mjs';
import { timeAnswer } from './large-answer.mjs';
import { skipped } from './rows-of-results.mjs';
import { withService } from './with-service.mjs';

const goalBytes = 150e6;

export async function measureMemory({ data }) {
  const measure = 'server memory after the large answer − before (at most, while it was sent)';
  return withService(data, async (service) => {
    await query(service.url, `SELECT * FROM '${data.people}'`);
    const before = memoryOf(service.pid);
    if (before === undefined) return [skipped(measure, 'not to be seen on this system')];
    await timeAnswer(service.url, data);
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
