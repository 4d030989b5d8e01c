// Measures what a user would pick in Node instead: from the same file to the same aggregate.
import { isPeerInstalled, runReference } from '../references/run-reference.mjs';
import { query } from '../service/http-client.mjs';
import { median } from '../service/numbers.mjs';
import { aggregateColumns } from './aggregate.mjs';
import { assertSameGroups } from './assert-same-groups.mjs';
import { makeNewVersion } from './new-version.mjs';
import { compareAtLeast, skipped } from './rows-of-results.mjs';
import { untilLoaded } from './until-loaded.mjs';
import { withService } from './with-service.mjs';

const peers = [
  { name: 'alasql', title: 'alasql', rounds: () => 1 },
  { name: 'better-sqlite3', title: 'better-sqlite3 with csv-parse', rounds: () => 1 },
  { name: 'polars', package: 'nodejs-polars', title: 'nodejs-polars', rounds: (rounds) => rounds },
];
const goal = 5;
const peerLimitMs = 180_000;

export async function measurePeers(context) {
  const results = [];
  for (const peer of peers) results.push(...(await measurePeer(peer, context)));
  return results;
}

async function measurePeer(peer, { data, rounds }) {
  const measure = `${peer.title}, file to aggregate ÷ ours`;
  if (!isPeerInstalled(peer.package ?? peer.name)) {
    return [skipped(measure, 'not installed: run npm ci in bench/')];
  }
  const times = { first: [], cached: [], peer: [] };
  try {
    await withService(data, async (service) => {
      for (let round = 0; round < peer.rounds(rounds); round++) {
        await takeTurn(peer, service, data, { times, round });
      }
    });
  } catch (error) {
    return [skipped(measure, `${peer.title} failed: ${error.message}`)];
  }
  const reference = median(times.peer);
  return ['first', 'cached'].map((run) => {
    const ours = median(times[run]);
    const numbers = { ours, reference, ratio: reference / ours, goal };
    return compareAtLeast(`${measure}, ${run} run`, numbers);
  });
}

async function takeTurn(peer, service, data, { times, round }) {
  await makeNewVersion(data.orders);
  const theirs = await runReference(peer.name, [data.orders], peerLimitMs);
  times.peer.push(theirs.ms);
  const sql = `SELECT ${aggregateColumns} FROM '${data.orders}' GROUP BY city`;
  for (const run of ['first', 'cached']) {
    if (run === 'cached') await untilLoaded(service, round + 1);
    const ours = await query(service.url, sql);
    assertSameGroups(ours.body.rows, theirs.rows);
    times[run].push(ours.ms);
  }
}
