// Splits records into fields by a dialect, and finds the delimiter that splits the header record into most.

export type Encoding = 'utf-8' | 'utf-16' | 'latin-1';

export interface Dialect {
  readonly delimiter: string;
  /** One character, or empty: quotes are text like any other. */
  readonly quote: string;
  readonly escapedBy: string;
  readonly hasHeader: boolean;
  /** Lines before the first record that are not read. */
  readonly skippedLines: number;
  readonly encoding: Encoding;
}

/** In order of preference: the first wins a tie. */
export const delimiters = [',', '\t', ';', '|'] as const;

export interface HeaderRecord {
  readonly fields: readonly string[];
  /** Where the record ends in the text, its line break included; null while the text does not hold its end. */
  readonly end: number | null;
  readonly isQuoteOpen: boolean;
}

export interface RecordSyntax {
  readonly delimiter: string;
  readonly quote: string;
  readonly escapedBy: string;
}

/** The delimiter that splits the first record into most fields, and what it splits it into. */
export function splitHeader(
  text: string,
  given: Partial<RecordSyntax>,
): { readonly delimiter: string; readonly header: HeaderRecord } {
  const quote = given.quote ?? '"';
  const escapedBy = given.escapedBy ?? quote;
  const candidates = given.delimiter === undefined ? delimiters : [given.delimiter];
  const readings = candidates.map((delimiter) => ({
    delimiter,
    header: readRecord(text, { delimiter, quote, escapedBy }),
  }));
  return readings.reduce((best, reading) =>
    reading.header.fields.length > best.header.fields.length ? reading : best,
  );
}

/** The record of `text` that starts at `from`. A quote opens a quoted field only at its start, after one space at most. */
export function readRecord(text: string, syntax: RecordSyntax, from = 0): HeaderRecord {
  const { delimiter } = syntax;
  const fields: string[] = [];
  let at = from;
  for (;;) {
    const field = readField(text, at, syntax);
    fields.push(field.value);
    at = field.end;
    if (field.isQuoteOpen) return { fields, end: null, isQuoteOpen: true };
    if (text.startsWith(delimiter, at)) {
      at += delimiter.length;
      continue;
    }
    if (at >= text.length) return { fields, end: null, isQuoteOpen: false };
    const isPair = text.startsWith('\r\n', at);
    return { fields, end: at + (isPair ? 2 : 1), isQuoteOpen: false };
  }
}

interface Field {
  readonly value: string;
  readonly end: number;
  readonly isQuoteOpen: boolean;
}

function readField(text: string, start: number, syntax: RecordSyntax): Field {
  const { quote, delimiter } = syntax;
  if (quote !== '') {
    const space = text[start] === ' ' && delimiter !== ' ' ? 1 : 0;
    if (text.startsWith(quote, start + space)) return readQuoted(text, start + space + 1, syntax);
  }
  let end = start;
  while (end < text.length && !isLineBreak(text[end]) && !text.startsWith(delimiter, end)) end++;
  return { value: text.slice(start, end), end, isQuoteOpen: false };
}

function readQuoted(
  text: string,
  start: number,
  { quote, escapedBy, delimiter }: RecordSyntax,
): Field {
  let value = '';
  let at = start;
  for (; at < text.length; at++) {
    const isEscape =
      text[at] === escapedBy && (text[at + 1] === quote || text[at + 1] === escapedBy);
    if (isEscape) value += text[++at];
    else if (text[at] === quote) break;
    else value += text[at];
  }
  if (at >= text.length) return { value, end: at, isQuoteOpen: true };
  at++;
  while (at < text.length && !isLineBreak(text[at]) && !text.startsWith(delimiter, at)) {
    value += text[at] === ' ' ? '' : text[at];
    at++;
  }
  return { value, end: at, isQuoteOpen: false };
}

function isLineBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}
