// Reads the records of a text that comes in chunks, with the numbers of their lines.
import { countLineBreaks } from '../../shared/bytes/file-text.ts';
import {
  type Field,
  RecordReader,
  type SyntaxFaultKind,
  type TextRecord,
  type TextSyntax,
} from './read-record.ts';

export interface ParsedRecord {
  readonly kind: 'record' | 'empty-line';
  readonly fields: readonly Field[];
  /** That it begins in, counted from 1. */
  readonly line: number;
  /** Lines it takes. */
  readonly lines: number;
  readonly fault: LineFault | null;
}

export interface LineFault {
  readonly kind: SyntaxFaultKind | 'record-too-long';
  readonly line: number;
  /** Of the quote that opened the field. */
  readonly openedLine: number;
}

export interface ParserSetup {
  readonly syntax: TextSyntax;
  /** Of the first chunk. */
  readonly firstLine: number;
  /** A longer record is a fault, after which there is no other record. */
  readonly maxRecordCharacters: number;
}

export class RecordParser {
  readonly #setup: ParserSetup;
  readonly #reader: RecordReader;
  #text = '';
  /** Of the record that was read last. */
  #at = 0;
  /** Of the first record in `#text`. */
  #line: number;
  /** Where reading is worth another try: a long record is read a few times, not once for each chunk. */
  #wanted = 0;

  constructor(setup: ParserSetup) {
    this.#setup = setup;
    this.#reader = new RecordReader(setup.syntax);
    this.#line = setup.firstLine;
  }

  /** The records that are there in full. Comments are none. `isLast`: the text ends with this chunk. */
  *push(chunk: string, isLast: boolean): Generator<ParsedRecord> {
    this.#text += chunk;
    if (!isLast && this.#text.length < this.#wanted) return;
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const record = this.#reader.read(text, at, isLast);
      if (record === null) break;
      this.#at = at;
      const parsed = this.#parsed(text, at, record);
      if (parsed !== null) yield parsed;
      this.#line += linesOf(text, at, record);
      at = record.end;
    }
    this.#text = text.slice(at);
    this.#at = 0;
    this.#wanted = 2 * this.#text.length;
    if (this.#text.length > this.#setup.maxRecordCharacters) yield this.#tooLong();
  }

  /** The text from the record on that was read last, as far as it has come. */
  ahead(): string {
    return this.#text.slice(this.#at);
  }

  #parsed(text: string, from: number, record: TextRecord): ParsedRecord | null {
    const { kind, fields, end, fault } = record;
    const line = this.#line;
    if (end - from > this.#setup.maxRecordCharacters) return this.#tooLong();
    if (kind === 'comment' && fault === null) return null;
    const lineOf = (at: number) => line + countLineBreaks(text.slice(from, at));
    return {
      kind: kind === 'empty-line' ? kind : 'record',
      fields,
      line,
      lines: linesOf(text, from, record),
      fault: fault && {
        kind: fault.kind,
        line: lineOf(fault.at),
        openedLine: lineOf(fault.openedAt),
      },
    };
  }

  #tooLong(): ParsedRecord {
    const line = this.#line;
    const fault: LineFault = { kind: 'record-too-long', line, openedLine: line };
    return { kind: 'record', fields: [], line, lines: 1, fault };
  }
}

function linesOf(text: string, from: number, { kind, fields, end, fault }: TextRecord): number {
  const isOneLine =
    kind !== 'record' || (fault === null && !fields.some(({ isQuoted }) => isQuoted));
  if (isOneLine) return 1;
  const own = text.slice(from, end);
  return countLineBreaks(own) + (/[\r\n]$/.test(own) ? 0 : 1);
}
