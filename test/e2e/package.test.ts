// The built program as it is installed: nothing beside it but the packages that package.json names.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
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

test('a part that was edited is compiled anew, also where its length is the same', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  const copy = join(folder.path, 'dist');
  cpSync(join(root, 'dist'), copy, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'));
  const edited = partsIn(copy).filter(({ text }) => text.includes('Show this help.'));
  expect(edited).toHaveLength(1);
  for (const { path, text } of edited) {
    writeFileSync(path, text.replace('Show this help.', 'Show THIS help.'));
  }
  const program = join(copy, 'pathql.js');
  const { stdout } = await runToEnd(['--help'], { cwd: folder.path, program });
  expect(stdout).toContain('Show THIS help.');
});

test('the parts are ASCII, as they are read without decoding', () => {
  const raw = partsIn(join(root, 'dist')).filter(({ text }) => /[\u0080-\uffff]/.test(text));
  expect(raw.map(({ path }) => path)).toEqual([]);
});

test('letters in regular expressions are what they are in the sources', async () => {
  const folder = newDataFolder();
  onTestFinished(() => folder.remove());
  folder.write('thousands.csv', 'n\n1’234\n');
  const sql = "FROM read_csv('thousands.csv', thousands='’', types={'n': 'INTEGER'})";
  const answer = await runToEnd(['-o:JSON', sql], { cwd: folder.path });
  expect(answer).toEqual({ exitCode: 0, stdout: '{"n":1234}\n', stderr: '' });
});

test('nothing names the folder it was built in', () => {
  const folder = join(root, 'dist');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const naming = files.filter((path) => readFileSync(path, 'latin1').includes(root));
  expect(naming).toEqual([]);
});

function partsIn(folder: string): { readonly path: string; readonly text: string }[] {
  const chunks = readdirSync(join(folder, 'chunks')).map((name) => join('chunks', name));
  return ['main.js', 'engine-main.js', ...chunks]
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

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

test('every link of the pages in the package leads to a file in it', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const shipped = [...files, 'README.md', 'LICENSE', 'package.json'];
  const isShipped = (path: string) =>
    shipped.some((name) => path === name || path.startsWith(`${name}/`));
  const pages = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`);
  const dead = ['README.md', 'SECURITY.md', 'demo/README.md', ...pages].flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)]
      .map(([, link = '']) => posix.join(posix.dirname(page), link))
      .filter((path) => !isShipped(path) || !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  );
  expect(dead).toEqual([]);
});
