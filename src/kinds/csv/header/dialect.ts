// Describes how a file is written, and finds its first record and the delimiter that splits it into most fields.
import { PathqlError } from '../../../errors.ts';
import { limits } from '../../../limits.ts';
import type { Encoding } from '../../shared/bytes/encodings.ts';
import { countLineBreaks } from '../../shared/bytes/file-text.ts';
import type { SourceFile } from '../../shared/source-file.ts';
import type { ReadOptions } from '../read-options.ts';
import {
  nextLine,
  RecordReader,
  type TextRecord,
  type TextSyntax,
} from '../rewrite/read-record.ts';

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

export interface FoundRecord extends FirstRecord {
  /** Delimiters of which nothing tells which it is: each splits all the first records alike. */
  readonly rivals: readonly string[];
}

/** What is said of the delimiter. */
export interface KnownDelimiter {
  /** By the call or the file. */
  readonly delimiter: string | undefined;
  /** By the name of the file: where it splits the first record. */
  readonly likely: string | undefined;
}

/**
 * The delimiter that splits the first record into most fields; of several, one under which the records after it have as
 * many; of several, the first, and where there are records after it they are rivals.
 */
export function readFirstRecord(
  from: RecordText,
  syntax: Omit<TextSyntax, 'delimiter'>,
  { delimiter, likely }: KnownDelimiter,
): FoundRecord {
  const candidates = (delimiter === undefined ? delimiters : [delimiter]).map((candidate) => {
    const own = { ...syntax, delimiter: candidate };
    const reader = new RecordReader(own, limits.fileColumns.most);
    return { syntax: own, record: reader.read(from.text, from.start, from.isWhole) };
  });
  const splitting = candidates.filter((candidate) => widthOf(candidate) > 1);
  const named = splitting.find(({ syntax: own }) => own.delimiter === likely);
  if (named !== undefined) return { ...named, rivals: [] };
  const most = Math.max(...candidates.map(widthOf));
  const widest = candidates.filter((candidate) => widthOf(candidate) === most);
  // A reading under which the record breaks the rules must not lose to one that sees less of it.
  const faulty = widest.find(({ record }) => record === null || record.fault !== null);
  if (faulty !== undefined || most === 1 || most > limits.fileColumns.most) {
    return { ...((faulty ?? widest[0]) as FirstRecord), rivals: [] };
  }
  const even = widest.filter((each) => isEven(from, each));
  const best = (even[0] ?? widest[0]) as FirstRecord;
  const narrower = splitting.filter((candidate) => !widest.includes(candidate));
  const mayBeNarrower = narrower.length > 0 && hasCommasInText(from, best);
  const others = mayBeNarrower ? narrower.filter((each) => isEven(from, each)) : [];
  const all = splitting.filter((each) => even.includes(each) || others.includes(each));
  const areRivals = all.length > 1 && hasTextAfter(from, best);
  return {
    ...best,
    rivals: areRivals ? all.map(({ syntax: own }) => own.delimiter).reverse() : [],
  };
}

export function likelyDelimiter({ shownPath }: SourceFile): string | undefined {
  return /\.(?:tsv|tab)(?:\.gz|\.zst)?$/i.test(shownPath) ? '\t' : undefined;
}

/** Each comma stands in a number, or before a space in the header: these are hardly delimiters. */
function hasCommasInText(from: RecordText, first: FirstRecord): boolean {
  if (first.syntax.delimiter !== ',' || first.record === null) return false;
  const [, ...names] = first.record.fields;
  if (names.every(({ text }) => text.startsWith(' '))) return true;
  return recordsAfter(from, first, recordsCompared).every(({ fields }) =>
    fields.every(
      ({ text }, at) => at === 0 || (/^\d/.test(text) && /\d$/.test(fields[at - 1]?.text ?? '')),
    ),
  );
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

/** What has two meanings would be read as one of them. */
export function assertDistinct(
  { shownPath }: SourceFile,
  { delimiter, quote, escapedBy, comment }: Dialect,
  { nullTexts = [] }: ReadOptions,
): void {
  const pairs = [
    ['delim', delimiter, 'quote', quote],
    ['delim', delimiter, 'escape', escapedBy],
    ['delim', delimiter, 'comment', comment],
    ['quote', quote, 'comment', comment],
    ['escape', escapedBy, 'comment', comment],
    ...nullTexts.map((text) => ['delim', delimiter, 'nullstr', text] as const),
    ...nullTexts.map((text) => ['quote', quote, 'nullstr', text] as const),
  ] as const;
  const clash = pairs.find(([, mark, , other]) => {
    return mark !== '' && other !== '' && (other.includes(mark) || mark.includes(other));
  });
  if (clash === undefined) return;
  const [name, mark, other] = clash;
  const message = `read_csv cannot tell ${other} of '${shownPath}' from its ${name}: '${mark}' stands for both. Name other ones: ${name} = …, ${other} = …`;
  throw new PathqlError('read_option_invalid', message);
}

export interface Start {
  /** Characters before the first record. */
  readonly at: number;
  /** Of the first record, counted from 1. */
  readonly line: number;
  /** That the file names itself. */
  readonly delimiter: string | null;
}

/** As spreadsheets write and read it: `sep=;`. */
const delimiterLine = /"?sep=([^\r\n"])"?[\r\n]+/iuy;

export function findStart(text: string, { skip = 0, comment = '' }: ReadOptions): Start {
  let at = 0;
  for (let left = skip; left > 0; left--) at = nextLine(text, at);
  delimiterLine.lastIndex = at;
  const delimiter = delimiterLine.exec(text)?.[1] ?? null;
  if (delimiter !== null) at = nextLine(text, at);
  while (comment !== '' && text.startsWith(comment, at)) at = nextLine(text, at);
  return { at, line: 1 + countLineBreaks(text.slice(0, at)), delimiter };
}
