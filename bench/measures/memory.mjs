// Measures the memory the service still holds after a large answer, and the most it had meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import { dataFile } from '../generate-data.mjs';
import { quotedPaths } from '../references/open-reference.mjs';
import { memoryOf } from '../service/process-figures.mjs';
import { questions } from './questions.mjs';
import { untilQuiet } from './until-quiet.mjs';
import { askOverHttp } from './ways.mjs';
import { withService } from './with-service.mjs';

/** Time for the allocator to give back what is free already. */
const settleMs = 2_000;

export async function measureMemory(file, { folder }) {
  const orders = await dataFile(folder, 'orders', file);
  const small = await dataFile(folder, 'orders', { ...file, size: '50kB' });
  return withService(folder, async ({ url, pid }) => {
    await askOverHttp(url, questions['select-all'].sql(quotedPaths({ orders: small })), {
      isLarge: true,
    });
    const before = memoryOf(pid);
    if (before === undefined) return { note: 'not to be seen on this system', figures: {} };
    await askOverHttp(url, questions['select-all'].sql(quotedPaths({ orders })), { isLarge: true });
    await untilQuiet({ pid });
    await delay(settleMs);
    const after = memoryOf(pid);
    return { peakBytes: after.peak, figures: { heldMegabytes: (after.now - before.now) / 1e6 } };
  });
}
