// Reads one CSV file into rows of texts, by the rules of docs/csv-files.md.
import { dialectsOf, type FoundDialect } from './independent-dialect.ts';
import { type HeaderKind, headerKind, isText, namesOf } from './independent-header.ts';
import type { Fault, ReadFile } from './independent-reader.ts';
import { cutRecords, type TextRecord } from './independent-records.ts';
import { decodeText, lengthOfLines, lineCounter } from './independent-text.ts';
import type { ReadOptions } from './read-options.ts';

export interface Row {
  readonly cells: readonly (string | null)[];
  readonly lines: Lines;
}

/** The first line of a record, and how many it takes. */
export interface Lines {
  readonly first: number;
  readonly count: number;
}

export interface FileReading {
  readonly name: string;
  readonly names: readonly string[];
  /** The names in the file itself; none where its first record is data. */
  readonly header: readonly string[];
  readonly rows: readonly Row[];
  /** Records that cannot be cut into fields, where the question leaves them out. */
  readonly wrong: readonly Lines[];
  /** Records with too few fields, where the question fills them up. */
  readonly short: readonly Lines[];
  readonly faults: readonly Fault[];
}

interface Content {
  readonly name: string;
  readonly body: string;
  readonly lineAt: (at: number) => number;
  readonly options: ReadOptions;
  readonly isEmpty: boolean;
}

const greatestRecordBytes = 16_000_000;

export function readFile({ name, content }: ReadFile, options: ReadOptions): FileReading[] {
  const { text, badAt } = decodeText(content, options.encoding);
  const skipped = lengthOfLines(text, options.skip ?? 0);
  const { dialects, isUnclear } = dialectsOf(text, skipped, options);
  const readings = dialects.flatMap((found) => {
    const body = text.slice(found.start);
    const lineAt = lineCounter(text, found.start);
    const faults: Fault[] = [];
    const nul = text.indexOf('\0');
    if (nul >= 0) faults.push({ reason: 'NUL', line: lineAt(nul - found.start) });
    if (badAt !== undefined) {
      faults.push({ reason: 'bytes that are no text', line: lineAt(badAt - found.start) });
    }
    const readings = readBody({ name, body, lineAt, options, isEmpty: text.trim() === '' }, found);
    return readings.map((reading) => ({ ...reading, faults: [...faults, ...reading.faults] }));
  });
  const [first] = readings;
  if (isUnclear === 'no' || first === undefined) return readings;
  const unclear = { reason: 'unclear delimiter', line: undefined };
  const refused = { ...first, rows: [], wrong: [], short: [], faults: [...first.faults, unclear] };
  return isUnclear === 'yes' ? [refused] : [...readings, refused];
}

function readBody(content: Content, { dialect }: FoundDialect): FileReading[] {
  const { name, body, lineAt } = content;
  const { records, fault } = cutRecords(body, dialect);
  const faults: Fault[] = [];
  if (fault !== undefined) faults.push({ reason: fault.reason, line: lineAt(fault.at) });
  if (fault !== undefined && records.length === 0) {
    faults.push({ reason: fault.reason, line: lineAt(0) });
  }
  const rest = records.filter(({ kind }) => kind !== 'comment');
  const first = rest[0];
  const isBlank = first?.kind !== 'record' || content.isEmpty;
  if (isBlank) faults.push({ reason: 'no header', line: undefined });
  if (first?.fault !== undefined) {
    faults.push({ reason: first.fault.reason, line: lineAt(first.fault.at) });
  }
  if (isBlank && first !== undefined) {
    faults.push({ reason: 'no header', line: lineAt(first.start) });
  }
  faults.push(...lineEndFaults(content, records), ...sizeFaults(content, records));
  if (isBlank) return [{ name, names: [], header: [], rows: [], wrong: [], short: [], faults }];
  const readings = readRecords(content, rest, fault === undefined);
  return readings.map((reading) => ({ ...reading, faults: [...faults, ...reading.faults] }));
}

function lineEndFaults(
  { lineAt, options }: Content,
  records: readonly TextRecord[],
): readonly Fault[] {
  if (options.strict_mode === false) return [];
  const expected = records.find(({ kind }) => kind !== 'comment')?.lineEnd ?? '';
  if (expected === '') return [];
  return records
    .filter(({ kind, lineEnd }) => kind !== 'wrong' && ![expected, ''].includes(lineEnd))
    .map(({ end }) => ({ reason: 'other line end', line: lineAt(end) }));
}

