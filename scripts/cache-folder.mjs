// Names the folder for what tests install once for each machine.
import { homedir } from 'node:os';
import { join } from 'node:path';

export function cacheFolder() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'pathql');
}
