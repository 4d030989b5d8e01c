// Cuts a whole text into records by the rules of docs/csv-files.md, one character at a time.

export interface Dialect {
  readonly delimiter: string;
  /** Empty: quotes are plain text. */
  readonly quote: string;
  /** Stands before a quote that is text; the same as the quote unless the question says otherwise. */
  readonly escape: string;
}

export interface TextRecord {
  readonly fields: readonly string[];
  /** Where it starts and where its line end starts, in characters. */
  readonly start: number;
  readonly end: number;
  /** `''` at the end of the text. */
  readonly lineEnd: string;
  /** True: nothing at all stands in the line. */
  readonly isEmpty: boolean;
}

export interface RecordFault {
  readonly reason: 'open quote' | 'text after quote';
  /** In characters. */
  readonly at: number;
}

export interface RecordsOfText {
  readonly records: readonly TextRecord[];
  /** Where nothing more can be told. */
  readonly fault: RecordFault | undefined;
}

interface Field {
  readonly text: string;
  readonly end: number;
}

export function cutRecords(text: string, dialect: Dialect, maxRecords = Infinity): RecordsOfText {
  const records: TextRecord[] = [];
  let at = 0;
  while (at < text.length && records.length < maxRecords) {
    const start = at;
    const fields: string[] = [];
    for (;;) {
      const field = readField(text, at, dialect);
      if ('reason' in field) return { records, fault: field };
      fields.push(field.text);
      at = field.end;
      if (text[at] !== dialect.delimiter) break;
      at++;
    }
    const lineEnd = lineEndAt(text, at);
    records.push({ fields, start, end: at, lineEnd, isEmpty: at === start });
    at += lineEnd.length;
  }
  return { records, fault: undefined };
}

/** How many fields the first record has; text after a closing quote belongs to its field. */
export function countFields(text: string, dialect: Dialect): number {
  let at = 0;
  for (let count = 1; ; count++) {
    const field = readField(text, at, dialect);
    if ('reason' in field) {
      if (field.reason === 'open quote') return count;
      at = field.at;
      while (at < text.length && !endsField(text, at, dialect)) at++;
    } else {
      at = field.end;
    }
    if (text[at] !== dialect.delimiter) return count;
    at++;
  }
}

export function lineEndAt(text: string, at: number): string {
  if (text[at] === '\n') return '\n';
  if (text[at] !== '\r') return '';
  return text[at + 1] === '\n' ? '\r\n' : '\r';
}

function readField(text: string, start: number, dialect: Dialect): Field | RecordFault {
  const { quote } = dialect;
  if (quote !== '' && text[start] === quote) return readQuoted(text, start, dialect);
  if (quote !== '' && text[start] === ' ' && text[start + 1] === quote) {
    return readQuoted(text, start + 1, dialect);
  }
  let end = start;
  while (end < text.length && !endsField(text, end, dialect)) end++;
  return { text: text.slice(start, end), end };
}

function readQuoted(text: string, opening: number, dialect: Dialect): Field | RecordFault {
  const { quote, escape: mark } = dialect;
  let value = '';
  let at = opening + 1;
  for (;;) {
    if (at >= text.length) return { reason: 'open quote', at: opening };
    const next = text[at + 1];
    if (text[at] === mark && (next === quote || (next === mark && mark !== quote))) {
      value += next;
      at += 2;
    } else if (text[at] === quote) {
      break;
    } else {
      value += text[at];
      at++;
    }
  }
  let end = at + 1;
  while (text[end] === ' ' && dialect.delimiter !== ' ') end++;
  if (end < text.length && !endsField(text, end, dialect)) {
    return { reason: 'text after quote', at: end };
  }
  return { text: value, end };
}

function endsField(text: string, at: number, dialect: Dialect): boolean {
  return text[at] === dialect.delimiter || text[at] === '\n' || text[at] === '\r';
}
