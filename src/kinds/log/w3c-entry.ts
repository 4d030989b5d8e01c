// Reads the lines of a log in the W3C extended format, as IIS, CloudFront and firewalls write it.
import { isExact } from '../shared/types/exact-types.ts';
import { givenTypeRule } from '../shared/types/given-types.ts';
import type { Entry, EntryReader } from './entry-reader.ts';
import type { LogColumn } from './log-column.ts';
import { EntryFault, shownFrom } from './log-fault.ts';
import { type Separator, splitEntry } from './split-entry.ts';
import { readFields } from './w3c-fields.ts';

/** Thrown where a line `#Fields:` names a column that is not known. */
export class OtherFields extends Error {}

interface MomentRule {
  readonly fits: (text: string) => boolean;
  readonly expected: string;
}

const momentRules: Readonly<Record<string, MomentRule & { readonly type: string }>> = {
  date: {
    type: 'DATE',
    fits: (text) => isExact(text, { name: 'DATE', scale: 0 }),
    expected: 'a date such as 2024-01-31',
  },
  time: {
    type: 'TIME',
    fits: givenTypeRule('TIME').fits,
    expected: 'a time such as 10:30:00, with at most 6 digits of a second',
  },
};

export function w3cColumns(names: readonly string[]): LogColumn[] {
  return names.map((name) => ({ name, type: momentRules[name.toLowerCase()]?.type ?? null }));
}

/** These write a quote as it is. */
const plainWriters =
  /^#[ \t]*software[ \t]*:[ \t]*Microsoft (?:Internet Information Services|HTTP)/i;

/** The last line `#Fields:`. */
interface Layout {
  readonly line: number;
  /** Of the fields, among the columns. */
  readonly places: readonly number[];
  readonly isInOrder: boolean;
  readonly moments: readonly Moment[];
  separator: Separator | null;
}

interface Moment {
  readonly place: number;
  readonly rule: MomentRule;
  /** Most entries have that of the one before. */
  last: string | null;
}

export class W3cEntryReader implements EntryReader {
  readonly #names: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  #layout: Layout | null = null;
  #hasQuotes = true;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#places = new Map(names.map((name, place) => [name.toLowerCase(), place]));
  }

  read(line: string, lineNumber: number): Entry | null {
    if (line === '') return null;
    if (line.startsWith('#')) return this.#readDirective(line, lineNumber);
    const layout = this.#layout;
    if (layout === null) {
      throw new EntryFault(`expected a line '#Fields:' before entries, found ${shownFrom(line)}`);
    }
    layout.separator ??= line.includes('\t') ? '\t' : ' ';
    const { places, separator } = layout;
    const values = splitEntry(line, separator, this.#hasQuotes);
    if (values.length !== places.length) throw otherCount(values.length, layout);
    const entry = layout.isInOrder ? values : this.#inPlace(values, places);
    for (const moment of layout.moments) this.#check(entry, moment);
    return entry;
  }

  #readDirective(line: string, lineNumber: number): null {
    if (/^#[ \t]*software/i.test(line)) this.#hasQuotes = !plainWriters.test(line);
    const fields = readFields(line);
    if (fields === null) return null;
    if (fields.names.length === 0) throw new EntryFault("expected names behind '#Fields:'");
    const places = fields.names.map((name) => this.#places.get(name.toLowerCase()) ?? -1);
    if (places.includes(-1)) throw new OtherFields();
    const isInOrder =
      places.length === this.#names.length && places.every((place, at) => place === at);
    this.#layout = {
      ...{ line: lineNumber, places, isInOrder, separator: fields.separator },
      moments: places.flatMap((place) => {
        const rule = momentRules[this.#names[place]?.toLowerCase() ?? ''];
        return rule === undefined ? [] : [{ place, rule, last: null }];
      }),
    };
    return null;
  }

  #inPlace(values: Entry, places: readonly number[]): Entry {
    const entry: (string | null)[] = this.#names.map(() => null);
    for (const [at, place] of places.entries()) entry[place] = values[at] ?? null;
    return entry;
  }

  #check(entry: Entry, moment: Moment): void {
    const text = entry[moment.place] ?? null;
    if (text === null || text === moment.last) return;
    const { expected, fits } = moment.rule;
    if (!fits(text)) {
      const name = this.#names[moment.place];
      throw new EntryFault(`field '${name}': expected ${expected}, found ${shownFrom(text)}`);
    }
    moment.last = text;
  }
}

function otherCount(found: number, { places, line, separator }: Layout): EntryFault {
  const parted = { ' ': 'spaces', '\t': 'tabs', ',': 'commas' }[separator ?? ' '];
  const words = `expected ${places.length} fields between ${parted}, as line ${line} names them, found ${found}`;
  return new EntryFault(words);
}
