// Every ```sql block of the docs runs over examples/; one marked `refused` is refused.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../src/open-engine.ts';
import { testSettings } from '../test-settings.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)];

interface Example {
  readonly page: string;
  readonly isRefused: boolean;
  readonly sql: string;
}

function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = text.matchAll(/^```sql( refused)?\n(.*?)^```/gms);
  return [...blocks].map(([, mark, sql = '']) => ({ page, isRefused: mark !== undefined, sql }));
}

const examples = pages.filter((page) => page.endsWith('.md')).flatMap(examplesOf);

test.each(examples)('$page: $sql', async ({ isRefused, sql }) => {
  const log = { debug: () => {}, warn: () => {}, error: () => {} };
  const engine = await openEngine({ ...testSettings, dataDir: join(root, 'examples') }, log);
  onTestFinished(() => engine.close());
  const running = engine.answer({ sql, layout: 'json-array' });
  if (isRefused) await expect(running).rejects.toMatchObject({ name: 'PathqlError' });
  else await (await running).close();
});

test('the docs have examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(10);
});
