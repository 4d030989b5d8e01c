// Follows the values of one column, and says in which notation all or nearly all of them are written.
import { shownNumber } from '../../../limits.ts';
import type { SniffedLine } from '../../../query/sniff-report.ts';
import { visibleText } from '../../../text/visible-text.ts';
import type { GivenTypeOptions } from '../../shared/types/given-types.ts';
import { type Notation, type NotationKind, notations, pointedNotations } from './notations.ts';

export interface FoundNotation {
  readonly words: string;
  /** What a call would have to say; null: nothing, or it cannot be told. */
  readonly type: string | null;
  readonly options: GivenTypeOptions;
  /** The column has a type without it. */
  readonly isDoubtful: boolean;
}

interface Tally {
  readonly notation: Notation;
  /** Of `notation.marks`, in their order. */
  readonly shown: boolean[];
  misfits: number;
  firstMisfit: SniffedLine | null;
  wholeDigits: number;
  fractionDigits: number;
}

/** So many values show whether a notation is worth following. */
const leastValues = 1_000;
const mostMisfits = 0.1;
const fewValues = 3;

export class ColumnNotation {
  #values = 0;
  /** Of the longest text of digits alone. */
  #digits = 0;
  readonly #hasPoints: boolean;
  #tallies: readonly Tally[];

  /** `hasPoints`: its values are numbers with a point, as far as they go. */
  constructor(hasPoints = false) {
    this.#hasPoints = hasPoints;
    this.#tallies = (hasPoints ? pointedNotations : notations).map((notation) => ({
      ...{ notation, shown: notation.marks.map(() => false) },
      ...{ misfits: 0, firstMisfit: null, wholeDigits: 0, fractionDigits: 0 },
    }));
  }

  /** False: it is text, whatever comes. */
  get isOpen(): boolean {
    return this.#tallies.length > 0;
  }

  take(text: string, line: number): void {
    this.#values++;
    let isMisfit = false;
    // They fit every notation of numbers and show none.
    const isDigits = /^\d+$/.test(text);
    const hasDigit = isDigits || /\d/.test(text);
    for (const tally of this.#tallies) {
      const { notation, shown } = tally;
      if (isDigits && notation.kind === 'numbers') continue;
      const mayFit = hasDigit || notation.kind === 'plain';
      if (!mayFit || !notation.fits(text)) {
        isMisfit = true;
        tally.misfits++;
        tally.firstMisfit ??= { line, text };
        continue;
      }
      for (const [at, isShownBy] of notation.marks.entries()) shown[at] ||= isShownBy(text);
      if (notation.kind === 'numbers') countDigits(text, tally);
    }
    if (isDigits) this.#digits = Math.max(this.#digits, text.length);
    const isTold = this.#values >= leastValues;
    if (isTold && isMisfit) this.#tallies = this.#tallies.filter((each) => this.#isNear(each));
  }

  /** Null: plain text. */
  found(): FoundNotation | null {
    const shown = this.#tallies.filter((tally) => {
      return this.#values > 0 && tally.shown.every((isShown) => isShown) && this.#isNear(tally);
    });
    const least = Math.min(...shown.map(({ misfits }) => misfits));
    const [best, ...others] = shown.filter(({ misfits }) => misfits === least);
    if (best === undefined || (this.#hasPoints && least > 0)) return null;
    const { kind, options } = best.notation;
    if (this.#hasPoints) {
      const words = 'the points may part thousands: nothing in the column tells';
      return { words, type: typeOf(best, this.#digits), options, isDoubtful: true };
    }
    const same = [best, ...others.filter(({ notation }) => notation.kind === kind)];
    const isClear = kind === 'plain' || same.length === 1;
    const words = isClear
      ? [best.notation.words]
      : same.slice(0, 2).map(({ notation }) => notation.words);
    const unclear = isClear ? '' : ': nothing tells which';
    return {
      words: `${kindWords[kind]}${words.join(' or ')}${unclear}${misfitWords(best)}`,
      type: isClear && least === 0 ? typeOf(best, this.#digits) : null,
      options,
      isDoubtful: false,
    };
  }

  #isNear({ misfits }: Tally): boolean {
    const isOneOfFew = misfits === 1 && this.#values >= fewValues;
    return isOneOfFew || misfits <= this.#values * mostMisfits;
  }
}

const kindWords: Readonly<Record<NotationKind, string>> = {
  dates: 'dates as ',
  'time stamps': 'time stamps as ',
  numbers: 'numbers with ',
  codes: '',
  plain: '',
};

const maxShown = 40;

function misfitWords({ misfits, firstMisfit }: Tally): string {
  if (firstMisfit === null) return '';
  const { line } = firstMisfit;
  const text = visibleText(firstMisfit.text);
  const shown = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
  const others = misfits === 1 ? '' : `${shownNumber(misfits)} values, the first `;
  return `, but for ${others}'${shown}' in line ${line}`;
}

function countDigits(text: string, tally: Tally): void {
  const { decimalSeparator = '.', thousands } = tally.notation.options;
  const plain = thousands === undefined ? text : text.replaceAll(thousands, '');
  const [whole = '', fraction = ''] = plain.split(decimalSeparator);
  tally.wholeDigits = Math.max(tally.wholeDigits, whole.replace(/^[+-]?0*/, '').length);
  tally.fractionDigits = Math.max(tally.fractionDigits, fraction.length);
}

const usualWholeDigits = 18;
const mostDigits = 38;

function typeOf({ notation, fractionDigits, ...tally }: Tally, plainDigits: number): string | null {
  const wholeDigits = Math.max(tally.wholeDigits, plainDigits);
  if (notation.kind === 'dates') return 'DATE';
  if (notation.kind === 'time stamps') return 'TIMESTAMP';
  if (notation.kind !== 'numbers' || wholeDigits + fractionDigits > mostDigits) return null;
  const digits = Math.max(wholeDigits, usualWholeDigits) + fractionDigits;
  return `DECIMAL(${Math.min(mostDigits, digits)},${fractionDigits})`;
}
