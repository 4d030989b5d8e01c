// Tells whose token a request carries; reads API_TOKENS_FILE again when it has changed.
import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PathqlError } from '../../errors.ts';
import type { EngineLog } from '../../query/engine-log.ts';
import { hashOf, type KnownToken, readTokenLines } from './token-line.ts';

interface ApiTokensOptions {
  readonly path: string;
  readonly log: Pick<EngineLog, 'warn' | 'error'>;
  /** In milliseconds. */
  readonly clock?: () => number;
}

/** A change counts after so long at the latest. The file is small: reading it is cheaper than trusting its time stamp. */
const maxAgeMs = 1_000;

export class ApiTokens {
  readonly #options: Required<ApiTokensOptions>;
  #tokens: readonly KnownToken[] = [];
  /** That the tokens are from, or that was found to be faulty. */
  #text: string | null = null;
  #readAt: number;

  /** Throws setting_invalid for a file that cannot be read or has a faulty line. */
  constructor(options: ApiTokensOptions) {
    this.#options = { clock: () => performance.now(), ...options };
    this.#readAt = this.#options.clock();
    const fault = this.#read();
    if (fault !== null) throw new PathqlError('setting_invalid', fault);
  }

  get count(): number {
    return this.#tokens.length;
  }

  /** The name of the token in a header Authorization, or null when it is none of ours. */
  nameOf(authorization: string | undefined): string | null {
    this.#readAgain();
    const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (given === undefined) return null;
    const hash = hashOf(given);
    // All are compared, so that the time tells nothing.
    const matching = this.#tokens.filter((token) => timingSafeEqual(token.hash, hash));
    return matching[0]?.name ?? null;
  }

  /** While the file is missing or faulty, the tokens it had before stay good. */
  #readAgain(): void {
    const { clock, log, path } = this.#options;
    if (clock() - this.#readAt < maxAgeMs) return;
    this.#readAt = clock();
    const before = this.#text;
    const fault = this.#read();
    if (this.#text === before) return;
    if (fault === null) log.warn({ path, tokens: this.count }, 'the API tokens have changed');
    else log.error({ path, fault }, 'the API tokens cannot be read: those known before stay good');
  }

  /** What is wrong with the file, or null. */
  #read(): string | null {
    const { path } = this.#options;
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      this.#text = null;
      return `API_TOKENS_FILE: cannot read '${path}': ${(error as Error).message}`;
    }
    if (text === this.#text) return null;
    this.#text = text;
    const tokens = readTokenLines(text);
    if (typeof tokens === 'string') return `API_TOKENS_FILE: '${path}', ${tokens}`;
    this.#tokens = tokens;
    return null;
  }
}
