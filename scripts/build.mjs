// Builds dist/: pathql.js, a small launcher, the parts of the program with their compiled code, the client, the console and
// the page /api/docs. With --if-changed only if dist/ was built from other sources.
import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildApiDocs } from './build-api-docs.mjs';
import { buildConsole } from './build-console.mjs';
import { buildScanners } from './build-scanner.mjs';
import { bundledLicences } from './bundled-licences.mjs';
import { clientTypes } from './client-types.mjs';
import { asCommonJs } from './common-js.mjs';
import { compileProgram } from './compile-program.mjs';
import { sourcesHash } from './sources-hash.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

const common = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  define: { PATHQL_VERSION: JSON.stringify(version), PATHQL_FONTS: '"../fonts/"' },
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

// Splitting keeps what a command does not need unread: the HTTP libraries, the engine.
const program = {
  ...common,
  entryPoints: { main: 'src/main.ts', 'engine-main': 'src/engine-main.ts' },
  format: 'esm',
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  // Native parts cannot be bundled: package.json names just these as what to install.
  external: ['@duckdb/node-bindings', '@resvg/resvg-js'],
};

const launchers = {
  ...common,
  entryPoints: { pathql: 'src/launch.ts', engine: 'src/launch-engine.ts' },
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
};

const client = {
  ...common,
  entryPoints: { client: 'src/client/client.ts' },
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  outExtension: { '.js': '.mjs' },
};

await buildScanners(root);
const hashPath = `${root}dist/sources-hash.txt`;
const hash = `${await sourcesHash(root)}\n`;
const builtHash = await readFile(hashPath, 'utf8').catch(() => null);
if (process.argv.includes('--if-changed') && hash === builtHash) process.exit();

const [consolePage, apiDocsPage, types, programBundle, ...bundles] = await Promise.all([
  buildConsole(root),
  buildApiDocs(root),
  clientTypes(root),
  ...[program, launchers, client].map((options) => build(options)),
]);
const pageFiles = [
  ...consolePage.files.map((file) => ({ ...file, path: `${root}dist/console/${file.path}` })),
  ...apiDocsPage.files.map((file) => ({ ...file, path: `${root}dist/api-docs/${file.path}` })),
];
const parts = await asCommonJs(programBundle.outputFiles);
const modules = [programBundle, ...bundles].flatMap(({ metafile }) => Object.keys(metafile.inputs));
const licences = await bundledLicences([
  ...modules.map((path) => `${root}${path}`),
  ...consolePage.modules,
  ...apiDocsPage.modules,
]);

// Only now: a build that fails leaves the last one as it was.
await rm(`${root}dist`, { recursive: true, force: true });
const programFiles = bundles.flatMap(({ outputFiles }) => outputFiles);
for (const { path, contents } of [...parts, ...programFiles, ...types, ...pageFiles]) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
// The package is ES modules; the program is not, and the types of the client are again.
await writeFile(`${root}dist/package.json`, '{ "type": "commonjs" }\n');
await writeFile(`${root}dist/client/package.json`, '{ "type": "module" }\n');
await writeFile(`${root}dist/licences-of-bundled-packages.txt`, licences);
await cp(`${root}assets/fonts`, `${root}dist/fonts`, { recursive: true });
await chmod(`${root}dist/pathql.js`, 0o755);
await compileProgram(root);
// Last: a build that was cut short is not taken for a whole one.
await writeFile(hashPath, hash);
