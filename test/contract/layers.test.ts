// The quick tests reach every folder of src/, and no test gives up early on a busy machine.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { imports, sourceFiles } from './source-files.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const testFiles = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.ts'));

/** What test/smoke runs of the built program, and what unit tests run compiled. */
const entryPoints = [
  'main.ts',
  'console/main.ts',
  'api-docs/main.ts',
  'kinds/csv/records/scanner/main.ts',
  'kinds/json/scanner/main.ts',
];

test('quick tests reach every folder of src/', () => {
  const isQuick = (file: string) => /\.test\.ts$/.test(file) && !/\.slow\.|\/e2e\//.test(file);
  const reached = new Set([
    ...testFiles.filter(isQuick),
    ...entryPoints.map((file) => `src/${file}`),
  ]);
  const known = new Set([...testFiles, ...sourceFiles.map((file) => `src/${file}`)]);
  for (const file of reached) {
    // AssemblyScript leaves the extension out.
    const targets = importsOf(file).flatMap((target) => [target, `${target}.ts`]);
    for (const target of targets) if (known.has(target)) reached.add(target);
  }
  const scripts = sourceFiles.filter((file) => file.endsWith('.ts'));
  const folders = (files: readonly string[]) => new Set(files.map((file) => posix.dirname(file)));
  const reachedFolders = folders(scripts.filter((file) => reached.has(`src/${file}`)));
  expect([...folders(scripts)].filter((folder) => !reachedFolders.has(folder))).toEqual([]);
});

function importsOf(file: string): string[] {
  if (file.startsWith('src/')) {
    const own = imports.filter((one) => `src/${one.file}` === file && one.isOwn);
    return own.map(({ target }) => `src/${target}`);
  }
  const paths = textOf(file).matchAll(/(?:\bfrom|\bimport\()\s*'(\.[^']+\.ts)'/g);
  return [...paths].map(([, path = '']) => posix.join(posix.dirname(file), path));
}

describe('no limit is below two minutes', () => {
  const leastMs = 120_000;

  test('of those that hold for all tests', () => {
    const { projects = [] } = config.test ?? {};
    for (const project of projects) {
      const { test: settings } = project as { test: Record<string, unknown> };
      const { poll } = settings.expect as { poll: { timeout: number } };
      const limits = [settings.testTimeout, settings.hookTimeout, poll.timeout].map(Number);
      expect(Math.min(...limits), `${settings.name}`).toBeGreaterThanOrEqual(leastMs);
    }
  });

  /** Each finds the milliseconds of a limit. */
  const limits = [
    /\btimeout: ([\d_]+)/g,
    /\bset\w*Timeout\(([\d_]+)\)/g,
    /\bAbortSignal\.timeout\(([\d_]+)\)/g,
    /\bDate\.now\(\) \+ ([\d_]+)/g,
    /^ *\}, ([\d_]{4,})\);$/gm,
    /\bpatienceMs = ([\d_]+)/g,
  ];
  /** A limit that is passed on to what is tested. */
  const isTested = (line: string) => line.includes('as object');

  test('of a test', () => {
    const low = testFiles.flatMap((file) => {
      const text = textOf(file);
      const found = limits.flatMap((limit) => [...text.matchAll(limit)]);
      return found
        .filter(([, digits = '']) => Number(digits.replaceAll('_', '')) < leastMs)
        .map(({ index }) => `${file}: ${lineAt(text, index)}`)
        .filter((line) => !isTested(line));
    });
    expect(low).toEqual([]);
  });

  test('of vi.waitFor, which gives up after a second: wait-for.ts stands in for it', () => {
    const callers = testFiles.filter((file) => textOf(file).includes(`vi.${'waitFor('}`));
    expect(callers).toEqual(['test/wait-for.ts']);
  });
});

function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index) + 1;
  return text.slice(start, text.indexOf('\n', index)).trim();
}
