// Describes how a file is written, and finds the delimiter that splits its first record into most fields.
import type { Encoding } from '../bytes/encodings.ts';
import { RecordReader, type TextRecord, type TextSyntax } from '../rewrite/read-record.ts';

export interface Dialect {
  readonly delimiter: string;
  /** One character, or empty: quotes are text like any other. */
  readonly quote: string;
  readonly escapedBy: string;
  /** One character, or empty: there are no comments. */
  readonly comment: string;
  readonly isStrict: boolean;
  readonly hasHeader: boolean;
  /** Lines before the first record that are not read. */
  readonly skippedLines: number;
  readonly encoding: Encoding;
}

/** In order of preference. */
const delimiters = [',', '\t', ';', '|'] as const;

export interface RecordText {
  readonly text: string;
  /** Where the first record begins. */
  readonly start: number;
  /** The text does not go on. */
  readonly isWhole: boolean;
}

export interface FirstRecord {
  readonly syntax: TextSyntax;
  /** Null: the text does not hold all of it. */
  readonly record: TextRecord | null;
}

/**
 * Without `delimiter` the one that splits the first record into most fields; of several, one under which the records
 * after it have as many; of several, the first.
 */
export function readFirstRecord(
  from: RecordText,
  syntax: Omit<TextSyntax, 'delimiter'>,
  delimiter: string | undefined,
): FirstRecord {
  const candidates = (delimiter === undefined ? delimiters : [delimiter]).map((candidate) => {
    const own = { ...syntax, delimiter: candidate };
    const record = new RecordReader(own).read(from.text, from.start, from.isWhole);
    return { syntax: own, record };
  });
  const most = Math.max(...candidates.map(widthOf));
  const widest = candidates.filter((candidate) => widthOf(candidate) === most);
  // A reading under which the record breaks the rules must not lose to one that sees less of it.
  const faulty = widest.find(({ record }) => record === null || record.fault !== null);
  const even = most === 1 ? widest : widest.filter((each) => isEven(from, each));
  return (faulty ?? even[0] ?? widest[0]) as FirstRecord;
}

function widthOf({ record }: FirstRecord): number {
  if (record === null) return Number.POSITIVE_INFINITY;
  return record.fields.length + (record.fault === null ? 0 : 1);
}

/** The first records of the text that follow on `first`, up to one with a fault. */
export function recordsAfter(
  { text, isWhole }: RecordText,
  { syntax, record: first }: FirstRecord,
  count: number,
): TextRecord[] {
  const reader = new RecordReader(syntax);
  const records: TextRecord[] = [];
  let at = first?.end ?? text.length;
  while (at < text.length && records.length < count) {
    const record = reader.read(text, at, isWhole);
    if (record === null || record.fault !== null) break;
    if (record.kind === 'record') records.push(record);
    at = record.end;
  }
  return records;
}

const recordsCompared = 100;

function isEven(from: RecordText, first: FirstRecord): boolean {
  const width = widthOf(first);
  const records = recordsAfter(from, first, recordsCompared);
  const hasFaultAtOnce = records.length === 0 && hasTextAfter(from, first);
  return (
    !hasFaultAtOnce &&
    records.every(({ fields }) => {
      return fields.length >= width && fields.slice(width).every(({ text }) => text === '');
    })
  );
}

function hasTextAfter({ text }: RecordText, { record }: FirstRecord): boolean {
  return record !== null && text.slice(record.end).trim() !== '';
}
