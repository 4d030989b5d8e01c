// Measures short commands from start to exit: 15 rows against a Node that does nothing, and `head` against 15 rows.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { dataFile } from '../generate-data.mjs';
import { median } from '../service/numbers.mjs';
import { programPath } from '../service/start-service.mjs';

export const fifteenRows = fileURLToPath(new URL('../../examples/users.csv', import.meta.url));

const headFiles = [
  { size: '50kB', texts: 'plain' },
  { size: '10MB', texts: 'plain' },
  { size: '50MB', texts: 'wide' },
  { size: '160MB', texts: 'plain' },
  { size: '160MB', texts: 'line-breaks' },
  { size: '1.5GB', texts: 'plain' },
];
export const headCases = headFiles.map((file) => ({ ...file, numbers: 'decimals' }));

const query = {
  args: [programPath, '-o:JSON', `SELECT name, age FROM '${fifteenRows}' WHERE id = 3`],
  expected: /^\{"name":"Chiara Ricci","age":45\}\n$/,
};
const emptyNode = { args: ['-e', '0'], expected: /^$/ };

export async function measureStartUp(_, { rounds }) {
  const { oursMs, referenceMs } = inTurns(query, emptyNode, rounds);
  return { oursMs, referenceMs, figures: { first: oursMs / referenceMs } };
}

export async function measureHead(file, { folder, rounds }) {
  const path = await dataFile(folder, 'orders', file);
  const head = { args: [programPath, 'head', path], expected: /^id,customer,city,.*\n1,/ };
  const { oursMs, referenceMs } = inTurns(head, query, rounds);
  const figures = { first: oursMs / referenceMs, extraMs: oursMs - referenceMs };
  return { oursMs, referenceMs, figures };
}

function inTurns(ours, reference, rounds) {
  const times = { ours: [], reference: [] };
  for (let round = 0; round < rounds; round++) {
    times.reference.push(timeNode(reference));
    times.ours.push(timeNode(ours));
  }
  return { oursMs: median(times.ours), referenceMs: median(times.reference) };
}

function timeNode({ args, expected }) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  assert.equal(status, 0, stderr);
  assert.match(stdout, expected);
  return ms;
}
