// Measures the time per request: a query over 15 rows, 8 clients, against the least a Node service can do.
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import autocannon from 'autocannon';
import { startReference } from '../references/run-reference.mjs';
import { queryRequest } from '../service/http-client.mjs';
import { median } from '../service/numbers.mjs';
import { fifteenRows } from './short-commands.mjs';
import { withService } from './with-service.mjs';

const clients = 8;
const secondsOfLoad = 1;

export async function measureTinyQuery(_, { rounds }) {
  const ours = [];
  const bare = [];
  await withService(dirname(fifteenRows), async (service) => {
    const reference = await startReference('bare-service', [fifteenRows]);
    const ourTarget = target(`${service.url}/api/v1/query`, `'${fifteenRows}'`);
    const bareTarget = target(reference.ready.url, 'people');
    try {
      await fire(ourTarget, 1);
      await fire(bareTarget, 1);
      for (let round = 0; round < rounds; round++) {
        ours.push(await fire(ourTarget, secondsOfLoad));
        bare.push(await fire(bareTarget, secondsOfLoad));
      }
    } finally {
      await reference.stop();
    }
  });
  const [oursMs, referenceMs] = [ours, bare].map((rates) => 1000 / median(rates));
  return { oursMs, referenceMs, figures: { first: oursMs / referenceMs } };
}

function target(url, table) {
  return { url, ...queryRequest(`SELECT name, age FROM ${table} WHERE id = 3`) };
}

/** Requests a second. Every answer must be the one expected. */
async function fire(request, seconds) {
  const result = await autocannon({
    ...request,
    connections: clients,
    duration: seconds,
    verifyBody: (body) => body.includes('"Chiara Ricci"'),
  });
  const { errors, timeouts, non2xx, mismatches } = result;
  assert.deepEqual(
    { errors, timeouts, non2xx, mismatches },
    { errors: 0, timeouts: 0, non2xx: 0, mismatches: 0 },
  );
  return result.requests.average;
}
