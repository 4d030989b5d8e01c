// Names the version of an answer: by its statement, and by the versions of the files it is from.
import { createHash } from 'node:crypto';
import type { CheckedStatement, TableIdentity } from '../engines/engine-driver.ts';

/** Null where the same statement over the same files may give something else. */
export function answerVersion(
  sql: string,
  { isRepeatable }: CheckedStatement,
  identities: readonly TableIdentity[],
): string | null {
  if (!isRepeatable || !identities.every(({ isSettled }) => isSettled)) return null;
  const named = JSON.stringify([sql, identities.map(({ version }) => version)]);
  return createHash('sha256').update(named).digest('base64url').slice(0, 22);
}
