// The arrow rule of ARCHITECTURE.md, read from the import lines.
import { expect, test } from 'vitest';
import { imports, sourceFiles, textOf } from './source-files.ts';

/** Layer → layers, or parts of them, that it may import besides its own and the shared ones. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'launch.ts': ['load-part.ts', 'cli'],
  'launch-engine.ts': ['load-part.ts'],
  'load-part.ts': [],
  'main.ts': ['version.ts', 'cli', 'open-engine.ts', 'engine-process/service-side', 'remote'],
  'engine-main.ts': ['open-engine.ts', 'engine-process/engine-side', 'engine-process/messages.ts'],
  'open-engine.ts': [
    'run',
    'engines/duckdb',
    'engines/engine-driver.ts',
    'engines/spark',
    'spool',
    'version.ts',
  ],
  'version.ts': [],
  'engine-process/messages.ts': ['spool'],
  'engine-process/service-side': [
    'engine-process/messages.ts',
    'run',
    'spool',
    'sql/statement-size.ts',
  ],
  'engine-process/engine-side': ['engine-process/messages.ts', 'run', 'spool'],
  run: ['engines/engine-driver.ts', 'files', 'sql', 'spool'],
  'engines/engine-driver.ts': ['files', 'sql', 'spool'],
  'engines/duckdb': [
    'engines/engine-driver.ts',
    'sql',
    'kinds/csv',
    'kinds/json',
    'kinds/log',
    'kinds/parquet',
    'kinds/recognise',
    'kinds/shared',
    'files',
    'formats',
    'spool',
  ],
  'engines/spark': [
    'engines/duckdb',
    'engines/engine-driver.ts',
    'sql',
    'kinds/csv',
    'kinds/recognise',
    'kinds/shared',
    'files',
    'spool',
    'version.ts',
  ],
  'kinds/csv': ['kinds/shared'],
  'kinds/json': ['kinds/shared'],
  'kinds/log': ['kinds/csv', 'kinds/shared'],
  'kinds/parquet': ['kinds/shared'],
  'kinds/recognise': [
    'kinds/csv',
    'kinds/json',
    'kinds/log',
    'kinds/parquet',
    'kinds/shared',
    'files',
  ],
  'kinds/shared': ['files/compression.ts'],
  files: [],
  sql: [],
  spool: ['files/not-readable.ts', 'files/piped-file.ts'],
  cli: ['http', 'mcp', 'formats', 'sql/text', 'files/data-extensions.ts'],
  http: ['client/exact-number.ts', 'client/read-json.ts', 'client/write-json.ts', 'mcp', 'formats'],
  mcp: [
    'client/exact-number.ts',
    'client/read-json.ts',
    'client/write-json.ts',
    'formats',
    'sql/text',
  ],
  remote: ['client', 'formats'],
  formats: ['client', 'charts', 'charts/text', 'charts/node'],
  charts: [],
  'charts/plot': ['charts'],
  'charts/text': ['charts'],
  'charts/node': ['charts', 'charts/plot'],
  client: [],
  'api-docs': [],
  console: ['client', 'formats', 'sql/text', 'charts', 'charts/plot', 'errors.ts'],
  query: [],
  'errors.ts': ['limits.ts'],
  'limits.ts': [],
  text: [],
  concurrency: [],
  settings: ['text'],
};
const shared = ['query', 'errors.ts', 'limits.ts', 'text', 'concurrency', 'settings'];
/** These run in browsers, where the rest does not: nothing of Node, and of the shared ones only what is named. */
const inBrowsers: Readonly<Record<string, readonly string[]>> = {
  client: [],
  'api-docs': [],
  console: ['query', 'text/sql-text.ts'],
  charts: ['query', 'errors.ts'],
  'charts/plot': ['text/cut-text.ts'],
  query: [],
  'errors.ts': ['limits.ts'],
  'limits.ts': [],
};
const sharedOf = (layer: string) =>
  inBrowsers[layer] ?? (shared.includes(layer) ? ['errors.ts', 'limits.ts'] : shared);

const packagesOf: Readonly<Record<string, readonly string[]>> = {
  'engines/duckdb': ['@duckdb/node-api', '@duckdb/node-bindings', 'apache-arrow'],
  'engines/spark': ['@duckdb/node-api', '@grpc/grpc-js', 'apache-arrow', 'protobufjs/light.js'],
  'kinds/shared': ['fzstd', 'xxhash-wasm'],
  'kinds/parquet': ['fzstd', 'hyparquet', 'hyparquet/src/column.js', 'hyparquet/src/datapage.js'],
  http: ['fastify', 'pino', 'prom-client'],
  'api-docs': ['swagger-ui-dist/swagger-ui-es-bundle.js', 'swagger-ui-dist/swagger-ui.css'],
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  console: [
    '@codemirror/autocomplete',
    '@codemirror/commands',
    '@codemirror/language',
    '@codemirror/search',
    '@codemirror/state',
    '@codemirror/view',
    '@lezer/common',
    '@lezer/highlight',
  ],
  'charts/plot': ['@observablehq/plot'],
  'charts/node': ['@xmldom/xmldom', '@resvg/resvg-js'],
  formats: ['fflate'],
  text: ['string-width'],
};

const isWithin = (file: string, part: string) => file === part || file.startsWith(`${part}/`);
/** The longest one that fits. */
const layerOf = (file: string) => {
  const layers = Object.keys(arrows).filter((layer) => isWithin(file, layer));
  return layers.sort((a, b) => b.length - a.length)[0] ?? '';
};

test('the import lines are found', () => {
  expect(imports.length).toBeGreaterThan(500);
});

test('every file belongs to a layer', () => {
  expect(sourceFiles.filter((file) => layerOf(file) === '')).toEqual([]);
});

/** A part of a layer names its files; a layer names its own, not those of layers within it. */
const isOf = (target: string, part: string) =>
  Object.hasOwn(arrows, part) ? layerOf(target) === part : isWithin(target, part);

test('imports follow the arrows', () => {
  const wrong = imports.filter(({ file, target, isOwn }) => {
    const layer = layerOf(file);
    const allowed = [layer, ...(arrows[layer] ?? []), ...sharedOf(layer)];
    return isOwn && !allowed.some((part) => isOf(target, part));
  });
  expect(wrong).toEqual([]);
});

test('no file imports itself by way of others', () => {
  const circles: string[][] = [];
  const done = new Set<string>();
  const follow = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
    if (way.includes(file) || done.has(file)) return;
    for (const { target } of imports.filter((one) => one.isOwn && one.file === file)) {
      follow(target, [...way, file]);
    }
    done.add(file);
  };
  for (const file of sourceFiles) follow(file, []);
  expect(circles).toEqual([]);
});

test('what the console is made of runs in a browser', () => {
  const files = new Set(['console/main.ts']);
  for (const file of files) {
    for (const one of imports) if (one.isOwn && one.file === file) files.add(one.target);
  }
  expect(files).toContain('sql/text/token-reader.ts');
  const wrong = [...files].filter((file) => /\b(?:Buffer|process)\b\.|'node:/.test(textOf(file)));
  expect(wrong).toEqual([]);
});

test('packages are used only by the layer they belong to', () => {
  const wrong = imports.filter(({ file, target, isOwn }) => {
    const layer = layerOf(file);
    const isOfNode = target.startsWith('node:') && !Object.hasOwn(inBrowsers, layer);
    return !isOwn && !isOfNode && !packagesOf[layer]?.includes(target);
  });
  expect(wrong).toEqual([]);
});
