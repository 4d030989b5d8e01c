// Cancels at random moments leave no job behind on the cluster.
import { setTimeout } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { randomOf } from '../differential/random.ts';
import { ask } from '../test-engine.ts';
import { openEngines } from './open-engines.ts';

const cancels = Number(process.env.SPARK_CANCELS ?? 10);
/** Some millions of pairs: it runs for longer than any of the cancels waits. */
const longQuery =
  'SELECT count(*) FROM n.csv a, n.csv b, n.csv c WHERE (a.n * b.n + c.n) % 7 = 3 AND a.n <> c.n';

test(`${cancels} cancels`, { timeout: 900_000 }, async () => {
  const rows = Array.from({ length: 2_000 }, (_, i) => i);
  const { spark } = await openEngines({ 'n.csv': `n\n${rows.join('\n')}\n` });
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
  const cancelledAt = Date.now();
  await setTimeout(10_000);
  expect(await jobsFromBefore(cancelledAt)).toEqual([]);
  expect((await ask(spark, 'SELECT count(*) FROM n.csv')).text).toBe('[2000]');
});

/** Those that run still. */
async function jobsFromBefore(time: number): Promise<unknown[]> {
  const url = inject('statusUrl');
  const [application] = (await read(`${url}/applications`)) as { readonly id: string }[];
  const running = await read(`${url}/applications/${application?.id}/jobs?status=running`);
  return (running as { readonly submissionTime: string }[]).filter(({ submissionTime }) => {
    return Date.parse(submissionTime.replace('GMT', 'Z')) < time;
  });
}

async function read(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}
