// Reads one record of a text under any dialect: its fields, or the place where it breaks the rules.
import { countLineBreaks } from '../../shared/bytes/file-text.ts';
import type { LineEnd } from '../records/record-scanner.ts';
import { MarkFinder } from './mark-finder.ts';

export interface TextSyntax {
  /** One character or more. */
  readonly delimiter: string;
  /** One character, or empty: quotes are text like any other. */
  readonly quote: string;
  /** One character, or empty. The quote itself: a quote inside of quotes is doubled. */
  readonly escapedBy: string;
  /** One character, or empty: there are no comments. */
  readonly comment: string;
  readonly lineEnd: LineEnd | 'any';
  /** False: what would break the rules inside of a field is text, as it is written. */
  readonly isStrict: boolean;
  /** Characters and lines of a quoted field; null: any number. */
  readonly quotedLimit: { readonly characters: number; readonly lines: number } | null;
}

export interface Field {
  readonly text: string;
  /** It begins with a quote. */
  readonly isQuoted: boolean;
}

export type SyntaxFaultKind =
  | 'open-quote'
  | 'text-after-quote'
  | 'stray-escape'
  | 'quoted-too-long'
  | 'mixed-line-ends';

export interface SyntaxFault {
  readonly kind: SyntaxFaultKind;
  readonly at: number;
  /** Of the quote that opened the field. */
  readonly openedAt: number;
}

export interface TextRecord {
  readonly kind: 'record' | 'empty-line' | 'comment';
  readonly fields: readonly Field[];
  /** After its line end. Of a record with a fault: after the line in which the faulty field begins. */
  readonly end: number;
  readonly fault: SyntaxFault | null;
}

type FieldReading = (Field & { readonly end: number }) | SyntaxFault;

/** The text between quotes; `end` is that of the closing one. */
interface Inside {
  readonly text: string;
  readonly end: number;
}

/** Code units of an escape and what it stands before. */
const longestEscape = 4;

export class RecordReader {
  readonly #syntax: TextSyntax;
  /** What a field outside of quotes ends with. */
  readonly #plainEnds: MarkFinder;
  /** What has a meaning inside of quotes. */
  readonly #quotedStops: MarkFinder;
  readonly #mostFields: number;

  /** Of a record with more than `mostFields` no more are read. */
  constructor(syntax: TextSyntax, mostFields = Number.POSITIVE_INFINITY) {
    const { delimiter, comment, quote, escapedBy } = syntax;
    this.#syntax = syntax;
    this.#plainEnds = MarkFinder.of([delimiter, '\n', '\r', comment]);
    this.#quotedStops = MarkFinder.of([quote, escapedBy]);
    this.#mostFields = mostFields;
  }

  /** Null: the text, which goes on, does not hold enough of the record. `isLast`: the text does not go on. */
  read(text: string, from: number, isLast: boolean): TextRecord | null {
    const record = this.#readAsLast(text, from);
    return isLast || this.#isSettled(text, record) ? record : null;
  }

