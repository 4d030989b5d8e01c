// The arrow rule of ARCHITECTURE.md, read from the import lines.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Layer → layers, or parts of them, that it may import besides its own and the shared ones. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'launch.ts': ['main.ts', 'cli'],
  'main.ts': ['version.ts', 'cli', 'engine', 'remote'],
  'version.ts': [],
  cli: ['http', 'formats'],
  client: [],
  remote: ['client', 'formats'],
  http: ['formats'],
  engine: ['sql', 'csv', 'files', 'formats'],
  csv: ['files'],
  files: [],
  sql: [],
  console: ['client', 'formats', 'sql/text', 'charts', 'charts/plot', 'errors.ts'],
  formats: ['client', 'charts', 'charts/text', 'charts/node'],
  charts: [],
  'charts/plot': ['charts'],
  'charts/text': ['charts'],
  'charts/node': ['charts', 'charts/plot'],
  settings: [],
  'query.ts': [],
  'errors.ts': [],
  'nearest-names.ts': [],
  'sql-text.ts': [],
  'cut-text.ts': [],
  'terminal-text.ts': ['cut-text.ts'],
};
const shared = [
  'query.ts',
  'errors.ts',
  'nearest-names.ts',
  'sql-text.ts',
  'terminal-text.ts',
  'settings',
];
/** These run in browsers, where the rest does not: nothing of Node, and of the shared ones only what is named. */
const inBrowsers: Readonly<Record<string, readonly string[]>> = {
  client: [],
  console: ['query.ts'],
  charts: ['query.ts', 'errors.ts'],
  'charts/plot': ['cut-text.ts'],
  'query.ts': [],
  'errors.ts': [],
  'cut-text.ts': [],
};
const sharedOf = (layer: string) =>
  inBrowsers[layer] ?? (shared.includes(layer) ? ['errors.ts'] : shared);

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  engine: ['@duckdb/node-api'],
  http: ['fastify', 'pino', 'prom-client'],
  files: ['tinyglobby'],
  console: [
    '@codemirror/autocomplete',
    '@codemirror/commands',
    '@codemirror/language',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/common',
    '@lezer/highlight',
  ],
  'charts/plot': ['@observablehq/plot'],
  'charts/node': ['@xmldom/xmldom', '@resvg/resvg-js'],
  'terminal-text.ts': ['string-width'],
};

interface Import {
  readonly file: string;
  readonly layer: string;
  readonly target: string;
}

const imports = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => relative('', file).replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'))
  .flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(join(source, file), 'utf8');
  const pattern =
    /(?:^|\n)(?:import|export)\s[^;]*?from\s+'([^']+)'|import\(\s*'([^']+)'\s*\)|\nimport\s+'([^']+)'/g;
  return [...text.matchAll(pattern)].map(([, from, dynamic, bare]) => ({
    file,
    layer: layerOf(file),
    target: from ?? dynamic ?? bare ?? '',
  }));
}

function targetOf(file: string, target: string): string {
  return posix.join(posix.dirname(file), target);
}

/** Folders of `charts` are layers of their own: some run in browsers, some do not. */
function layerOf(file: string): string {
  const [first = file, second = ''] = file.split('/');
  return first === 'charts' && !second.endsWith('.ts') ? `charts/${second}` : first;
}

test('the import lines are found', () => {
  expect(imports.length).toBeGreaterThan(100);
});

test('every folder is a layer', () => {
  const layers = new Set(readdirSync(source));
  for (const layer of layers) expect(Object.keys(arrows)).toContain(layer);
});

test('imports follow the arrows', () => {
  const wrong = imports.filter(({ file, layer, target }) => {
    if (!target.startsWith('.')) return false;
    const to = targetOf(file, target);
    const allowed = [layer, ...(arrows[layer] ?? []), ...sharedOf(layer)];
    return !allowed.some((part) => to === part || to.startsWith(`${part}/`));
  });
  expect(wrong).toEqual([]);
});

test('what the console is made of runs in a browser', () => {
  const files = new Set(['console/main.ts']);
  for (const file of files) {
    const used = imports.filter((one) => one.file === file && one.target.startsWith('.'));
    for (const { target } of used) files.add(targetOf(file, target));
  }
  expect(files).toContain('sql/text/token-reader.ts');
  const code = (file: string) =>
    file.endsWith('.ts') ? readFileSync(join(source, file), 'utf8') : '';
  const wrong = [...files].filter((file) => /\b(?:Buffer|process)\b\.|'node:/.test(code(file)));
  expect(wrong).toEqual([]);
});

test('packages are used only by the layer they belong to', () => {
  const wrong = imports.filter(({ layer, target }) => {
    const isOfNode = target.startsWith('node:') && !Object.hasOwn(inBrowsers, layer);
    if (target.startsWith('.') || isOfNode) return false;
    return !packagesOf[layer]?.includes(target);
  });
  expect(wrong).toEqual([]);
});

test('only the entry files end the process or touch its streams and arguments', () => {
  const pattern = /process\.(exit|exitCode|argv|stdin|stdout|stderr|env)\b/;
  const users = new Set(imports.map(({ file }) => file));
  const wrong = [...users].filter(
    (file) =>
      !['launch.ts', 'main.ts'].includes(file) &&
      pattern.test(
        readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, ''),
      ),
  );
  expect(wrong).toEqual([]);
});
