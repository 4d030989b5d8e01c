// Tries whether options read a file: quickly on the first part of it and round a fault, or on the whole of it.
import { PathqlError } from '../../../errors.ts';
import { NotDecodable } from '../../shared/bytes/encodings.ts';
import { countLineBreaks } from '../../shared/bytes/file-text.ts';
import { type Fault, FaultyFile } from '../../shared/faulty-file.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import type { TextTypes } from '../../shared/types/column-types.ts';
import { TableTypes } from '../../shared/types/table-types.ts';
import { findStart } from '../header/dialect.ts';
import { decodeHead, type FirstBytes } from '../header/file-head.ts';
import { headerOf, type NamedReading, readHeader } from '../header/header.ts';
import { type GivenOptions, type ReadOptions, readGivenOptions } from '../read-options.ts';
import { plainSource } from '../record-source.ts';
import type { CleanRecord, CleanRecords, FilledUp, LeftOut } from '../rewrite/clean-records.ts';
import { mustRewrite } from '../rewrite/must-rewrite.ts';
import { batches, cleanRecords, type Rewriting } from '../rewrite/rewrite-file.ts';
import { givenTypes, namesOf } from '../table-columns.ts';
import { LineMarks } from './line-marks.ts';
import { RecordFacts, type RecordFigures } from './record-facts.ts';

export interface Sample {
  readonly file: SourceFile;
  readonly first: FirstBytes;
  /** Where the file could not be read. */
  readonly fault: Fault;
}

export interface Trial extends RecordFigures {
  readonly reading: NamedReading;
  readonly options: ReadOptions;
  readonly head: string;
  readonly leftOut: LeftOut;
  /** A comment mark stands elsewhere than at the start of a line: what follows it would be lost. */
  readonly cutsLines: boolean;
  readonly firstRecords: readonly CleanRecord[];
}

/** Null: the options do not go together, or not with the file. Throws FaultyFile where they do not read the sample. */
export function tryOnSample({ file, first, fault }: Sample, given: GivenOptions): Trial | null {
  const options = readGivenOptions(given);
  const head = decodedHead(file, first, options);
  const start = findStart(head.text, options);
  const header = headerOf({ file, options, head, start, isLongest: true });
  if (header === null) return null;
  const reading = { ...header, columns: namesOf(header, options) };
  const rewriting = { reading, options, width: reading.columns.length };
  const facts = new RecordFacts(reading, options, typesFor(reading, options));
  const clean = cleanRecords(rewriting);
  const text = head.text.slice(reading.startCharacters);
  facts.take(clean.push(text, head.isWhole));
  const isBeyond = isBeyondFirst(head.text, { first, fault });
  if (isBeyond) facts.take(recordsAt(fault, rewriting));
  facts.takeValue(fault);
  const marks = new LineMarks(reading.dialect.comment);
  marks.push(text);
  marks.push(isBeyond ? `\n${fault.ahead}` : '');
  const { leftOut } = clean.altered;
  const { firstRecords, figures } = facts;
  return {
    reading,
    options,
    head: head.text,
    leftOut,
    cutsLines: marks.areInside,
    firstRecords,
    ...figures,
  };
}

/** The fault stands further on than the first part of the file, whose text is given. */
export function isBeyondFirst(text: string, { first, fault }: Omit<Sample, 'file'>): boolean {
  return !first.isWhole && fault.ahead !== '' && fault.line > countLineBreaks(text);
}

/** Of records that end further on nothing is told, but of a quote that is never closed, and of the last line. */
function recordsAt({ kind, line, ahead }: Fault, rewriting: Rewriting): Iterable<CleanRecord> {
  const isOpen = kind === 'open-quote';
  const isLastLine = kind !== 'record-too-long' && !/[\r\n]/.test(ahead);
  const text = isOpen ? ahead.replace(/(?<=[\r\n])[^\r\n]+$/, '') : ahead;
  return cleanRecords(rewriting, { line }).push(text, isOpen || isLastLine);
}

/** Null also where they do not read the sample. */
export function tryOrNull(sample: Sample, given: GivenOptions): Trial | null {
  try {
    return tryOnSample(sample, given);
  } catch (error) {
    if (error instanceof PathqlError) return null;
    throw error;
  }
}

