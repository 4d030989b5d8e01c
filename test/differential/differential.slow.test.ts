// Compares Pathql with a reader that knows only the docs, on random files and random questions.
import { expect, test } from 'vitest';
import { type TestEngine, testEngine } from '../test-engine.ts';
import { compareCase } from './compare-case.ts';
import { randomCase } from './random-file.ts';
import { kindOf, type Shrunk, shrinkCase } from './shrink-case.ts';

/** `npm run test:differential` runs for so long; otherwise it ends when it has seen enough. */
const givenSeconds = process.env.DIFFERENTIAL_SECONDS;
const isLong = givenSeconds !== undefined;
const seconds = Number(givenSeconds ?? 600);
const firstSeed = Number(process.env.DIFFERENTIAL_SEED ?? 20_240_115);
const casesOfShortRun = 1_400;
const shownFailures = 25;

interface Failure extends Shrunk {
  readonly seed: number;
  times: number;
}

test('Pathql and the independent reader agree', { timeout: (seconds + 240) * 1000 }, async () => {
  const engine = await testEngine();
  const figures = new Map<string, number>();
  const failures = new Map<string, Failure>();
  const until = performance.now() + seconds * 1000;
  const hasMore = () => (isLong ? performance.now() < until : seed < firstSeed + casesOfShortRun);
  let seed = firstSeed;
  const lane = async () => {
    while (hasMore()) {
      await compareSeed(engine, seed++, figures, failures);
    }
  };
  await Promise.all([lane(), lane()]);
  const table = [...figures].sort().map(([name, number]) => `${name}: ${number}`);
  if (isLong) console.log(table.join('\n'));
  const texts: string[] = [];
  for (const failure of [...failures.values()].slice(0, shownFailures)) {
    texts.push(await describeFailure(engine, failure));
  }
  expect(failures.size, `\n${texts.join('\n\n')}\n`).toBe(0);
  expect(figures.get('files')).toBeGreaterThan(isLong ? 0 : 1_500);
});

async function compareSeed(
  engine: TestEngine,
  seed: number,
  figures: Map<string, number>,
  failures: Map<string, Failure>,
): Promise<void> {
  const made = randomCase(seed, targetBytes(seed));
  const comparison = await compareCase(engine, seed, made);
  const count = (name: string, by = 1) => figures.set(name, (figures.get(name) ?? 0) + by);
  count('files', made.files.length);
  count(`files ${comparison.outcome}`, made.files.length);
  for (const dimension of made.dimensions) {
    count(dimension);
    if (comparison.outcome === 'answered') count(`answered: ${dimension}`);
  }
  for (const kind of comparison.questions) count(`question: ${kind}`);
  if (comparison.differences.length === 0) return;
  const kind = kindOf(comparison);
  const known = failures.get(kind);
  if (known === undefined) failures.set(kind, { seed, made, comparison, times: 1 });
  else known.times++;
}

/** Some files are large enough to be read in several blocks. */
function targetBytes(seed: number): number {
  const index = seed - firstSeed;
  if (isLong && index % 1_000 === 999) return 70 * 2 ** 20;
  return index % (isLong ? 50 : 500) === 49 ? (4 + (index % 10) / 2) * 2 ** 20 : 0;
}

async function describeFailure(engine: TestEngine, failure: Failure): Promise<string> {
  const { made, comparison } = await shrinkCase(engine, failure.seed, failure);
  const times = `${failure.times} times, first with DIFFERENTIAL_SEED=${failure.seed}`;
  const contents = made.files.map(({ content }) => shownContent(content));
  return [times, ...contents, ...comparison.differences].join('\n');
}

function shownContent(content: Buffer | undefined): string {
  if (content === undefined) return 'a file cut short';
  const text = content.toString();
  const isText = Buffer.from(text).equals(content);
  return isText ? JSON.stringify(text).slice(0, 1000) : content.toString('hex').slice(0, 1000);
}
