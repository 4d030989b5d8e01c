// The commands README and CONTRIBUTING name exist, and CI runs them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts, dependencies, optionalDependencies, devDependencies } = JSON.parse(
  read('package.json'),
) as Record<
  'scripts' | 'dependencies' | 'optionalDependencies' | 'devDependencies',
  Record<string, string>
>;

test.each(['npm ci && npm start', 'npm ci && npm test'])('README names %s', (command) => {
  expect(read('README.md')).toContain(`\n    ${command}\n`);
});

test.each(['README.md', 'CONTRIBUTING.md'])('the npm scripts in %s exist', (page) => {
  const known = [...Object.keys(scripts), 'ci', 'install', 'pack', 'publish'];
  const named = [...read(page).matchAll(/npm (?:run )?([a-z]+(?::[a-z]+)*)/g)].map(
    ([, name]) => name,
  );
  expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

test('the sample files in README exist', () => {
  for (const [path] of read('README.md').matchAll(/examples\/\w+\.csv/g)) {
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});

test('npm run check runs the quick tests, and CI runs it and the slow tests after npm ci', () => {
  for (const part of ['types', 'lint', 'build']) expect(scripts.check).toContain(`npm run ${part}`);
  expect(scripts.check).toContain('npm test');
  expect(read('.ci/run')).toMatch(/^npm ci\n[\s\S]*npm run check[\s\S]*npm run test:slow/m);
});

test('the quick and the slow tests are all tests', () => {
  const projects = (script: string | undefined) => script?.match(/--project=\w+/g) ?? [];
  const both = [...projects(scripts.test), ...projects(scripts['test:slow'])];
  expect(both).toEqual(['--project=unit', '--project=smoke', '--project=slow']);
  const names = config.test?.projects?.map((one) => (one as { test: { name: string } }).test.name);
  expect(names?.map((name) => `--project=${name}`)).toEqual(both);
  expect(scripts['test:all']).toBe('vitest run');
});

test('every dependency is pinned, and has its reason in CONTRIBUTING', () => {
  const reasons = read('CONTRIBUTING.md');
  const packages = { ...dependencies, ...optionalDependencies, ...devDependencies };
  for (const [name, version] of Object.entries(packages)) {
    expect(version, name).toMatch(/^\d/);
    if (!name.startsWith('@types/')) expect(reasons).toContain(`| \`${name}\``);
  }
});
