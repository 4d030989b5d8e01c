// Words the errors of queries that the engine did not answer, and why they are refused for a while.
import { engineFailedMessage, PathqlError } from '../../errors.ts';
import type { ReplacementReason } from '../../query/engine-figures.ts';
import { timedOut } from '../../run/query-limits.ts';
import { maxRestarts } from './blame.ts';
import type { Job } from './job.ts';

/** The error of the query for which the engine was replaced. */
export function replacementError(reason: ReplacementReason, job: Job, cause: unknown): PathqlError {
  return errors[reason](job, cause);
}

const errors: Readonly<Record<ReplacementReason, (job: Job, cause: unknown) => PathqlError>> = {
  memory: () =>
    new PathqlError(
      'out_of_memory',
      'The query was stopped because it needs more memory than MEMORY_LIMIT allows. Ask for fewer columns or rows, build shorter texts and lists, or raise the limit',
    ),
  unstoppable: ({ isAbandoned, timeoutMs }) =>
    isAbandoned ? new PathqlError('cancelled', 'The query was cancelled') : timedOut(timeoutMs),
  unresponsive: (_job, cause) =>
    new PathqlError(
      'engine_failed',
      'The query was stopped because reading its text kept the engine from everything else. Write a shorter query',
      { cause },
    ),
  failed: (_job, cause) => new PathqlError('engine_failed', engineFailedMessage, { cause }),
  crash: ({ request: { id } }, cause) =>
    new PathqlError(
      'engine_failed',
      `This query crashes the engine. Other queries go on. Please report it${id === undefined ? '' : ` with the request id ${id}`}`,
      { cause },
    ),
  killed: (_job, cause) =>
    new PathqlError(
      'engine_failed',
      'The engine was killed from outside while this query ran, and once more when it was repeated alone: perhaps the machine had no memory left. Ask for less, or lower MEMORY_LIMIT',
      { cause },
    ),
};

/** What the query did, in words that go before "and cost a restart". */
export const refusalReasons: Readonly<Record<ReplacementReason, string>> = {
  memory: 'This query needs more memory than MEMORY_LIMIT allows',
  unstoppable: 'This query could not be stopped',
  unresponsive: 'Reading the text of this query kept the engine from everything else',
  failed: 'The engine failed inside on this query',
  crash: 'This query crashes the engine',
  killed: 'The engine was killed from outside while this query ran alone',
};

/** The error of a query that cannot be started once more after the engine has ended because of others. */
export function givenUpError({ isStreaming }: Pick<Job, 'isStreaming'>): PathqlError {
  if (isStreaming) {
    const words = 'The answer broke off: the engine ended while its rows were sent. Ask again';
    return new PathqlError('engine_lost', words);
  }
  const message = `The query was given up: the engine ended ${maxRestarts + 1} times while it ran, and nothing shows that this query was the reason. Ask again later`;
  return new PathqlError('engine_lost', message);
}

/** The error of a query while no engine can be started. */
export function engineDownError(tries: number): PathqlError {
  const message = `The engine cannot be started (${tries} tries so far): the query was not run. The server log has the details; it is tried again`;
  return new PathqlError('engine_lost', message);
}

/** The error of a query that found no memory while others ran. */
export function sharedMemoryError({ code, message, cause }: PathqlError): PathqlError {
  const text = `Together with other queries, ${message.replace(/^The /, 'the ')}. It may get its answer when they have ended`;
  return new PathqlError(code, text, { cause });
}
