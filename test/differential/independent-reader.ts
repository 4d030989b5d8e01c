// Reads CSV files as docs/csv-files.md says and nothing else does: whole text in memory, slow, simple.
import {
  countFields,
  cutRecords,
  type Dialect,
  lineEndAt,
  type TextRecord,
} from './independent-records.ts';
import {
  isNumberOrDate,
  isPointOrDate,
  misfit,
  typeColumn,
  type Value,
} from './independent-types.ts';

export interface ReadOptions {
  readonly header?: boolean;
  readonly skip?: number;
  readonly names?: readonly string[];
  readonly delim?: string;
  readonly quote?: string;
  readonly escape?: string;
  readonly encoding?: 'utf-8' | 'latin-1';
  readonly nullstr?: readonly string[];
  readonly types?: Readonly<Record<string, string>>;
  readonly all_varchar?: boolean;
  readonly null_padding?: boolean;
  readonly union_by_name?: boolean;
  readonly max_line_size?: number;
}

export interface Column {
  readonly name: string;
  /** `null`: no row has a value. */
  readonly type: string | null;
}

/** What is wrong, and in which line; none where a file has no line to name. */
export interface Fault {
  /** Which of the files. */
  readonly file?: number;
  readonly reason: string;
  readonly line: number | undefined;
}

export type Reading =
  | { readonly columns: readonly Column[]; readonly rows: readonly (readonly Value[])[] }
  | { readonly faults: readonly Fault[] };

interface Table {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  readonly lines: readonly number[];
}

const greatestRecordBytes = 16_000_000;

/** Several files are one table. */
export function readIndependently(files: readonly Buffer[], options: ReadOptions): Reading {
  const tables: Table[] = [];
  const faults: Fault[] = [];
  files.forEach((bytes, file) => {
    const table = readFile(bytes, options);
    for (const fault of table.faults) faults.push({ ...fault, file });
    if ('names' in table) tables.push(table);
  });
  if (faults.length > 0) return { faults: [...faults, ...columnFaults(tables, options)] };
  return joinTables(tables, options);
}

function columnFaults(tables: readonly Table[], options: ReadOptions): Fault[] {
  const first = tables[0]?.names.join('\0');
  const isOneTable = tables.every(({ names }) => names.join('\0') === first);
  return isOneTable || options.union_by_name === true
    ? []
    : [{ reason: 'other columns', line: undefined }];
}

function joinTables(tables: readonly Table[], options: ReadOptions): Reading {
  const names = uniqueNames(tables);
  const different = columnFaults(tables, options);
  if (Object.keys(options.types ?? {}).some((name) => !names.includes(name))) {
    different.push({ reason: 'types of no column', line: undefined });
  }
  if (different.length > 0) return { faults: different };
  const columns = names.map((name) => {
    const texts = tables.flatMap((table) => {
      const index = table.names.findIndex((other) => isSameName(other, name));
      return table.rows.map((row) => (index < 0 ? null : (row[index] ?? null)));
    });
    const given = options.all_varchar === true ? 'VARCHAR' : options.types?.[name];
    const wrong = given === undefined ? -1 : misfit(texts, given);
    const line = tables.flatMap((table) => table.lines)[wrong];
    return {
      name,
      fault: line === undefined ? undefined : { reason: 'misfit', line },
      texts,
      given,
    };
  });
  const faults = columns.flatMap(({ fault }) => fault ?? []);
  if (faults.length > 0) return { faults };
  const typed = columns.map(({ name, texts, given }) => ({ name, ...typeColumn(texts, given) }));
  const count = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const rows = Array.from({ length: count }, (_, row) =>
    typed.map(({ values }) => values[row] ?? null),
  );
  return { columns: typed.map(({ name, type }) => ({ name, type })), rows };
}

type FileReading = { readonly faults: Fault[] } & (Table | object);

function readFile(bytes: Buffer, options: ReadOptions): FileReading {
  const { text, badAt } = decode(bytes, options);
  const skipped = lengthOfLines(text, options.skip ?? 0);
  const body = text.slice(skipped);
  const { records, fault } = cutRecords(body, dialectOf(body, options));
  const lineAt = lineCounter(text, skipped, lineMark(body, records[0], fault?.at));
  const faults: Fault[] = [];
  const nul = body.indexOf('\0');
  if (nul >= 0) faults.push({ reason: 'NUL', line: lineAt(nul) });
  if (badAt !== undefined && badAt >= skipped) {
    faults.push({ reason: 'not UTF-8', line: lineAt(badAt - skipped) });
  }
  if (lineEndAt(body, 0) !== '' || body === '') {
    return { faults: [...faults, { reason: 'no header', line: undefined }] };
  }
  for (const found of lineEndFaults(records, lineAt)) faults.push(found);
  for (const found of sizeFaults(body, records, options, lineAt)) faults.push(found);
  if (fault !== undefined) faults.push({ reason: fault.reason, line: lineAt(fault.at) });
  const table = readRecords(records, options, lineAt);
  for (const found of table.faults) faults.push(found);
  if (table.names.length < (options.names?.length ?? 0)) {
    faults.push({ reason: 'more names than columns', line: undefined });
  }
  return { ...table, faults };
}

