// Tells whether a query wrote over the database's count of its memory, so that there is none left for any other.
import { setTimeout } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { saysMiscount } from '../errors/to-pathql-error.ts';

/** Needs a block of memory. */
const probe = 'SELECT max(i) FROM (SELECT i FROM range(3000) t(i) ORDER BY hash(i))';
const looks = 10;
const pauseMs = 50;

/** What another query asks for in vain is counted for a moment only. */
export async function isCountOverwritten(
  connection: DuckDBConnection,
  error: unknown,
): Promise<boolean> {
  if (!saysMiscount(error)) return false;
  for (let look = 0; look < looks; look++) {
    await setTimeout(pauseMs);
    const failure = await connection.run(probe).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!saysMiscount(failure)) return false;
  }
  return true;
}
