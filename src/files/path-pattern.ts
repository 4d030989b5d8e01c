// Matches a path with a pattern name by name: each name is compared with a part once, however many ways lead there.
import { PathqlError } from '../errors.ts';
import { limits, shownNumber } from '../limits.ts';
import { type NameMatcher, nameMatcher } from './match-name.ts';

/** The parts that the next name may match, by their positions. */
export type Positions = ReadonlySet<number>;

/** `**` stands for any folders, none included. */
type Part = NameMatcher | '**';

export class PathPattern {
  readonly #parts: readonly Part[];

  /** `written`: the parts between slashes. Throws file_not_allowed for one with too many stars. */
  constructor(written: readonly string[]) {
    this.#parts = written.map(partOf);
  }

  get start(): Positions {
    return this.#withSkipped([0]);
  }

  /** The positions behind a name. None: no path goes on with it. */
  after(positions: Positions, name: string): Positions {
    const next: number[] = [];
    for (const position of positions) {
      const part = this.#parts[position];
      if (part === '**') {
        if (!name.startsWith('.')) next.push(position);
      } else if (part?.(name)) next.push(position + 1);
    }
    return this.#withSkipped(next);
  }

  isEnd(positions: Positions): boolean {
    return positions.has(this.#parts.length);
  }

  /** A `**` may stand for nothing; at the end it takes files, too. */
  #withSkipped(positions: readonly number[]): Positions {
    const all = new Set(positions);
    for (const position of all) if (this.#parts[position] === '**') all.add(position + 1);
    return all;
  }
}

function partOf(written: string): Part {
  if (written === '**') return '**';
  const stars = written.split('*').length - 1;
  if (stars <= limits.patternStars.most) return nameMatcher(written);
  const message = `A part of the pattern has ${shownNumber(stars)} *, and at most ${limits.patternStars.most} are possible between two slashes`;
  throw new PathqlError('file_not_allowed', message);
}
