// Words why an engine process did not start, and what to do where it was short of threads.
import { PathqlError } from '../../errors.ts';
import type { Settings } from '../../settings/settings.ts';
import type { EngineExit } from './engine-child.ts';

/** libuv ends a process that may not start its threads by SIGABRT, and says nothing. */
export function startError(
  { signal, description }: EngineExit,
  { maxConcurrentQueries }: Settings,
): PathqlError {
  const message = `The engine process did not start: ${description}`;
  if (signal !== 'SIGABRT' && !description.includes('EAGAIN')) {
    return new PathqlError('internal', message);
  }
  const hint = `A process ends so when it may not start its threads: one for each of MAX_CONCURRENT_QUERIES, ${maxConcurrentQueries}, and some more. Raise how many are allowed (pids_limit of a container, TasksMax of systemd, ulimit -u), or lower MAX_CONCURRENT_QUERIES`;
  return new PathqlError('engine_not_started', `${message}. ${hint}`);
}