function sizeFaults(
  { body, lineAt, options }: Content,
  records: readonly TextRecord[],
): readonly Fault[] {
  const greatest = options.max_line_size ?? greatestRecordBytes;
  return records
    .filter(({ start, end }) => (end - start) * 3 > greatest)
    .filter(({ start, end }) => Buffer.byteLength(body.slice(start, end)) > greatest)
    .map(({ start }) => ({ reason: 'too long', line: lineAt(start) }));
}

/** Several where the docs leave open what the first record is. */
function readRecords(
  content: Content,
  records: readonly TextRecord[],
  isWhole: boolean,
): FileReading[] {
  const { options } = content;
  const kind = options.header ?? guessHeader(records, options, isWhole);
  if (typeof kind === 'boolean') return [readRows(content, records, kind)];
  if (kind !== 'either') return [readRows(content, records, kind === 'names')];
  return [readRows(content, records, true), readRows(content, records, false)];
}

function guessHeader(
  records: readonly TextRecord[],
  options: ReadOptions,
  isWhole: boolean,
): HeaderKind {
  const [first, ...others] = records;
  const header = first?.fields ?? [];
  const all = others.filter(({ kind }) => kind === 'record');
  const whole = all.filter(({ fields }) => fields.length >= header.length);
  const hasWrong = !isWhole || others.some(({ kind }) => kind === 'wrong');
  const hasNames = options.names !== undefined || options.columns !== undefined;
  const [ofAll, ofWhole] = [all, whole].map((records) => {
    const rows = records.map(({ fields }) => fields.map((field) => cellOf(field, options)));
    return headerKind({ header, rows, hasNames });
  });
  const isSure = ofAll === ofWhole && (!hasWrong || header.every(isText));
  return isSure && ofAll !== undefined ? ofAll : 'either';
}

function readRows(
  content: Content,
  records: readonly TextRecord[],
  hasHeader: boolean,
): FileReading {
  const { name, lineAt, options } = content;
  const header = records[0]?.fields ?? [];
  const names = givenNames(
    hasHeader ? namesOf(header) : header.map((_, at) => `column${at}`),
    options,
  );
  const faults: Fault[] = [];
  const rows: Row[] = [];
  const wrong: Lines[] = [];
  const short: Lines[] = [];
  for (const record of records.slice(hasHeader ? 1 : 0)) {
    if (record.kind === 'empty' && names.length > 1) continue;
    const reason = record.kind === 'wrong' ? 'wrong' : widthFault(record, names.length, options);
    const lines = linesOf(content, record);
    const cells = names.map((_, at) => cellOf(record.fields[at], options));
    if (reason === undefined) {
      rows.push({ cells, lines });
      if (record.fields.length < names.length) short.push(lines);
    } else if (options.ignore_errors === true) wrong.push(lines);
    else faults.push({ reason, line: lineAt(record.start) });
  }
  const given = options.columns === undefined ? options.names : Object.keys(options.columns);
  const isBeyond = header.slice(names.length).some((field) => field !== '');
  const isOther = options.columns !== undefined && isBeyond;
  if (isOther || names.length < (given?.length ?? 0)) {
    const line = lineAt(records[0]?.start ?? 0);
    faults.push({ reason: 'names of no column', line: undefined });
    faults.push({ reason: 'names of no column', line });
  }
  return { name, names, header: hasHeader ? header : [], rows, wrong, short, faults };
}

function givenNames(names: readonly string[], options: ReadOptions): readonly string[] {
  const { names: given, columns, null_padding: isPadded } = options;
  const wished = given ?? Object.keys(columns ?? {});
  if (isPadded === true && wished.length > names.length) return wished;
  const width = columns === undefined ? names.length : wished.length;
  return names.slice(0, width).map((name, at) => wished[at] ?? name);
}

function linesOf({ lineAt }: Content, { start, end }: TextRecord): Lines {
  const first = lineAt(start);
  return { first, count: lineAt(end) - first + 1 };
}

function widthFault(record: TextRecord, width: number, options: ReadOptions): string | undefined {
  if (record.fields.length < width) return options.null_padding ? undefined : 'short record';
  return record.fields.slice(width).every((field) => field === '') ? undefined : 'long record';
}

function cellOf(field: string | undefined, options: ReadOptions): string | null {
  if (field === undefined || field === '') return null;
  return options.nullstr?.includes(field) === true ? null : field;
}
