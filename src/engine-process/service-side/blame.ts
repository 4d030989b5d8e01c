// Decides which queries are to blame when the engine ends while they run.
import type { Job } from './job.ts';

export interface Verdict {
  /** Get an error. */
  readonly culprits: readonly Job[];
  /** May be to blame: each runs again alone. */
  readonly suspects: readonly Job[];
  /** Run again as if nothing had happened. */
  readonly innocents: readonly Job[];
}

/** A query that ran each time when the engine ended so often is given up. */
const maxStrikes = 3;

/** `known` is the query that made the engine be replaced, where that is certain. */
export function blame(running: readonly Job[], known: Job | null): Verdict {
  if (known !== null) {
    const innocents = running.filter((job) => job !== known);
    return { culprits: [known], suspects: [], innocents };
  }
  for (const job of running) job.strikes++;
  const culprits = culpritsOf(running);
  const suspects = running.filter((job) => !culprits.includes(job));
  return { culprits, suspects, innocents: [] };
}

function culpritsOf(running: readonly Job[]): readonly Job[] {
  if (running.length === 1) return running;
  const most = Math.max(0, ...running.map(({ strikes }) => strikes));
  const worst = running.filter(({ strikes }) => strikes === most);
  const stoodOut = most > 1 && worst.length === 1;
  return stoodOut || most >= maxStrikes ? worst : [];
}
