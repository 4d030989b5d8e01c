// Turns the text of a file in any dialect into records of one width: filled up, or left out where they are faulty.
import { type FaultInRecord, fileFaultError, type ReadAs } from '../file-fault.ts';
import type { Field, TextSyntax } from './read-record.ts';
import { type ParsedRecord, RecordParser } from './record-parser.ts';

export interface CleanRecord {
  /** Null: the record has no such field. */
  readonly fields: readonly (Field | null)[];
  /** That it begins in, counted from 1. */
  readonly line: number;
}

/** Records of a file that `ignore_errors` leaves out. */
export interface LeftOut {
  readonly records: number;
  readonly lines: number;
  /** The first of them. */
  readonly places: readonly Pick<FaultInRecord, 'kind' | 'line'>[];
}

/** Records that `null_padding` fills up. */
export interface FilledUp {
  readonly records: number;
  /** The first of them. */
  readonly places: readonly Pick<FaultInRecord, 'line'>[];
}

/** What became of records that do not read as they are. */
export interface AlteredRecords {
  readonly leftOut: LeftOut;
  readonly filledUp: FilledUp;
}

export interface CleanSetup extends ReadAs {
  readonly syntax: TextSyntax;
  readonly hasHeader: boolean;
  /** Of the first chunk. */
  readonly firstLine: number;
  readonly nullPadding: boolean;
  readonly ignoreErrors: boolean;
}

const shownPlaces = 5;

/** What makes one record unreadable, and no other. */
const leavableFaults: ReadonlySet<FaultInRecord['kind']> = new Set([
  'text-after-quote',
  'stray-escape',
  'too-few-fields',
  'too-many-fields',
]);

export class CleanRecords {
  readonly #setup: CleanSetup;
  readonly #parser: RecordParser;
  #isAtHeader: boolean;
  #leftOut: LeftOut = { records: 0, lines: 0, places: [] };
  #filledUp: FilledUp = { records: 0, places: [] };

  constructor(setup: CleanSetup) {
    const { syntax, firstLine, maxRecordBytes, hasHeader } = setup;
    this.#setup = setup;
    this.#parser = new RecordParser({ syntax, firstLine, maxRecordCharacters: maxRecordBytes });
    this.#isAtHeader = hasHeader;
  }

  /** The records that are there in full. Throws csv_invalid, naming the line. */
  *push(chunk: string, isLast: boolean): Generator<CleanRecord> {
    for (const record of this.#parser.push(chunk, isLast)) {
      const fault = this.#faultOf(record);
      if (this.#isAtHeader && fault === null) this.#isAtHeader = false;
      else if (fault !== null) this.#leaveOut(record, fault);
      else if (record.kind === 'record' || this.#setup.width === 1) yield this.#clean(record);
    }
  }

  get altered(): AlteredRecords {
    return { leftOut: this.#leftOut, filledUp: this.#filledUp };
  }

  #faultOf(record: ParsedRecord): Omit<FaultInRecord, 'ahead'> | null {
    const found = record.fields.length;
    if (record.fault !== null) return { ...record.fault, found };
    const isWithoutWidth = this.#isAtHeader || record.kind === 'empty-line';
    if (isWithoutWidth) return null;
    const { width, nullPadding } = this.#setup;
    const at = { line: record.line, openedLine: record.line, found };
    if (found < width && !nullPadding) return { kind: 'too-few-fields', ...at };
    const hasMore = found > width && record.fields.slice(width).some(({ text }) => text !== '');
    return hasMore ? { kind: 'too-many-fields', ...at } : null;
  }

  #leaveOut(record: ParsedRecord, fault: Omit<FaultInRecord, 'ahead'>): void {
    const { ignoreErrors } = this.#setup;
    const mayLeave = ignoreErrors && !this.#isAtHeader && leavableFaults.has(fault.kind);
    if (!mayLeave) throw fileFaultError({ ...fault, ahead: this.#parser.ahead() }, this.#setup);
    const { records, lines, places } = this.#leftOut;
    this.#leftOut = {
      records: records + 1,
      lines: lines + record.lines,
      places: withPlace(places, { kind: fault.kind, line: record.line }),
    };
  }

  #clean({ fields, line }: ParsedRecord): CleanRecord {
    const { width } = this.#setup;
    if (fields.length === width) return { fields, line };
    if (fields.length < width) {
      const { records, places } = this.#filledUp;
      this.#filledUp = { records: records + 1, places: withPlace(places, { line }) };
    }
    return { fields: Array.from({ length: width }, (_, at) => fields[at] ?? null), line };
  }
}

function withPlace<Place>(places: readonly Place[], place: Place): readonly Place[] {
  return places.length < shownPlaces ? [...places, place] : places;
}