function readRecords(
  records: readonly TextRecord[],
  options: ReadOptions,
  lineAt: (at: number) => number,
): Table & { readonly faults: Fault[] } {
  const header = records[0]?.fields ?? [];
  const hasHeader = options.header ?? !isData(header);
  const made = hasHeader ? namesOf(header) : header.map((_, at) => `column${at}`);
  const names = made.map((name, at) => options.names?.[at] ?? name);
  const kept = records
    .slice(hasHeader ? 1 : 0)
    .filter(({ isEmpty }) => !isEmpty || names.length === 1);
  const faults = kept.flatMap((record) => {
    const reason = widthFault(record, names.length, options);
    return reason === undefined ? [] : [{ reason, line: lineAt(record.start) }];
  });
  const rows = kept.map(({ fields }) => names.map((_, at) => cellOf(fields[at], options)));
  return { names, rows, lines: kept.map(({ start }) => lineAt(start)), faults };
}

/** Letter case makes no other name, as everywhere in SQL. */
function uniqueNames(tables: readonly Table[]): string[] {
  const all = tables.flatMap((table) => table.names);
  return all.filter((name, at) => all.findIndex((other) => isSameName(other, name)) === at);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

interface Text {
  readonly text: string;
  /** The first character that is not in the encoding. */
  readonly badAt?: number | undefined;
}

function decode(bytes: Buffer, options: ReadOptions): Text {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    const text = bytes.toString('utf16le', 2);
    const badAt = text.search(/[\ud800-\udfff]/);
    return { text, badAt: badAt < 0 ? undefined : badAt };
  }
  if (options.encoding === 'latin-1') return { text: bytes.toString('latin1') };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  const badAt = isUtf8(content) ? undefined : firstBadCharacter(content);
  return { text: content.toString('utf8'), badAt };
}

const replacement = Buffer.from('\ufffd');

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** How many characters are in front of the first byte that is not UTF-8. */
function firstBadCharacter(bytes: Buffer): number {
  const text = bytes.toString('utf8');
  let at = text.indexOf('\ufffd');
  while (at >= 0) {
    const before = Buffer.byteLength(text.slice(0, at));
    if (!bytes.subarray(before).subarray(0, 3).equals(replacement)) return at;
    at = text.indexOf('\ufffd', at + 1);
  }
  throw new Error('every byte is UTF-8');
}

function lengthOfLines(text: string, count: number): number {
  let at = 0;
  for (let line = 0; line < count && at < text.length; line++) {
    while (at < text.length && lineEndAt(text, at) === '') at++;
    at += lineEndAt(text, at).length;
  }
  return at;
}

/** What ends a line of the file. In quotes only the same one counts as a line. */
function lineMark(text: string, first: TextRecord | undefined, faultAt = text.length): '\n' | '\r' {
  const after = text.slice(faultAt);
  const ending = first?.lineEnd ?? lineEndAt(after, after.search(/[\r\n]/));
  return ending === '\r' ? '\r' : '\n';
}

/** Says in which line the character is that stands `at` behind `start`. */
function lineCounter(text: string, start: number, mark: '\n' | '\r'): (at: number) => number {
  const ends: number[] = [];
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) ends.push(at);
  return (at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < at + start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

/** The delimiter that splits the first record into most fields. */
function dialectOf(text: string, options: ReadOptions): Dialect {
  const quote = options.quote ?? '"';
  const rest = { quote, escape: options.escape ?? quote };
  if (options.delim !== undefined) return { delimiter: options.delim, ...rest };
  let best = { delimiter: ',', width: 0 };
  for (const delimiter of [',', '\t', ';', '|']) {
    const width = countFields(text, { delimiter, ...rest });
    if (width > best.width) best = { delimiter, width };
  }
  return { delimiter: best.delimiter, ...rest };
}

function lineEndFaults(records: readonly TextRecord[], lineAt: (at: number) => number): Fault[] {
  const expected = records[0]?.lineEnd;
  return records
    .filter(({ lineEnd }) => lineEnd !== '' && lineEnd !== expected)
    .map(({ end }) => ({ reason: 'other line end', line: lineAt(end) }));
}

function sizeFaults(
  text: string,
  records: readonly TextRecord[],
  options: ReadOptions,
  lineAt: (at: number) => number,
): Fault[] {
  const greatest = options.max_line_size ?? greatestRecordBytes;
  return records
    .filter(({ start, end }) => (end - start) * 3 > greatest)
    .filter(({ start, end }) => Buffer.byteLength(text.slice(start, end)) > greatest)
    .map(({ start }) => ({ reason: 'too long', line: lineAt(start) }));
}

function isData(fields: readonly string[]): boolean {
  return fields.every(isNumberOrDate) && fields.some(isPointOrDate);
}

function namesOf(header: readonly string[]): string[] {
  const inHeader = new Set(header.map((name) => name.toLowerCase()));
  const used = new Set<string>();
  return header.map((cell, index) => {
    const wish = cell === '' ? `column${index}` : cell;
    const isMadeUp = cell === '';
    const isFree = (name: string, made: boolean) =>
      !used.has(name.toLowerCase()) && !(made && inHeader.has(name.toLowerCase()));
    let name = wish;
    for (let number = 1; !isFree(name, isMadeUp || number > 1); number++)
      name = `${wish}_${number}`;
    used.add(name.toLowerCase());
    return name;
  });
}

function widthFault(record: TextRecord, width: number, options: ReadOptions): string | undefined {
  if (record.fields.length < width) return options.null_padding ? undefined : 'short record';
  return record.fields.slice(width).every((field) => field === '') ? undefined : 'long record';
}

function cellOf(field: string | undefined, options: ReadOptions): string | null {
  if (field === undefined || field === '') return null;
  return options.nullstr?.includes(field) === true ? null : field;
}
