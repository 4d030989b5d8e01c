// Refuses for a while statements for which the engine had to be replaced: each costs all others a restart.
import { PathqlError } from '../../errors.ts';
import type { AnswerRequest } from '../../query/query-request.ts';

interface Refusal {
  /** In words that go before "and cost a restart". */
  readonly reason: string;
  readonly since: number;
  readonly untilMs: number;
  /** How often in a row the engine was replaced for it. */
  readonly count: number;
}

const firstRefusalMs = 60_000;
const longestRefusalMs = 16 * firstRefusalMs;

const maxStatements = 1_000;
/** UTF-16 code units of all texts. */
const maxTotalLength = 20_000_000;

/** With other values a statement may do no harm. */
export function statementKey({ sql, parameters }: Pick<AnswerRequest, 'sql' | 'parameters'>) {
  return parameters === undefined ? sql : `${sql} ${JSON.stringify(parameters)}`;
}

export class RefusedStatements {
  readonly #clock: () => number;
  /** By SQL text, in the order of the last replacement. */
  readonly #refusals = new Map<string, Refusal>();
  #totalLength = 0;

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Throws query_refused, with what the statement did and until when it is refused. */
  check(sql: string): void {
    const refusal = this.#refusals.get(sql);
    const now = this.#clock();
    if (refusal === undefined || now >= refusal.untilMs) return;
    const { reason, since, untilMs } = refusal;
    const message = `${reason} and cost a restart ${seconds(now - since)} ago. It is refused for another ${seconds(untilMs - now)}`;
    throw new PathqlError('query_refused', message);
  }

  /** The engine was replaced for the statement. Each time doubles how long it is refused. */
  add(sql: string, reason: string): void {
    const count = (this.#refusals.get(sql)?.count ?? 0) + 1;
    const since = this.#clock();
    const untilMs = since + Math.min(longestRefusalMs, firstRefusalMs * 2 ** (count - 1));
    this.forget(sql);
    this.#refusals.set(sql, { reason, since, untilMs, count });
    this.#totalLength += sql.length;
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= maxStatements && this.#totalLength <= maxTotalLength) break;
      this.forget(oldest);
    }
  }

  /** It ran to its end. */
  forget(sql: string): void {
    if (this.#refusals.delete(sql)) this.#totalLength -= sql.length;
  }
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1_000))} s`;
}
