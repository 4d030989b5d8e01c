// Waits until the service has loaded tables into its cache, which it does after their answers.
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 50;
const giveUpMs = 60_000;

/** `loads`: since the service started. */
export async function untilLoaded({ url }, loads) {
  const giveUpAt = Date.now() + giveUpMs;
  while ((await loadsOf(url)) < loads) {
    if (Date.now() > giveUpAt) throw new Error(`The service did not load ${loads} tables`);
    await delay(pollMs);
  }
}

async function loadsOf(url) {
  const page = await (await fetch(`${url}/metrics`)).text();
  return Number(/^pathql_cache_loads_total (\d+)/m.exec(page)?.[1]);
}
