// The built program as it is installed: nothing beside it but the packages that package.json names.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { newDataFolder, runToEnd } from './program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { dependencies, optionalDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

test('the bundles load no package but those that are installed with them', () => {
  const folder = join(root, 'dist');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const loaded = names
    .filter((name) => /^(?:chunks\/)?[^/]+\.(?:mjs|js)$/.test(name))
    .flatMap((name) => packagesIn(readFileSync(join(folder, name), 'utf8')));
  const installed = Object.keys({ ...dependencies, ...optionalDependencies });
  expect([...new Set(loaded)].sort()).toEqual(installed.sort());
});

/** Asked for by the file walker within a try, and not used by it here. */
const doneWithout = ['picomatch'];

function packagesIn(code: string): string[] {
  const loads =
    /(?:from|import\(?|require\()\s*"((?:@[\w.-]+\/)?[\w.-]+)"|__require\)?\("((?:@[\w.-]+\/)?[\w.-]+)"\)/g;
  return [...code.matchAll(loads)]
    .map(([, name, required]) => name ?? required ?? '')
    .filter((name) => !builtinModules.includes(name) && !doneWithout.includes(name));
}

test('the manual page comes along, where npm finds it', () => {
  const { man, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly man: readonly string[];
    readonly files: readonly string[];
  };
  expect(man).toEqual(['./docs/pathql.1']);
  expect(files).toContain('docs');
  expect(readFileSync(join(root, 'docs/pathql.1'), 'utf8')).toMatch(/^\.TH PATHQL 1/);
});

test('the font and the licences of what is bundled come along', () => {
  const licences = readFileSync(join(root, 'dist/licences-of-bundled-packages.txt'), 'utf8');
  for (const name of [
    'fastify',
    '@observablehq/plot',
    'd3-shape',
    '@xmldom/xmldom',
    '@codemirror/view',
  ]) {
    expect(licences).toMatch(new RegExp(`^${name} \\d+\\.`, 'm'));
  }
  expect(readdirSync(join(root, 'dist/fonts'))).toEqual(['DejaVuSans.ttf', 'LICENSE.txt']);
});

test('V8 takes the compiled code of all parts, and the program runs without it', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  cpSync(join(root, 'dist'), join(folder.path, 'dist'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const hook = folder.write(
    'hook.cjs',
    `const vm = require('node:vm');
    const taken = {};
    vm.Script = class extends vm.Script {
      constructor(text, options) {
        super(text, options);
        taken[options.filename] = options.cachedData !== undefined && !this.cachedDataRejected;
      }
    };
    process.on('exit', () => process.stderr.write(JSON.stringify(Object.values(taken))));`,
  );
  const run = () =>
    runToEnd(['-o:JSON', 'SELECT 1 AS n'], {
      cwd: folder.path,
      env: { NODE_OPTIONS: `--require "${hook}"` },
      program: join(folder.path, 'dist/pathql.js'),
    });
  const compiled = await run();
  expect(compiled).toMatchObject({ exitCode: 0, stdout: '{"n":1}\n' });
  const taken = JSON.parse(compiled.stderr) as boolean[];
  expect(taken.length).toBeGreaterThan(5);
  expect(taken).not.toContain(false);
  rmSync(join(folder.path, 'dist/compiled'), { recursive: true });
  const plain = await run();
  expect(plain).toMatchObject({ exitCode: 0, stdout: '{"n":1}\n' });
  expect(JSON.parse(plain.stderr)).not.toContain(true);
});

test('without the package for PNG images it says what to do, and draws SVG images', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  cpSync(join(root, 'dist'), join(folder.path, 'dist'), { recursive: true });
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(join(root, 'node_modules/@duckdb'), join(folder.path, 'node_modules/@duckdb'));
  const run = (file: string) =>
    runToEnd([`--ofile:${file}`, "SELECT 'a' AS name, 1 AS n"], {
      cwd: folder.path,
      env: { DATA_DIR: folder.path },
      program: join(folder.path, 'dist/pathql.js'),
    });
  const png = await run('chart.png');
  expect(png.exitCode).toBe(2);
  expect(png.stderr).toContain('npm install @resvg/resvg-js');
  expect(png.stderr).toContain('--ofile:chart.svg');
  expect(readdirSync(folder.path).filter((name) => name.startsWith('chart'))).toEqual([]);
  expect(await run('chart.svg')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  expect(readFileSync(join(folder.path, 'chart.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/s);
});

test('a PNG of the built program has its letters', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  const write = async (name: string, label: string) => {
    const options = { cwd: folder.path, env: { DATA_DIR: folder.path } };
    await runToEnd([`--ofile:${name}`, `SELECT '${label}' AS name, 1 AS n`], options);
    return readFileSync(join(folder.path, name));
  };
  const [one, same, other] = [
    await write('1.png', 'Größe'),
    await write('2.png', 'Größe'),
    await write('3.png', 'данные'),
  ];
  expect(one.equals(same)).toBe(true);
  expect(one.equals(other)).toBe(false);
});
