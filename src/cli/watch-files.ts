// Tells when a file that queries name has changed, or another file matches their patterns.
import { setTimeout } from 'node:timers/promises';
import { PathqlError } from '../errors.ts';
import type { InspectRequest } from '../query/query-request.ts';
import type { QueryInspector } from '../query/services.ts';

/** Short enough to seem at once; a look costs a few calls of the operating system for each file. */
const everyMs = 250;

export interface FileWatch {
  /** Resolves once the files are others than when the watch began. Rejects with the reason of the signal. */
  changed(signal: AbortSignal): Promise<void>;
}

/** Begun before the queries run, so that no change is missed. Throws usage_invalid where there is nothing to watch. */
export async function watchFiles(
  engine: QueryInspector,
  questions: readonly InspectRequest[],
): Promise<FileWatch> {
  const before = await versionsOf(engine, questions);
  if (before === '') {
    throw new PathqlError('usage_invalid', '--watch needs a query that names a file, found none');
  }
  return {
    changed: async (signal) => {
      do await setTimeout(everyMs, undefined, { signal });
      while ((await versionsOf(engine, questions)) === before);
    },
  };
}

/** A file that is away, or a statement at fault, is a state like others: it may change. */
async function versionsOf(
  engine: QueryInspector,
  questions: readonly InspectRequest[],
): Promise<string> {
  const versions: string[] = [];
  for (const question of questions) {
    const version = await engine
      .fileVersions(question)
      .catch((error: unknown) => (error instanceof PathqlError ? error.message : String(error)));
    if (version !== null) versions.push(version);
  }
  return versions.join('\n');
}