  /** More text would not change the record. */
  #isSettled(text: string, { end, fault }: TextRecord): boolean {
    const before = text[end - 1];
    const hasEnded = before === '\n' || (before === '\r' && end < text.length);
    if (fault === null) return hasEnded;
    if (fault.kind === 'open-quote') return false;
    const { quotedLimit, delimiter } = this.#syntax;
    const longest = (quotedLimit?.characters ?? 0) + longestEscape;
    const isTooLong = fault.kind === 'quoted-too-long' && text.length - fault.openedAt > longest;
    const lookAhead = Math.max(longestEscape, delimiter.length);
    return isTooLong || (hasEnded && fault.at + lookAhead <= text.length);
  }

  #readAsLast(text: string, from: number): TextRecord {
    const { delimiter, comment } = this.#syntax;
    if (startsWith(text, comment, from)) return this.#ended('comment', text, lineBreak(text, from));
    const fields: Field[] = [];
    for (let at = from; ; at += delimiter.length) {
      const field = this.#readField(text, at);
      if ('kind' in field) {
        return { kind: 'record', fields, end: nextLine(text, field.openedAt), fault: field };
      }
      fields.push(field);
      at = field.end;
      const isFull = fields.length > this.#mostFields;
      if (text.startsWith(delimiter, at) && !isFull) continue;
      const isEmpty = at === from;
      const end = startsWith(text, comment, at) ? lineBreak(text, at) : at;
      return this.#ended(isEmpty ? 'empty-line' : 'record', text, end, fields);
    }
  }

  /** `at` is that of the line break, or the end of the text. */
  #ended(
    kind: TextRecord['kind'],
    text: string,
    at: number,
    fields: readonly Field[] = [],
  ): TextRecord {
    const { lineEnd } = this.#syntax;
    const end = nextLine(text, at);
    const isOther = at < end && lineEnd !== 'any' && text.slice(at, end) !== lineEnd;
    const fault: SyntaxFault = { kind: 'mixed-line-ends', at, openedAt: at };
    return { kind, fields, end, fault: isOther ? fault : null };
  }

  #readField(text: string, start: number): FieldReading {
    const { quote, delimiter } = this.#syntax;
    const mayBeSpaced = text[start] === ' ' && !text.startsWith(delimiter, start);
    const opening = mayBeSpaced ? start + 1 : start;
    if (startsWith(text, quote, opening)) return this.#readQuoted(text, start, opening);
    const end = this.#plainEnds.find(text, start);
    return { text: text.slice(start, end), isQuoted: false, end };
  }

  #readQuoted(text: string, start: number, openedAt: number): FieldReading {
    const { quote, isStrict } = this.#syntax;
    const inside = this.#readInside(text, openedAt);
    if ('kind' in inside) return inside;
    const closedAt = inside.end + quote.length;
    let end = closedAt;
    while (text[end] === ' ' && !this.#isFieldEnd(text, end)) end++;
    if (this.#isFieldEnd(text, end)) return { text: inside.text, isQuoted: true, end };
    // What goes on over a line end is more likely a quote that was never closed.
    if (isStrict || lineBreak(text, openedAt) < closedAt) {
      return { kind: 'text-after-quote', at: end, openedAt };
    }
    const literalEnd = this.#plainEnds.find(text, closedAt);
    return { text: text.slice(start, literalEnd), isQuoted: true, end: literalEnd };
  }

  #readInside(text: string, openedAt: number): Inside | SyntaxFault {
    const { quotedLimit } = this.#syntax;
    const inside = this.#readToClosing(text, openedAt);
    if (quotedLimit === null) return inside;
    const isFaulty = 'kind' in inside;
    const end = !isFaulty ? inside.end : inside.kind === 'open-quote' ? text.length : inside.at;
    const isTooLong =
      end - openedAt > quotedLimit.characters ||
      countLineBreaks(text.slice(openedAt, end)) >= quotedLimit.lines;
    return isTooLong ? { kind: 'quoted-too-long', at: end, openedAt } : inside;
  }

  #readToClosing(text: string, openedAt: number): Inside | SyntaxFault {
    const { quote, escapedBy, isStrict } = this.#syntax;
    let value = '';
    for (let at = openedAt + quote.length; ; ) {
      const stop = this.#quotedStops.find(text, at);
      if (stop >= text.length) return { kind: 'open-quote', at: openedAt, openedAt };
      value += text.slice(at, stop);
      const isEscape = startsWith(text, escapedBy, stop);
      const next = stop + escapedBy.length;
      const escaped = text.startsWith(quote, next) ? quote : escapedBy;
      const hasEscaped = text.startsWith(escaped, next);
      if (!isEscape || (escapedBy === quote && !hasEscaped)) return { text: value, end: stop };
      if (!hasEscaped && isStrict && next < text.length) {
        return { kind: 'stray-escape', at: stop, openedAt };
      }
      value += escaped;
      at = hasEscaped ? next + escaped.length : next;
    }
  }

  #isFieldEnd(text: string, at: number): boolean {
    const { delimiter, comment } = this.#syntax;
    const isLineEnd = at >= text.length || text[at] === '\n' || text[at] === '\r';
    return isLineEnd || text.startsWith(delimiter, at) || startsWith(text, comment, at);
  }
}

const lineBreaks = MarkFinder.of(['\n', '\r']);

/** After the line break that follows, or the end of the text. */
export function nextLine(text: string, from: number): number {
  const at = lineBreak(text, from);
  if (at >= text.length) return at;
  return at + (text.startsWith('\r\n', at) ? 2 : 1);
}

function lineBreak(text: string, from: number): number {
  return lineBreaks.find(text, from);
}

/** False for an empty mark, which stands for none. */
function startsWith(text: string, mark: string, at: number): boolean {
  return mark !== '' && text.startsWith(mark, at);
}
