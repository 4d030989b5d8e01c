// Follows the tokens and knows where the next one names a table.
import { isWord, type Token } from './token.ts';

interface Frame {
  /** The name before the bracket, if the bracket holds its arguments. */
  readonly call: string | null;
  isQuery: boolean;
  isFirst: boolean;
  /** Inside a FROM clause, where JOIN brings the next table. */
  inFrom: boolean;
  /** Inside a FROM clause, where a comma brings the next table. */
  commasListTables: boolean;
  expectsTable: boolean;
}

type Action = (frame: Frame, previous: Token | undefined) => void;

/** Calls whose arguments may be parted by the word FROM. */
const callsWithFrom = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);
/** Words before a bracket that make no call of it. */
const noCalls = new Set(
  'IN EXISTS ANY ALL SOME AND OR NOT SELECT WHERE ON HAVING QUALIFY BY THEN ELSE WHEN CASE AS UNION EXCEPT INTERSECT LIMIT FROM JOIN WITH DISTINCT BETWEEN LIKE ILIKE IS LATERAL ARRAY USING VALUES MATERIALIZED'.split(
    ' ',
  ),
);

export class TableFinder {
  private readonly frames: Frame[] = [newFrame(null)];
  private previous: Token | undefined;
  private beforePrevious: Token | undefined;

  get expectsTable(): boolean {
    return this.frame.expectsTable;
  }

  /** Takes the next token. A path, or a word that names a table or calls a function, ends the expectation. */
  accept(token: Token): void {
    const frame = this.frame;
    if (token.kind === 'open') this.open(frame, token);
    else if (token.kind === 'close') this.close();
    else if (token.kind === 'comma') frame.expectsTable = frame.inFrom && frame.commasListTables;
    else if (token.kind === 'word' && !this.isPlainName()) this.acceptWord(frame, token);
    else if (!isColon(token)) frame.expectsTable = false;
    frame.isFirst = false;
    this.beforePrevious = this.previous;
    this.previous = token;
  }

  /** Takes the alias of `alias: path`, after which the path is still to come. */
  acceptPrefixAlias(token: Token): void {
    this.beforePrevious = this.previous;
    this.previous = token;
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? newFrame(null);
  }

  private open(frame: Frame, token: Token): void {
    const holdsTables = frame.expectsTable && token.text === '(';
    frame.expectsTable = false;
    const inner = newFrame(holdsTables ? null : this.callName());
    inner.inFrom = holdsTables;
    inner.commasListTables = holdsTables;
    inner.expectsTable = holdsTables;
    this.frames.push(inner);
  }

  private close(): void {
    if (this.frames.length > 1) this.frames.pop();
    this.frame.expectsTable = false;
  }

  private callName(): string | null {
    const previous = this.previous;
    if (previous?.kind === 'quoted') return previous.text;
    return previous?.kind === 'word' && !noCalls.has(previous.text) ? previous.text : null;
  }

  /** After a dot or AS every word is a name, keywords too. */
  private isPlainName(): boolean {
    const previous = this.previous;
    return (previous?.kind === 'operator' && previous.text === '.') || isWord(previous, 'AS');
  }

  private acceptWord(frame: Frame, token: Token): void {
    const action = actions[token.text];
    if (token.text === 'FROM') this.acceptFrom(frame);
    else if (action) action(frame, this.previous);
    else frame.expectsTable = false;
  }

  private acceptFrom(frame: Frame): void {
    if (this.isDistinctFrom() || isArgumentFrom(frame)) return;
    frame.isQuery = true;
    frame.inFrom = true;
    frame.commasListTables = true;
    frame.expectsTable = true;
  }

  private isDistinctFrom(): boolean {
    return isWord(this.previous, 'DISTINCT') && isWord(this.beforePrevious, 'IS', 'NOT');
  }
}

/** Of `alias: path`; a file may have that name, too. */
function isColon(token: Token): boolean {
  return token.kind === 'operator' && token.text === ':';
}

function newFrame(call: string | null): Frame {
  return {
    call,
    isQuery: false,
    isFirst: true,
    inFrom: false,
    commasListTables: false,
    expectsTable: false,
  };
}

function isArgumentFrom(frame: Frame): boolean {
  if (frame.call === null || frame.isQuery) return false;
  return !frame.isFirst || callsWithFrom.has(frame.call);
}

function endFrom(frame: Frame): void {
  frame.inFrom = false;
  frame.commasListTables = false;
  frame.expectsTable = false;
}

function select(frame: Frame): void {
  endFrom(frame);
  frame.isQuery = true;
}

function describe(frame: Frame): void {
  if (!frame.isFirst) return;
  endFrom(frame);
  frame.isQuery = true;
  frame.expectsTable = true;
}

/** PIVOT starts a query, or follows a table of a FROM clause. */
function pivot(frame: Frame): void {
  if (frame.inFrom && !frame.isFirst) return;
  frame.isQuery = true;
  frame.inFrom = true;
  frame.commasListTables = false;
  frame.expectsTable = true;
}

const actions: Record<string, Action> = {
  SELECT: select,
  JOIN: (frame) => {
    frame.expectsTable = frame.inFrom;
  },
  LATERAL: () => {},
  WHERE: endFrom,
  GROUP: (frame, previous) => {
    if (!isWord(previous, 'WITHIN')) endFrom(frame);
  },
  HAVING: endFrom,
  ORDER: endFrom,
  LIMIT: endFrom,
  OFFSET: endFrom,
  FETCH: endFrom,
  QUALIFY: endFrom,
  WINDOW: endFrom,
  UNION: endFrom,
  INTERSECT: endFrom,
  EXCEPT: endFrom,
  VALUES: endFrom,
  WITH: (frame) => {
    frame.expectsTable = false;
    if (frame.isFirst) endFrom(frame);
  },
  TABLE: endFrom,
  SHOW: endFrom,
  SAMPLE: (frame, previous) => {
    if (isWord(previous, 'USING')) endFrom(frame);
    frame.expectsTable = false;
  },
  DESCRIBE: describe,
  DESC: describe,
  SUMMARIZE: describe,
  PIVOT: pivot,
  UNPIVOT: pivot,
  PIVOT_WIDER: pivot,
  PIVOT_LONGER: pivot,
};
