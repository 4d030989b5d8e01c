// The package as a stranger gets it: packed, installed in an empty folder, and used there.
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packedManifest } from '../../scripts/packed-manifest.mjs';
import { type InstalledPackage, installPackage } from './installed-package.ts';
import { newDataFolder, type RunningService, runToEnd, startService } from './program.ts';

let installed: InstalledPackage;
let folder: string;
let program: string;
beforeAll(async () => {
  installed = await installPackage();
  folder = join(installed.folder, 'node_modules/pathql');
  program = join(folder, 'dist/pathql.js');
});
afterAll(() => installed?.remove());

const manifestOf = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));

test('npm installs it without a warning about scripts', () => {
  expect(manifestOf(folder)).not.toHaveProperty('scripts');
  expect(manifestOf(folder)).not.toHaveProperty('devDependencies');
  expect(installed.output).not.toMatch(/install-scripts|deprecated|EBADENGINE/);
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'all that is installed takes at most 90 MB on Linux x64',
  () => {
    const modules = join(installed.folder, 'node_modules');
    const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
      .map((name) => lstatSync(join(modules, name)))
      .filter((entry) => entry.isFile())
      .reduce((sum, { size }) => sum + size, 0);
    expect(bytes / 1e6).toBeLessThanOrEqual(90);
  },
);

test('the manifest is complete and leads to files that exist', async () => {
  const { messages } = await publint({ pkgDir: folder, strict: true, pack: false });
  const manifest = manifestOf(folder);
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([]);
  expect(Object.keys(manifest)).toEqual(
    expect.arrayContaining(['description', 'keywords', 'license', 'author', 'engines']),
  );
});

test('one setting fills the links to the repository; without it there are none', () => {
  const manifest = manifestOf(join(import.meta.dirname, '../..'));
  expect(packedManifest(manifest, 'someone/pathql')).toMatchObject({
    repository: { type: 'git', url: 'git+https://github.com/someone/pathql.git' },
    bugs: { url: 'https://github.com/someone/pathql/issues' },
    homepage: 'https://github.com/someone/pathql#readme',
  });
  expect(JSON.stringify(packedManifest(manifest))).not.toContain('OWNER');
});

test('the command answers, in the folder of the examples', async () => {
  expect(existsSync(join(installed.folder, 'node_modules/.bin/pathql'))).toBe(true);
  const run = await runToEnd(['-o:JSON', 'SELECT COUNT(*) AS people FROM examples/users.csv'], {
    cwd: folder,
    program,
  });
  expect(run).toEqual({ exitCode: 0, stdout: '{"people":15}\n', stderr: '' });
});

test('it draws a PNG, by the optional package', async () => {
  const run = await runToEnd(['--ofile:people.png', "SELECT 'a' AS name, 1 AS n"], {
    cwd: installed.folder,
    program,
  });
  expect(run).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  const bytes = readFileSync(join(installed.folder, 'people.png'));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

/** The packages of the engine that stand there, and one file in the place of each. */
const brokenEngines = {
  'is missing': {
    hide: /^node-bindings-/,
    told: `The engine DuckDB cannot be loaded: its package '@duckdb/node-bindings-${process.platform}-${process.arch}`,
  },
  'is missing with what loads it': {
    hide: /^node-bindings/,
    told: "The engine DuckDB cannot be loaded: its package '@duckdb/node-bindings' is not installed",
  },
  'is damaged': {
    hide: /^node-bindings-/,
    file: 'no machine code',
    told: 'The engine DuckDB cannot be loaded: this machine cannot use the file of its package: ',
  },
};

test.each(
  Object.entries(brokenEngines),
)('an engine that %s is told in a sentence, by command line and service', async (_how, engine) => {
  breakEngine(engine);
  const temporary = newDataFolder();
  onTestFinished(() => temporary.remove());
  const env = { TMPDIR: temporary.path };
  for (const words of [['SELECT 1'], ['serve', '--port', '0']]) {
    const run = await runToEnd(words, { cwd: folder, program, env });
    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain(`pathql: ${engine.told}`);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(temporary.path)).toEqual([]);
  }
});

/** Until the test is over. */
function breakEngine({ hide, file }: { readonly hide: RegExp; readonly file?: string }): void {
  const packages = join(installed.folder, 'node_modules/@duckdb');
  for (const name of readdirSync(packages).filter((name) => hide.test(name))) {
    const path = file === undefined ? join(packages, name) : join(packages, name, 'duckdb.node');
    const hidden = join(installed.folder, `hidden-${name}`);
    renameSync(path, hidden);
    if (file !== undefined) writeFileSync(path, file);
    onTestFinished(() => renameSync(hidden, path));
  }
}

test.skipIf(process.platform === 'win32')('npm finds the manual page', () => {
  const { man } = manifestOf(folder) as { readonly man: readonly string[] };
  expect(man.map((page) => existsSync(join(folder, page)))).toEqual([true]);
});

test('the types of the client serve a program in TypeScript', () => {
  const source = join(installed.folder, 'ask.mts');
  writeFileSync(
    source,
    `import { PathqlClient } from 'pathql/client';
    const { columns } = await new PathqlClient('http://localhost:8080').query('SELECT 1');
    export const names: readonly string[] = columns;
    // @ts-expect-error: names are texts
    export const wrong: number = columns[0];\n`,
  );
  const compiler = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  const lib = ['--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
  execFileSync(process.execPath, [compiler, ...options, ...lib, source], { cwd: installed.folder });
});

test('service, client and console work from there', async () => {
  const service = await startService({ cwd: folder, program });
  try {
    expect(await askByClient(service)).toBe('15\n');
    const page = await (await fetch(service.url)).text();
    const assets = [...page.matchAll(/(?:src|href)="\.?(\/[^"]+\.(?:js|css))"/g)];
    expect(assets.length).toBeGreaterThan(1);
    for (const [, path] of assets) expect((await fetch(`${service.url}${path}`)).status).toBe(200);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

async function askByClient({ url }: RunningService): Promise<string> {
  const source = join(installed.folder, 'ask.mjs');
  writeFileSync(
    source,
    `import { PathqlClient } from 'pathql/client';
    const { rows } = await new PathqlClient(process.argv[2]).query('SELECT COUNT(*) FROM examples/users.csv');
    console.log(rows[0][0]);\n`,
  );
  return (await promisify(execFile)(process.execPath, [source, url])).stdout;
}
