// Checks all bytes of a file in one pass before the engine reads it: for faults that an engine does not report.
import { PathqlError } from '../../errors.ts';
import type { CsvFile } from '../csv-file.ts';
import type { Encoding } from '../header/dialect.ts';
import { asUtf8, type Compression, passingBytes } from './file-bytes.ts';
import { type RecordFault, RecordScanner, type RecordSyntax } from './record-scanner.ts';
import { Utf8Check } from './utf8-check.ts';

export interface Inspection {
  readonly file: CsvFile;
  readonly compression: Compression;
  readonly encoding: Encoding;
  readonly syntax: RecordSyntax;
  /** Bytes before the first record, of the text in UTF-8. */
  readonly start: number;
  /** Records may be malformed: the call asked for leniency. */
  readonly isLenient: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface FileFacts {
  /** Bytes of the text. */
  readonly bytes: number;
  readonly hasQuote: boolean;
}

interface Fault {
  readonly kind: RecordFault['kind'] | 'not-utf-8' | 'nul';
  /** Bytes before it, of the text in UTF-8. */
  readonly offset: number;
}

/** Rejects with csv_invalid, naming the line, or with the reason of the signal. */
export async function inspectFile(inspection: Inspection): Promise<FileFacts> {
  const { file, compression, encoding, syntax, signal } = inspection;
  const checks = checksOf(inspection);
  let bytes = 0;
  let hasQuote = false;
  for await (const chunk of asUtf8(passingBytes(file, compression), encoding)) {
    signal?.throwIfAborted();
    hasQuote ||= syntax.quote !== '' && chunk.includes(syntax.quote);
    for (const { kind, check } of checks) await refuse(kind, check(chunk, bytes), inspection);
    bytes += chunk.length;
  }
  for (const { kind, end } of checks) await refuse(kind, end(), inspection);
  return { bytes, hasQuote };
}

interface Check {
  readonly kind: Fault['kind'] | null;
  readonly check: (chunk: Buffer, before: number) => Found;
  readonly end: () => Found;
}

type Found = number | RecordFault | null;

function checksOf({ encoding, syntax, start, isLenient }: Inspection): Check[] {
  const utf8 = new Utf8Check();
  const isText: Check = {
    kind: 'not-utf-8',
    check: (chunk) => utf8.check(chunk),
    end: () => utf8.end(),
  };
  const hasNoNul: Check = {
    kind: 'nul',
    check: (chunk, before) => {
      const at = chunk.indexOf(0);
      return at === -1 ? null : before + at;
    },
    end: () => null,
  };
  const records = encoding === 'utf-8' ? [isText, hasNoNul] : [hasNoNul];
  return isLenient ? records : [...records, recordCheck(syntax, start)];
}

function recordCheck(syntax: RecordSyntax, start: number): Check {
  const scanner = new RecordScanner(syntax);
  const inFile = (fault: RecordFault | null) =>
    fault && { kind: fault.kind, offset: fault.offset + start };
  return {
    kind: null,
    check: (chunk, before) => {
      const records = chunk.subarray(Math.max(0, start - before));
      if (!isHarmless(records, scanner, syntax)) return inFile(scanner.scan(records));
      scanner.skip(records);
      return null;
    },
    end: () => inFile(scanner.end()),
  };
}

/** The search for a byte is ten times faster than the walk. */
function isHarmless(
  records: Buffer,
  scanner: RecordScanner,
  { lineEnd, quote }: RecordSyntax,
): boolean {
  if (lineEnd !== '\n' || scanner.isInQuotes || records.includes(13)) return false;
  return quote === '' || !records.includes(quote);
}

async function refuse(kind: Fault['kind'] | null, found: Found, inspection: Inspection) {
  if (found === null) return;
  const fault = typeof found === 'number' ? { kind: kind ?? 'nul', offset: found } : found;
  const { shownPath } = inspection.file;
  const path = `'${shownPath.replaceAll("'", "''")}'`;
  const line = await lineAt(fault.offset, inspection);
  const message = `The file '${shownPath}', line ${line}: ${faultWords[fault.kind](path, inspection)}`;
  throw new PathqlError('csv_invalid', message);
}

const lineEndNames = { '\n': 'LF', '\r\n': 'CRLF', '\r': 'CR' } as const;

const faultWords: Readonly<
  Record<Fault['kind'], (path: string, inspection: Inspection) => string>
> = {
  'not-utf-8': (path) =>
    `expected UTF-8, found other bytes. Name its encoding: read_csv(${path}, encoding='latin-1')`,
  nul: () => 'expected text, found a NUL byte: the file is binary or damaged',
  'mixed-line-ends': (path, { syntax }) =>
    `expected ${lineEndNames[syntax.lineEnd]} at the end of the line as in line 1, found another line end. Make them one, or read them as they are: read_csv(${path}, strict_mode=false)`,
  'text-after-quote': (path, { syntax }) =>
    `expected '${syntax.delimiter}' or the end of the line after a closing quote, found more text. If quotes are plain text in this file: read_csv(${path}, quote='')`,
  'open-quote': (path) =>
    `a quote is opened here and never closed. If quotes are plain text in this file: read_csv(${path}, quote='')`,
};

async function lineAt(
  offset: number,
  { file, compression, encoding, syntax }: Inspection,
): Promise<number> {
  const lineEnd = syntax.lineEnd === '\r' ? 13 : 10;
  let line = 1;
  let before = 0;
  for await (const chunk of asUtf8(passingBytes(file, compression), encoding)) {
    const bytes = chunk.subarray(0, offset - before);
    for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) line++;
    before += chunk.length;
    if (before >= offset) break;
  }
  return line;
}
