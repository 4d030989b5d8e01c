// Gathers what the records of a reading are like, and checks their values by the types that the call gave.
import type { Fault, FaultyFile } from '../../shared/faulty-file.ts';
import {
  commonTypes,
  everyType,
  type TextTypes,
  typesOfText,
} from '../../shared/types/column-types.ts';
import { givenTypeRule } from '../../shared/types/given-types.ts';
import type { TableTypes } from '../../shared/types/table-types.ts';
import { fileFaultError } from '../file-fault.ts';
import type { NamedReading } from '../header/header.ts';
import type { ReadOptions } from '../read-options.ts';
import type { CleanRecord } from '../rewrite/clean-records.ts';
import { cutsFields } from './cut-fields.ts';

export interface RecordFigures {
  readonly records: number;
  /** Records that had too few fields. */
  readonly filledUp: number;
  /** Two such records in a row have as many fields as one that a line break cuts. */
  readonly breaksRecords: boolean;
  /** Records with a field that a double quote begins and ends, though quotes are text. */
  readonly wrapped: number;
  /** A quoted field holds a line that is a record itself: its quote is likely text, or never closed. */
  readonly swallowsRecords: boolean;
  /** What delimiters cut belongs together, in one record at least. */
  readonly cutsFields: boolean;
  /** Of the last record; null without one. */
  readonly lastLine: number | null;
}

const keptRecords = 1_000;

export class RecordFacts {
  readonly #reading: NamedReading;
  readonly #expected: ReturnType<TableTypes['expected']>;
  readonly #tasks: ReturnType<TableTypes['tasks']>;
  readonly #fits: readonly (((text: string) => boolean) | null)[];
  readonly #nullTexts: ReadonlySet<string>;
  readonly #infersTypes: boolean;
  readonly types: TextTypes[];
  /** As many as show how values are written. */
  readonly firstRecords: CleanRecord[] = [];
  /** Fields that the last record had too few. */
  #missingBefore = 0;
  #figures = {
    records: 0,
    filledUp: 0,
    breaksRecords: false,
    wrapped: 0,
    swallowsRecords: false,
    cutsFields: false,
    lastLine: null as number | null,
  };

  constructor(
    reading: NamedReading,
    { nullTexts = [] }: ReadOptions,
    types: TableTypes,
    infersTypes = false,
  ) {
    this.#reading = reading;
    this.#tasks = types.tasks(reading.columns);
    this.#fits = this.#tasks.map((task) => {
      return task.kind === 'fit' ? givenTypeRule(task.type, task.notation).fits : null;
    });
    this.#expected = types.expected(reading.columns);
    this.#nullTexts = new Set(nullTexts);
    this.#infersTypes = infersTypes;
    this.types = reading.columns.map(() => everyType);
  }

  get figures(): RecordFigures {
    return this.#figures;
  }

  /** Throws FaultyFile for a value that does not fit its column's type. */
  take(records: Iterable<CleanRecord>): void {
    const isQuoteText = this.#reading.dialect.quote !== '"';
    for (const record of records) {
      const { fields } = record;
      for (const [column, field] of fields.entries()) {
        if (field !== null) this.#check(field.text, column, record.line);
      }
      if (this.firstRecords.length < keptRecords) this.firstRecords.push(record);
      const figures = this.#figures;
      figures.records++;
      figures.lastLine = record.line;
      figures.swallowsRecords ||= fields.some(
        (field) => field?.isQuoted && this.#holdsRecord(field.text),
      );
      figures.cutsFields ||= cutsFields(record);
      const firstMissing = fields.indexOf(null);
      const missing = firstMissing === -1 ? 0 : fields.length - firstMissing;
      if (missing > 0) figures.filledUp++;
      const isCut = missing > 0 && this.#missingBefore > 0;
      figures.breaksRecords ||= isCut && missing + this.#missingBefore === fields.length - 1;
      this.#missingBefore = missing;
      if (isQuoteText && fields.some((field) => isWrapped(field?.text ?? ''))) figures.wrapped++;
    }
  }

  #holdsRecord(text: string): boolean {
    if (!/[\r\n]/.test(text)) return false;
    const { columns, dialect } = this.#reading;
    return text.split(/[\r\n]+/).some((line) => {
      return columns.length > 1 && line.split(dialect.delimiter).length >= columns.length;
    });
  }

  /** Of a faulty value that stands in no record that was taken. */
  takeValue({ text, column, line }: Fault): void {
    if (text !== undefined && column !== undefined) this.#check(text, column, line);
  }

  #check(text: string, column: number, line: number): void {
    if (text === '' || this.#nullTexts.has(text)) return;
    const task = this.#tasks[column];
    if (task?.kind === 'infer' && this.#infersTypes) {
      const known = this.types[column] ?? everyType;
      this.types[column] = commonTypes(known, typesOfText(text, known.bits));
    }
    if (this.#fits[column]?.(text) ?? true) return;
    throw this.#misfit(text, column, line);
  }

  #misfit(text: string, column: number, line: number): FaultyFile {
    const { file, dialect, lineEnd, columns } = this.#reading;
    return fileFaultError(
      { kind: 'value', line, found: column, text, ahead: '' },
      {
        ...{ file, columns, width: columns.length, expected: this.#expected, maxRecordBytes: 0 },
        syntax: { ...dialect, lineEnd },
      },
    );
  }
}

export function isWrapped(text: string): boolean {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"');
}
