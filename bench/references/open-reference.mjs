// Opens the reference that a question is measured against: DuckDB, which stays, or a peer, started for each answer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runReference, startReference } from './run-reference.mjs';

const peers = {
  'nodejs-polars': { isInstalled: () => isInNode('nodejs-polars'), fileName: 'nodejs-polars.mjs' },
  alasql: { isInstalled: () => isInNode('alasql'), fileName: 'alasql.mjs' },
  'better-sqlite3': {
    isInstalled: () => isInNode('better-sqlite3') && isInNode('csv-parse'),
    fileName: 'better-sqlite3.mjs',
  },
  'python-polars': { isInstalled: () => isInPython('polars'), fileName: 'python-polars.py' },
  'python-chdb': { isInstalled: () => isInPython('chdb'), fileName: 'python-chdb.py' },
};

/** How DuckDB reads the files: as it finds out itself, or with everything said. */
const duckdbTables = {
  duckdb: () => quotedPaths,
  'duckdb-explicit': explicitTables,
};

/** Why a reference cannot be measured here, or undefined. */
export function reasonToSkip(name) {
  if (peers[name]?.isInstalled() ?? true) return undefined;
  return name.startsWith('python-')
    ? 'skipped: not installed for python3'
    : 'skipped: not installed, npm ci in bench/';
}

/** `ask` gives wall and CPU time, memory and rows. A peer knows its statement and gets the path of the orders. */
export async function openReference({ reference, numbers }) {
  if (reference in duckdbTables) {
    const duckdb = await startReference('duckdb');
    const tables = duckdbTables[reference]({ numbers });
    return { tables, ask: (sql) => duckdb.run(sql), close: () => duckdb.stop() };
  }
  const { fileName } = peers[reference];
  const ask = (_, { orders }) => runReference(fileName, [orders]);
  return { tables: quotedPaths, ask, close: async () => {} };
}

/** Files, and the files of the folder `parts`, as tables of a statement. */
export function quotedPaths({ parts, ...files }) {
  const all = parts === undefined ? files : { ...files, parts: `${parts}/*.csv` };
  return mapValues(all, (path) => `'${path.replaceAll("'", "''")}'`);
}

function explicitTables({ numbers }) {
  const amount = numbers === 'integers' ? 'BIGINT' : 'DOUBLE';
  const columns = `{id: 'BIGINT', customer: 'BIGINT', city: 'VARCHAR', age: 'BIGINT', amount: '${amount}', day: 'DATE', note: 'VARCHAR'}`;
  const dialect = `auto_detect=false, header=true, delim=',', quote='"', escape='"', new_line='\\n'`;
  return (paths) =>
    mapValues(quotedPaths(paths), (path) => `read_csv(${path}, ${dialect}, columns=${columns})`);
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

function isInNode(name) {
  return existsSync(fileURLToPath(new URL(`../node_modules/${name}/`, import.meta.url)));
}

function isInPython(name) {
  const code = `import importlib.util as u, sys; sys.exit(u.find_spec('${name}') is None)`;
  return spawnSync('python3', ['-c', code]).status === 0;
}
