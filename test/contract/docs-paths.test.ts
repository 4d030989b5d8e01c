// Every file and folder that the docs name exists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pages as pagesOfDocs } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All of the repository, folders too, with a slash before each. */
const known = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !['node_modules', 'dist', '.git'].includes(name))
  .flatMap((entry) => {
    const below = entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' })
      : [];
    return [entry.name, ...below.map((path) => `${entry.name}/${path.replaceAll('\\', '/')}`)];
  })
  .map((path) => `/${path}`);

/** In these, a word with a slash is a path of the sources; elsewhere it may be one of the user. */
const ofDevelopers = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'src/engines/duckdb/DESIGN.md'];
const pages = [...new Set([...ofDevelopers, ...pagesOfDocs])];

const sourcePath =
  /^(?:src|test|docs|scripts|bench|examples|assets)\/[\w./-]*$|^[\w/-]+\.(?:ts|mjs)$/;
const anyPath = /^[\w.-]+\/[\w./-]*$/;
/** Made by the build, or of npm. */
const made = /^(?:dist|node_modules)\/|^@/;

function pathsIn(page: string): string[] {
  const words = [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\s]+)`/g)];
  return words
    .map(([, word = '']) => word)
    .filter((word) => sourcePath.test(word) || (ofDevelopers.includes(page) && anyPath.test(word)))
    .filter((word) => !made.test(word));
}

/** By its end, and also without its extension: `result/plan-rows` is `src/engines/duckdb/result/plan-rows.ts`. */
function isKnown(path: string): boolean {
  const end = `/${path.replace(/\/$/, '')}`;
  return known.some((one) => one.endsWith(end) || one.endsWith(`${end}.ts`));
}

test.each(pages)('the paths that %s names exist', (page) => {
  expect(pathsIn(page).filter((path) => !isKnown(path))).toEqual([]);
});

test('paths are found', () => {
  expect(ofDevelopers.flatMap(pathsIn).length).toBeGreaterThan(40);
});
