// Keeps plans of statements over cached tables that were asked for twice.
import type { AnswerLayout } from '../../../query/layouts.ts';
import type { RowPlan } from './plan-rows.ts';

const maxAskedOnce = 256;
/** UTF-16 code units; longer texts are seldom sent twice. */
const maxSqlLength = 50_000;

/**
 * Few are kept, and none on its first use: a prepared statement of DuckDB holds what its operators gathered
 * in its last run, at least 256 KB.
 */
export class PreparedPlans {
  readonly #maxPlans: number;
  /** By layout and SQL text, in order of use, oldest first. */
  readonly #kept = new Map<string, RowPlan>();
  readonly #askedOnce = new Set<string>();

  constructor(maxPlans: number) {
    this.#maxPlans = maxPlans;
  }

  find(sql: string, layout: AnswerLayout): RowPlan | undefined {
    const key = keyOf(sql, layout);
    const plan = this.#kept.get(key);
    if (plan === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, plan);
    return plan;
  }

  /** To be called when `plan` has run: keeps its statement for the next time or destroys it. */
  put(sql: string, layout: AnswerLayout, plan: RowPlan): void {
    const key = keyOf(sql, layout);
    if (this.#kept.get(key) === plan) return;
    if (this.#askedOnce.delete(key)) this.#kept.set(key, plan);
    else {
      plan.statement.destroySync();
      if (sql.length <= maxSqlLength) this.#askedOnce.add(key);
    }
    for (const [oldest] of this.#kept) if (this.#kept.size > this.#maxPlans) this.#drop(oldest);
    for (const oldest of this.#askedOnce) {
      if (this.#askedOnce.size > maxAskedOnce) this.#askedOnce.delete(oldest);
    }
  }

  /** Drops the plans whose SQL contains `fragment`, so that they keep nothing alive. */
  forget(fragment: string): void {
    for (const key of this.#kept.keys()) if (key.includes(fragment)) this.#drop(key);
  }

  #drop(key: string): void {
    this.#kept.get(key)?.statement.destroySync();
    this.#kept.delete(key);
  }
}

function keyOf(sql: string, layout: AnswerLayout): string {
  return `${layout} ${sql}`;
}
