// The built client as a program meets it: the examples of its page run, and its types fit them.
import { spawn } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { type RunningService, startService } from './program.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/client.md'), 'utf8');
const examples = [...page.matchAll(/^```js\n(.*?)^```\n\n```text\n(.*?)^```/gms)].map(
  ([, source = '', output = '']) => ({ source, output }),
);

let service: RunningService;
beforeAll(async () => {
  service = await startService({ cwd: root });
});
afterAll(() => service.stop());

interface Run {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stdin?: string;
}

async function runNode({ args, cwd, stdin = '' }: Run) {
  const child = spawn(process.execPath, args, { cwd, env: { NO_COLOR: '1' }, stdio: 'pipe' });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end(stdin);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, stderr, code };
}

test('every example has its output', () => {
  expect(examples).toHaveLength(page.split('```js').length - 1);
});

test.each(examples)('example %# runs', async ({ source, output }) => {
  const stdin = source.replace('http://localhost:8080', service.url);
  const run = await runNode({ args: ['--input-type=module', '-'], cwd: root, stdin });
  expect(run).toEqual({ stdout: output, stderr: '', code: 0 });
});

const typeUse = `
import { ExactNumber, PathqlClient, type Answer, type Health, type Value } from 'pathql/client';
const client = new PathqlClient(new URL('http://h'), { numbers: 'exact', fetch });
export const answer: Promise<Answer> = client.query('SELECT 1', { timeoutMs: 5 });
export const health: Promise<Health> = client.health();
export const body: Promise<string> = client.queryText('SELECT 1');
export const value: Value = [new ExactNumber('1.50'), 1n, { a: null }];
// @ts-expect-error: no such option
new PathqlClient('http://h', { number: 'exact' });
`;

test('its types fit the examples, without those of Node', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'node_modules'));
  await symlink(root, join(folder, 'node_modules/pathql'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const sources = [typeUse, ...examples.map(({ source }) => source)];
  for (const [index, source] of sources.entries()) {
    await writeFile(join(folder, `example-${index}.ts`), source);
  }
  const compilerOptions = {
    ...{ module: 'NodeNext', target: 'ES2023', lib: ['ES2023', 'DOM'], types: [] },
    ...{ strict: true, noEmit: true, exactOptionalPropertyTypes: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  expect(await runNode({ args: [compiler], cwd: folder })).toEqual({
    stdout: '',
    stderr: '',
    code: 0,
  });
});

test('it is made for browsers, too: no imports, nothing of Node', async () => {
  const source = await readFile(join(root, 'dist/client.mjs'), 'utf8');
  expect(source).not.toMatch(/^import|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\b|node:/m);
});
