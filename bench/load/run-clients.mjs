// Runs clients that each send one request after the other, all at the same time, and counts what came back.
import { keepAliveAgent } from '../service/http-client.mjs';
import { changedWhileRead, requestKinds } from './requests.mjs';

export class Tally {
  byKind = Object.fromEntries(
    Object.keys(requestKinds).map((kind) => [kind, { times: [], changed: 0, wrong: 0, lost: 0 }]),
  );
  /** The first faults, in words. */
  faults = [];

  note(kind, ms, fault) {
    const counts = this.byKind[kind];
    counts.times.push(ms);
    if (fault === changedWhileRead) counts.changed++;
    else if (fault !== null) this.#blame(counts, 'wrong', `${kind}: ${fault}`);
  }

  lose(kind, error) {
    this.#blame(this.byKind[kind], 'lost', `${kind}: no answer: ${error.message}`);
  }

  #blame(counts, what, words) {
    counts[what]++;
    if (this.faults.length < 20) this.faults.push(words.slice(0, 600));
  }
}

/** Resolves once every client has its last answer. */
export async function runClients({ clients, seconds, tally, ...context }) {
  const agent = keepAliveAgent(clients);
  const endsAt = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < endsAt) await sendOne({ ...context, agent }, tally);
  };
  await Promise.all(Array.from({ length: clients }, one));
  agent.destroy();
}

let nonces = 0;

async function sendOne(context, tally) {
  const kind = pickKind(context.random);
  const startedAt = performance.now();
  try {
    const fault = await requestKinds[kind].send({ ...context, nonce: ++nonces });
    tally.note(kind, performance.now() - startedAt, fault);
  } catch (error) {
    tally.lose(kind, error);
  }
}

const weights = Object.entries(requestKinds).map(([kind, { weight }]) => ({ kind, weight }));
const totalWeight = weights.reduce((sum, { weight }) => sum + weight, 0);

function pickKind(random) {
  let left = random() * totalWeight;
  return weights.find(({ weight }) => {
    left -= weight;
    return left < 0;
  }).kind;
}
