// Words the error of a query for which the engine had to be replaced.
import { engineFailedMessage, PathqlError } from '../../errors.ts';
import type { ReplacementReason } from '../../query.ts';
import { timedOut } from '../../run/query-limits.ts';
import type { Job } from './job.ts';

export function culpritError(reason: ReplacementReason, job: Job): PathqlError {
  return errors[reason](job);
}

const errors: Readonly<Record<ReplacementReason, (job: Job) => PathqlError>> = {
  memory: () =>
    new PathqlError(
      'out_of_memory',
      'The query was stopped because it needs more memory than MEMORY_LIMIT allows. Ask for fewer columns or rows, build shorter texts and lists, or raise the limit',
    ),
  overdue: ({ isLeft, timeoutMs }) =>
    isLeft ? new PathqlError('cancelled', 'The query was cancelled') : timedOut(timeoutMs),
  unresponsive: () =>
    new PathqlError(
      'engine_failed',
      'The query was stopped because reading its text kept the engine from everything else. Write a shorter query',
    ),
  failed: () => new PathqlError('engine_failed', engineFailedMessage),
  crash: () =>
    new PathqlError(
      'engine_failed',
      'The query made the engine crash. The engine was started again, and other queries go on. Leave out the unusual part of the query',
    ),
};
