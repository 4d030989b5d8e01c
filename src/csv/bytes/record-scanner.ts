// Walks over the bytes of a file and finds records that break the rules of its dialect.

export type LineEnd = '\n' | '\r\n' | '\r';

export interface RecordSyntax {
  /** One ASCII character each; `quote` may be empty. */
  readonly delimiter: string;
  readonly quote: string;
  readonly escapedBy: string;
  readonly lineEnd: LineEnd;
}

export interface RecordFault {
  readonly kind: 'mixed-line-ends' | 'text-after-quote' | 'open-quote';
  /** Bytes before it. */
  readonly offset: number;
}

const states = {
  fieldStart: 0,
  afterSpace: 1,
  plain: 2,
  quoted: 3,
  escaped: 4,
  afterQuote: 5,
  afterClosed: 6,
  afterReturn: 7,
  mixedLineEnds: 8,
  textAfterQuote: 9,
} as const;
const firstFault = states.mixedLineEnds;

const classes = {
  other: 0,
  delimiter: 1,
  quote: 2,
  escape: 3,
  lineFeed: 4,
  return: 5,
  space: 6,
} as const;
const classBits = 3;

type StateName = keyof typeof states;
type ClassName = keyof typeof classes;
type Transitions = Readonly<Record<ClassName, StateName>>;

export class RecordScanner {
  readonly #classOf: Uint8Array;
  readonly #next: Uint8Array;
  #state: number = states.fieldStart;
  #offset = 0;
  #quoteOffset = 0;

  constructor(syntax: RecordSyntax) {
    this.#classOf = byteClasses(syntax);
    this.#next = transitionTable(syntax.lineEnd);
  }

  /** The first fault in the next bytes, after which the scanner is done. */
  scan(bytes: Uint8Array): RecordFault | null {
    const [classOf, next, start] = [this.#classOf, this.#next, this.#offset];
    let state = this.#state;
    for (let at = 0; at < bytes.length; at++) {
      const now = next[(state << classBits) | (classOf[bytes[at] as number] as number)] as number;
      if (now === state) continue;
      if (now === states.quoted && state < states.plain) this.#quoteOffset = start + at;
      if (now >= firstFault)
        return { kind: faultKinds[now] ?? 'text-after-quote', offset: start + at };
      state = now;
    }
    this.#state = state;
    this.#offset += bytes.length;
    return null;
  }

  /** Instead of `scan`, for bytes without a quote and without a carriage return in a file of line feeds. */
  skip(bytes: Uint8Array): void {
    const tail = bytes.subarray(-2);
    this.#offset += bytes.length - tail.length;
    this.#state = states.plain;
    this.scan(tail);
  }

  get isInQuotes(): boolean {
    return this.#state >= states.quoted; // or waits for the rest of a line end
  }

  /** What is wrong with a file that ends here. */
  end(): RecordFault | null {
    if (this.#state === states.quoted || this.#state === states.escaped) {
      return { kind: 'open-quote', offset: this.#quoteOffset };
    }
    if (this.#state === states.afterReturn)
      return { kind: 'mixed-line-ends', offset: this.#offset };
    return null;
  }
}

const faultKinds: Readonly<Record<number, RecordFault['kind']>> = {
  [states.mixedLineEnds]: 'mixed-line-ends',
  [states.textAfterQuote]: 'text-after-quote',
};

function byteClasses({ delimiter, quote, escapedBy }: RecordSyntax): Uint8Array {
  const classOf = new Uint8Array(256);
  classOf[10] = classes.lineFeed;
  classOf[13] = classes.return;
  classOf[32] = classes.space;
  if (escapedBy !== '' && escapedBy !== quote) classOf[escapedBy.charCodeAt(0)] = classes.escape;
  if (quote !== '') classOf[quote.charCodeAt(0)] = classes.quote;
  classOf[delimiter.charCodeAt(0)] = classes.delimiter;
  return classOf;
}

const lineEndStates: Readonly<Record<LineEnd, Pick<Transitions, 'lineFeed' | 'return'>>> = {
  '\n': { lineFeed: 'fieldStart', return: 'mixedLineEnds' },
  '\r': { lineFeed: 'mixedLineEnds', return: 'fieldStart' },
  '\r\n': { lineFeed: 'mixedLineEnds', return: 'afterReturn' },
};

function transitionTable(lineEnd: LineEnd): Uint8Array {
  const ends = lineEndStates[lineEnd];
  const inField: Transitions = { ...all('plain'), delimiter: 'fieldStart', ...ends };
  const afterClosed: Transitions = {
    ...all('textAfterQuote'),
    delimiter: 'fieldStart',
    space: 'afterClosed',
    ...ends,
  };
  const table: Readonly<Record<StateName, Transitions>> = {
    fieldStart: { ...inField, quote: 'quoted', space: 'afterSpace' },
    // One space before a quote is left out; after two the quote is text.
    afterSpace: { ...inField, quote: 'quoted' },
    plain: inField,
    quoted: { ...all('quoted'), quote: 'afterQuote', escape: 'escaped' },
    escaped: all('quoted'),
    afterQuote: { ...afterClosed, quote: 'quoted' },
    afterClosed,
    afterReturn: { ...all('mixedLineEnds'), lineFeed: 'fieldStart' },
    mixedLineEnds: all('mixedLineEnds'),
    textAfterQuote: all('textAfterQuote'),
  };
  const next = new Uint8Array(Object.keys(states).length << classBits);
  for (const [state, transitions] of Object.entries(table)) {
    for (const [kind, to] of Object.entries(transitions)) {
      next[(states[state as StateName] << classBits) | classes[kind as ClassName]] = states[to];
    }
  }
  return next;
}

function all(to: StateName): Transitions {
  return {
    other: to,
    delimiter: to,
    quote: to,
    escape: to,
    lineFeed: to,
    return: to,
    space: to,
  };
}
