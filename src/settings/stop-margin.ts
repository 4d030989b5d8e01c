// Tells how long interrupted queries may take to end when the service stops.
import { embeddedEngine } from './engine-address.ts';
import type { Settings } from './settings.ts';

const embeddedMs = 700;
/** A cluster hears an interrupt once tasks run, and is given up after ten seconds. */
const clusterMs = 11_000;

export function stopMarginMs({ engine }: Pick<Settings, 'engine'>): number {
  return engine === embeddedEngine ? embeddedMs : clusterMs;
}
