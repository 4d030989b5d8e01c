// Says what a query that must end gets to end by itself, before the engine process is ended for it.
import { embeddedEngine } from '../../settings/engine-address.ts';
import type { Settings } from '../../settings/settings.ts';

const embeddedStopMs = 2_000;

/**
 * A cluster is asked for ten seconds to end a query, and told then that its session is over (`engines/spark/connect`). To end the
 * engine process before would leave the query running there.
 */
const clusterStopMs = 25_000;

export function stopMs({ engine }: Pick<Settings, 'engine'>): number {
  return engine === embeddedEngine ? embeddedStopMs : clusterStopMs;
}
