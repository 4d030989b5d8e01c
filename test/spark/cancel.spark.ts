// Cancels at random moments leave no job behind on the cluster.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomOf } from '../differential/random.ts';
import { ask } from '../test-engine.ts';
import { longFile, longQuery } from './long-query.ts';
import { openEngines } from './open-engines.ts';
import { jobsFromBefore } from './running-jobs.ts';

const cancels = Number(process.env.SPARK_CANCELS ?? 10);

test.runIf(cancels > 0)(`${cancels} cancels`, { timeout: 900_000 }, async () => {
  const { spark } = await openEngines(longFile);
  const random = randomOf(20_240_115);
  await ask(spark, 'SELECT sum(n) FROM n.csv');
  for (let i = 0; i < cancels; i += 1) {
    const controller = new AbortController();
    const asked = ask(spark, longQuery, { signal: controller.signal });
    await Promise.all([
      setTimeout(random.between(0, 3_000)).then(() => controller.abort()),
      expect(asked).rejects.toMatchObject({ code: 'cancelled' }),
    ]);
  }
  await expect.poll(() => jobsFromBefore(Date.now())).toEqual([]);
  // What was planned when it was cancelled may start late.
  expect((await ask(spark, 'SELECT count(*) FROM n.csv')).text).toBe('[2000]');
  await expect.poll(() => jobsFromBefore(Date.now())).toEqual([]);
});
