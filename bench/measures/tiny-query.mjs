// Measures requests a second: a query over four rows, 8 clients, against the least a Node service can do.
import assert from 'node:assert/strict';
import autocannon from 'autocannon';
import { startReference } from '../references/run-reference.mjs';
import { queryRequest } from '../service/http-client.mjs';
import { median } from '../service/numbers.mjs';
import { compareAtLeast } from './rows-of-results.mjs';
import { withService } from './with-service.mjs';

const clients = 8;

export async function measureTinyQuery({ data, rounds, secondsOfLoad }) {
  const ours = [];
  const bare = [];
  await withService(data, async (service) => {
    const reference = await startReference('bare-service', [data.people]);
    const ourTarget = target(`${service.url}/api/v1/query`, `'${data.people}'`);
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
  const [our, their] = [median(ours), median(bare)];
  const numbers = {
    ours: our,
    reference: their,
    ratio: our / their,
    show: (count) => `${count.toFixed(0)}/s`,
  };
  return [
    compareAtLeast('tiny query, 8 clients, requests/s ÷ bare service', { ...numbers, goal: 0.8 }),
  ];
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
    verifyBody: (body) => body.includes('"Grace"'),
  });
  const { errors, timeouts, non2xx, mismatches } = result;
  assert.deepEqual(
    { errors, timeouts, non2xx, mismatches },
    { errors: 0, timeouts: 0, non2xx: 0, mismatches: 0 },
  );
  return result.requests.average;
}
