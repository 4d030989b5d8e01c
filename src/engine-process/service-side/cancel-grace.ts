// Defines how long a cancelled query may take to end by itself before the engine process is killed.
import { embeddedEngine } from '../../settings/engine-address.ts';
import type { Settings } from '../../settings/settings.ts';

const embeddedCancelGraceMs = 2_000;

/**
 * A cluster is asked for ten seconds to end a query, and told then that its session is over (`engines/spark/connect`). To end the
 * engine process before would leave the query running there.
 */
const clusterCancelGraceMs = 25_000;

export function cancelGraceMs({ engine }: Pick<Settings, 'engine'>): number {
  return engine === embeddedEngine ? embeddedCancelGraceMs : clusterCancelGraceMs;
}
