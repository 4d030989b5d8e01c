// The recipes in Python run and print what their page says. Without Python or a library they are skipped.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from './program.ts';
import { hasModules, runPython } from './python.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/recipes.md'), 'utf8');
const recipes = [...page.matchAll(/^## ([^\n]+)\n|^```python\n(.*?)^```\n\n```text\n(.*?)^```/gms)];

let heading = '';
const examples = recipes.flatMap(([, title, source, output = '']) => {
  heading = title ?? heading;
  return source === undefined ? [] : [{ heading, source, output }];
});

let service: RunningService;
beforeAll(async () => {
  service = await startService({ cwd: root });
});
afterAll(() => service.stop());

test('every recipe in Python has its output', () => {
  expect(examples).toHaveLength(page.split('```python').length - 1);
  expect(examples.length).toBeGreaterThan(4);
});

for (const { heading, source, output } of examples) {
  const modules = [...source.matchAll(/^import (\w+)/gm)].map(([, name = '']) => name);
  const reads = source.includes('read_parquet') || source.includes('"pyarrow"') ? ['pyarrow'] : [];
  const isMissing = !hasModules([...modules, ...reads]);
  test.skipIf(isMissing)(`${heading}: ${source.split('\n')[0]}`, async () => {
    const run = await runPython(source.replaceAll('http://localhost:8080', service.url));
    expect(run).toEqual({ stdout: output, stderr: '', code: 0 });
  });
}
