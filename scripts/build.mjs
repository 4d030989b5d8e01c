// Builds dist/: pathql.js, a small CommonJS launcher, and the program it loads as ES modules.
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const root = new URL('..', import.meta.url).pathname;
const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  define: { PATHQL_VERSION: JSON.stringify(version) },
  legalComments: 'none',
  logLevel: 'warning',
};

await rm(`${root}dist`, { recursive: true, force: true });

// Splitting keeps what a command does not need unread: the HTTP libraries, the engine.
await build({
  ...common,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  external: ['@duckdb/node-bindings'],
  // Bundled CommonJS libraries call require.
  banner: {
    js: "import { createRequire as pathqlRequire } from 'node:module'; const require = pathqlRequire(import.meta.url);",
  },
});

await build({
  ...common,
  entryPoints: { pathql: 'src/launch.ts' },
  outdir: 'dist',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  plugins: [
    {
      name: 'program-beside',
      setup({ onResolve }) {
        onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: './main.mjs', external: true }));
      },
    },
  ],
});

// The package is ES modules; the launcher is not.
await writeFile(`${root}dist/package.json`, '{ "type": "commonjs" }\n');
await chmod(`${root}dist/pathql.js`, 0o755);
