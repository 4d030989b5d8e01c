// The description of the interface as a stranger uses it: a client that a generator made of it asks the service.
import { spawn } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { type RunningService, startService } from './program.ts';

const root = join(import.meta.dirname, '../..');
let service: RunningService;
beforeAll(async () => {
  service = await startService({ cwd: root });
});
afterAll(() => service.stop());

async function run(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  return { stdout: await text(child.stdout), code: await exit };
}

const program = `
import { defaults, listFiles, health, query, sniff } from './calls.ts';
defaults.baseUrl = process.argv[2];
const { data } = await health();
const answer = await query(
  { sql: 'SELECT city, COUNT(*) AS n FROM examples/users.csv GROUP BY city ORDER BY n DESC, city LIMIT 2' },
  { requestTimeout: 5000 },
);
if (answer.status !== 200) throw new Error(answer.data.error);
const rows: unknown[][] = answer.data.rows;
const sql = 'SELECT name FROM examples/users.csv WHERE id = ';
const named = await Promise.all([
  query({ sql: sql + '?', params: [1] }),
  query({ sql: sql + '$id', params: { id: 1 } }),
  query({ sql: sql + '1', params: null }),
]);
const names = named.map((one) => (one.status === 200 ? one.data.rows : one.data.error));
const wrong = await query({ sql: 'SELECT nope FROM examples/users.csv' });
const type = wrong.status === 400 ? wrong.data.error_type : undefined;
const listed = await listFiles({ under: 'examples' });
const paths = listed.status === 200 ? listed.data.files.map(({ path }) => path) : [];
const { status, data: report } = await sniff('examples/users.csv');
const columns = status === 200 ? report.columns.map(({ name }) => name) : [];
console.log(JSON.stringify([data, rows, type, paths.sort(), columns.length, names]));
// @ts-expect-error: no such member
query({ sql: 'SELECT 1', limit: 1 });
`;

test('a generated client fits its types, and asks this service', async () => {
  const folder = await temporaryFolder();
  const document = `${service.url}/api/v1/openapi.json`;
  const calls = await generateSource(document);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'calls.ts'), calls);
  await writeFile(join(folder, 'program.ts'), program);
  const compilerOptions = {
    ...{ module: 'NodeNext', target: 'ES2023', lib: ['ES2023', 'DOM'], types: ['node'] },
    ...{ strict: true, noEmit: true, allowImportingTsExtensions: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  expect(await run([compiler], folder)).toEqual({ stdout: '', code: 0 });
  const outfile = join(folder, 'program.mjs');
  const entry = { entryPoints: [join(folder, 'program.ts')], outfile };
  await build({ ...entry, bundle: true, platform: 'node', format: 'esm', logLevel: 'error' });
  const { stdout, code } = await run([outfile, service.url], folder);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { status: 'ok', version: expect.any(String) },
    [
      ['Amman', 2],
      ['Lisbon', 2],
    ],
    'execution_error',
    ['examples/orders.csv', 'examples/users.csv'],
    4,
    Array(3).fill([['Amara Osei']]),
  ]);
});