function decodedHead(file: SourceFile, first: FirstBytes, { encoding }: ReadOptions) {
  try {
    return decodeHead(file, first, encoding);
  } catch (error) {
    if (error instanceof NotDecodable) throw notText(file);
    throw error;
  }
}

/** Somewhere in the first part of the file. */
function notText(file: SourceFile): FaultyFile {
  const fault: Fault = { kind: 'not-text', line: Number.MAX_SAFE_INTEGER, ahead: '' };
  return new FaultyFile(file, fault, ': expected text in another encoding');
}

function typesFor(reading: NamedReading, options: ReadOptions): TableTypes {
  const { columns, file } = reading;
  return new TableTypes(columns, givenTypes(columns, options, file), options);
}

export interface WholeReading {
  readonly reading: NamedReading;
  readonly options: ReadOptions;
  readonly records: number;
  readonly leftOut: LeftOut | null;
  readonly filledUp: FilledUp | null;
  /** Of the records that are read. */
  readonly lastLine: number | null;
  readonly cutsLines: boolean;
  readonly swallowsRecords: boolean;
  /** Bytes of the longest record, where that was found. */
  readonly longestRecord: number | null;
  readonly types: readonly TextTypes[];
  /** The given options and the other ones, as far as they read all values. */
  readonly fitting: readonly GivenOptions[];
}

export interface WholeRequest {
  readonly file: SourceFile;
  readonly given: GivenOptions;
  /** They read the same records, with values in another notation. */
  readonly others?: readonly GivenOptions[];
  /** Types are told of each column. */
  readonly infersTypes: boolean;
  readonly signal: AbortSignal | undefined;
}

/** As a query would read the file, but nothing is written. Rejects as `openCsvTable` does. */
export async function tryOnWhole(request: WholeRequest): Promise<WholeReading> {
  const { file, given, others = [], signal } = request;
  const options = readGivenOptions(given);
  const header = await readHeader(file, options, signal);
  const reading = { ...header, columns: namesOf(header, options) };
  if (others.length > 0 || mustRewrite(reading, options)) return drained(request, reading, options);
  const types = typesFor(reading, options);
  const source = plainSource({ reading, labels: new Map(), types, options });
  const tasks = types.tasks(reading.columns);
  const { records, longestRecord, types: found } = await source.scan({ tasks, signal });
  return {
    ...{ reading, options, records, longestRecord, types: found },
    ...{
      leftOut: null,
      filledUp: null,
      lastLine: null,
      cutsLines: false,
      swallowsRecords: false,
      fitting: [given],
    },
  };
}

interface Reader {
  readonly given: GivenOptions;
  readonly facts: RecordFacts;
}

async function drained(
  { given, others = [], signal, infersTypes }: WholeRequest,
  reading: NamedReading,
  options: ReadOptions,
): Promise<WholeReading> {
  const rewriting = { reading, options, width: reading.columns.length, signal };
  const clean: CleanRecords = cleanRecords(rewriting);
  let readers: readonly Reader[] = [given, ...others].map((own) => {
    const types = typesFor(reading, readGivenOptions(own));
    return { given: own, facts: new RecordFacts(reading, options, types, infersTypes) };
  });
  const marks = new LineMarks(reading.dialect.comment);
  for await (const batch of batches(rewriting, clean, (text) => marks.push(text)))
    readers = thoseThatTake([...batch], readers);
  const [{ facts }] = readers as [Reader];
  const { records, lastLine, swallowsRecords } = facts.figures;
  return {
    fitting: readers.map((reader) => reader.given),
    ...{ reading, options, records, lastLine, types: facts.types, longestRecord: null },
    ...{ ...clean.altered, cutsLines: marks.areInside, swallowsRecords },
  };
}

/** At least one: throws what the last of them throws. */
function thoseThatTake(
  records: readonly CleanRecord[],
  readers: readonly Reader[],
): readonly Reader[] {
  const taking: Reader[] = [];
  for (const [at, reader] of readers.entries()) {
    try {
      reader.facts.take(records);
      taking.push(reader);
    } catch (error) {
      const isLast = at === readers.length - 1;
      if (!(error instanceof FaultyFile) || (isLast && taking.length === 0)) throw error;
    }
  }
  return taking;
}
