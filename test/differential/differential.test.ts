// Compares Pathql with a reader that knows only the docs, on random files and random questions.
import { expect, test } from 'vitest';
import { testEngine } from '../test-engine.ts';
import { compareCase } from './compare-case.ts';
import { randomCase } from './random-file.ts';

const isLong = process.env.DIFFERENTIAL_SECONDS !== undefined;
const seconds = Number(process.env.DIFFERENTIAL_SECONDS ?? 20);
const firstSeed = Number(process.env.DIFFERENTIAL_SEED ?? 20_240_115);
const report = process.env.DIFFERENTIAL_REPORT;

test('Pathql and the independent reader agree', { timeout: (seconds + 120) * 1000 }, async () => {
  const until = performance.now() + seconds * 1000;
  const { log, ...rest } = await testEngine();
  const failures: string[] = [];
  const figures = new Map<string, number>();
  const count = (name: string, by = 1) => figures.set(name, (figures.get(name) ?? 0) + by);
  let seed = firstSeed;
  const lane = async () => {
    while (
      performance.now() < until &&
      (isLong || seed < firstSeed + 1500) &&
      failures.length < 400
    ) {
      const mine = seed++;
      const made = randomCase(mine);
      const { outcome, questions, differences } = await compareCase({ ...rest, log }, mine, made);
      count('files', made.files.length);
      count(outcome);
      for (const name of [...made.dimensions, ...questions.map((kind) => `question ${kind}`)])
        count(name);
      for (const difference of differences) {
        failures.push(
          `DIFFERENTIAL_SEED=${mine}\n${made.files.map(({ content }) => JSON.stringify(content?.toString('latin1').slice(0, 600))).join('\n')}\n${difference}`,
        );
      }
    }
  };
  await Promise.all([lane(), lane()]);
  console.log(
    [...figures]
      .sort()
      .map(([name, number]) => `${name}: ${number}`)
      .join('\n'),
  );
  if (report) (await import('node:fs')).writeFileSync(report, failures.join('\n\n'));
  expect(failures.length, failures[0] ?? '').toBe(0);
});
