// Cuts a whole text into records by the rules of docs/csv-files.md, one character at a time.
import { endOfLine, lineEndAt } from './independent-text.ts';

export interface Dialect {
  readonly delimiter: string;
  /** Empty: quotes are plain text. */
  readonly quote: string;
  /** Stands before a quote that is text; the same as the quote unless the question says otherwise. */
  readonly escape: string;
  /** Empty: there are no comments. */
  readonly comment: string;
  readonly isStrict: boolean;
  readonly ignoresErrors: boolean;
}

export interface TextRecord {
  readonly fields: readonly string[];
  /** Where it starts and where its line end starts, in characters. */
  readonly start: number;
  readonly end: number;
  /** `''` at the end of the text. */
  readonly lineEnd: string;
  readonly kind: 'record' | 'empty' | 'comment' | 'wrong';
  /** Of a wrong record. */
  readonly fault?: RecordFault;
}

export interface RecordFault {
  readonly reason: 'open quote' | 'text after quote' | 'wrong escape' | 'long quoted field';
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
  for (let at = 0; at < text.length && records.length < maxRecords; ) {
    const record = cutRecord(text, at, dialect);
    if ('reason' in record) return { records, fault: record };
    records.push(record);
    at = record.end + record.lineEnd.length;
  }
  return { records, fault: undefined };
}

function cutRecord(text: string, start: number, dialect: Dialect): TextRecord | RecordFault {
  const fields: string[] = [];
  for (let at = start; ; at += dialect.delimiter.length) {
    const field = readField(text, at, dialect);
    if ('reason' in field) {
      const isLeftOut = ['text after quote', 'wrong escape'].includes(field.reason);
      if (!dialect.ignoresErrors || !isLeftOut) return field;
      const end = endOfLine(text, at);
      return { fields, start, end, lineEnd: lineEndAt(text, end), kind: 'wrong', fault: field };
    }
    fields.push(field.text);
    at = field.end;
    if (text.startsWith(dialect.delimiter, at)) continue;
    const isComment = startsComment(text, at, dialect);
    const end = isComment ? endOfLine(text, at) : at;
    const kind = at > start ? 'record' : isComment ? 'comment' : 'empty';
    return { fields, start, end, lineEnd: lineEndAt(text, end), kind };
  }
}

/** How many fields the first record has, up to a fault; if not strict, text after a closing quote belongs to its field. */
export function countFields(text: string, dialect: Dialect): number {
  let at = 0;
  for (let count = 1; ; count++) {
    const field = readField(text, at, { ...dialect, ignoresErrors: false });
    if ('reason' in field) return count;
    at = field.end;
    if (!text.startsWith(dialect.delimiter, at)) return count;
    at += dialect.delimiter.length;
  }
}

function readField(text: string, start: number, dialect: Dialect): Field | RecordFault {
  const { quote } = dialect;
  const hasQuotes = quote !== '';
  if (hasQuotes && text[start] === quote) return readQuoted(text, start, start, dialect);
  if (hasQuotes && text[start] === ' ' && text[start + 1] === quote && dialect.delimiter !== ' ') {
    return readQuoted(text, start, start + 1, dialect);
  }
  const end = endOfField(text, start, dialect);
  return { text: text.slice(start, end), end };
}

function readQuoted(
  text: string,
  start: number,
  opening: number,
  dialect: Dialect,
): Field | RecordFault {
  const inside = readInside(text, opening, dialect);
  if ('reason' in inside) return inside;
  if (dialect.ignoresErrors && isLong(text.slice(opening, inside.end))) {
    return { reason: 'long quoted field', at: opening };
  }
  let end = inside.end;
  while (text[end] === ' ' && !text.startsWith(dialect.delimiter, end)) end++;
  if (end === text.length || endsField(text, end, dialect)) return { text: inside.text, end };
  const hasBreak = /[\r\n]/.test(text.slice(opening, inside.end));
  if (dialect.isStrict || hasBreak) return { reason: 'text after quote', at: end };
  end = endOfField(text, end, dialect);
  return { text: text.slice(start, end), end };
}

/** What stands between quotes, and where it ends behind the closing one. */
function readInside(text: string, opening: number, dialect: Dialect): Field | RecordFault {
  const { quote, escape: mark, isStrict } = dialect;
  let value = '';
  let taken = opening + 1;
  for (let at = taken; at < text.length; at++) {
    const next = text[at + 1];
    const isEscape = text[at] === mark && (next === quote || (next === mark && mark !== quote));
    if (isEscape) {
      value += text.slice(taken, at);
      at++;
      taken = at;
    } else if (text[at] === quote) {
      return { text: value + text.slice(taken, at), end: at + 1 };
    } else if (text[at] === mark && isStrict && next !== undefined) {
      return { reason: 'wrong escape', at };
    }
  }
  return { reason: 'open quote', at: opening };
}

function isLong(field: string): boolean {
  return field.length > 65_536 || field.split(/\r\n|\r|\n/).length > 100;
}

function endOfField(text: string, start: number, dialect: Dialect): number {
  let at = start;
  while (at < text.length && !endsField(text, at, dialect)) at++;
  return at;
}

function endsField(text: string, at: number, dialect: Dialect): boolean {
  return (
    text.startsWith(dialect.delimiter, at) ||
    lineEndAt(text, at) !== '' ||
    startsComment(text, at, dialect)
  );
}

function startsComment(text: string, at: number, { comment }: Dialect): boolean {
  return comment !== '' && text.startsWith(comment, at);
}
