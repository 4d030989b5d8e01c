// Measures the command line from its start to its end, against a Node that does nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { programPath } from '../service/start-service.mjs';
import { compare } from './rows-of-results.mjs';

export async function measureStartUp({ data, rounds }) {
  const sql = `SELECT name, age FROM '${data.people}' WHERE id = 3`;
  const ours = [];
  const reference = [];
  for (let round = 0; round < 4 * rounds; round++) {
    reference.push(timeNode(['-e', '0'], ''));
    ours.push(timeNode([programPath, '-o:JSON', sql], '{"name":"Grace","age":45}\n'));
  }
  return [compare('CLI start to exit, 4-row file ÷ node -e 0', { ours, reference, goal: 1.6 })];
}

function timeNode(args, expected) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = performance.now() - startedAt;
  assert.deepEqual({ status, stdout }, { status: 0, stdout: expected }, stderr);
  return ms;
}
