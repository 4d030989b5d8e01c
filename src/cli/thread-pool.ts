// Computes how many threads the process needs: a running query holds one of libuv's, a load into the table cache, files and DNS need some more.
import { type Environment, readSettings } from '../settings/read-settings.ts';
import { settingsTable } from '../settings/settings-table.ts';

const spareThreads = 5;
const mostThreads = 1024;

/**
 * For UV_THREADPOOL_SIZE, which libuv reads when the pool starts: before arguments can be parsed properly.
 * A setting that is wrong counts as not set here; the command refuses it.
 */
export function threadPoolSize(env: Environment, args: readonly string[]): number {
  const queries = readQueries(env, args);
  const wanted = Number(env.UV_THREADPOOL_SIZE) || 0;
  return Math.min(mostThreads, Math.max(wanted, queries + spareThreads));
}

function readQueries(env: Environment, args: readonly string[]): number {
  const { flag, env: variable } = settingsTable.maxConcurrentQueries;
  const position = args.findIndex((arg) => new RegExp(`^--${flag}([:=]|$)`).test(arg));
  const attached = args[position]?.slice(flag.length + 3);
  const text = (attached || (position === -1 ? undefined : args[position + 1])) ?? env[variable];
  try {
    return readSettings({ [variable]: text }).maxConcurrentQueries;
  } catch {
    return readSettings({}).maxConcurrentQueries;
  }
}
