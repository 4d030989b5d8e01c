// Compares Pathql with a reader that knows only the docs, on random files and random questions.
import { expect, test } from 'vitest';
import { testEngine } from '../test-engine.ts';
import { compareCase } from './compare-case.ts';
import { randomCase } from './random-file.ts';
import { kindOf, type Shrunk, shrinkCase } from './shrink-case.ts';

const isLong = process.env.DIFFERENTIAL_SECONDS !== undefined;
const seconds = Number(process.env.DIFFERENTIAL_SECONDS ?? 20);
const firstSeed = Number(process.env.DIFFERENTIAL_SEED ?? 20_240_115);
const report = process.env.DIFFERENTIAL_REPORT;

test('Pathql and the independent reader agree', { timeout: (seconds + 400) * 1000 }, async () => {
  const until = performance.now() + seconds * 1000;
  const engine = await testEngine();
  const failures = new Map<string, { seed: number; shrunk: Shrunk; times: number }>();
  const figures = new Map<string, number>();
  const count = (name: string, by = 1) => figures.set(name, (figures.get(name) ?? 0) + by);
  let seed = firstSeed;
  const lane = async () => {
    while (performance.now() < until && (isLong || seed < firstSeed + 1500)) {
      const mine = seed++;
      const made = randomCase(mine);
      const comparison = await compareCase(engine, mine, made);
      count('files', made.files.length);
      count(comparison.outcome);
      for (const name of [
        ...made.dimensions,
        ...comparison.questions.map((kind) => `question ${kind}`),
      ])
        count(name);
      if (comparison.differences.length === 0) continue;
      const kind = kindOf(comparison);
      if (process.env.IGN && new RegExp(process.env.IGN).test(kind + made.dimensions.join())) {
        count('known');
        continue;
      }
      const before = failures.get(kind);
      if (before !== undefined) before.times++;
      else failures.set(kind, { seed: mine, shrunk: { made, comparison }, times: 1 });
    }
  };
  await Promise.all([lane(), lane()]);
  console.log(
    [...figures]
      .sort()
      .map(([name, number]) => `${name}: ${number}`)
      .join('\n'),
  );
  const texts: string[] = [];
  for (const { seed, shrunk, times } of [...failures.values()].slice(0, 40)) {
    const { made, comparison } = await shrinkCase(engine, seed, shrunk);
    texts.push(
      [
        `${times} times, first DIFFERENTIAL_SEED=${seed}`,
        ...made.files.map(({ content }) => shownContent(content)),
        ...comparison.differences,
      ].join('\n'),
    );
    if (report) (await import('node:fs')).writeFileSync(report, texts.join('\n\n') + '\n');
  }
  if (report) (await import('node:fs')).writeFileSync(report, texts.join('\n\n') + '\n');
  expect(failures.size, texts[0] ?? '').toBe(0);
});

function shownContent(content: Buffer | undefined): string {
  if (content === undefined) return 'cut short';
  const text = content.toString();
  return Buffer.from(text).equals(content)
    ? JSON.stringify(text).slice(0, 1000)
    : content.toString('hex').slice(0, 1000);
}
