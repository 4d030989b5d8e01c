// Rewrites a file in any dialect into a clean copy: UTF-8, commas, quotes, line feeds, no header, records of one width.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { fileText } from '../../shared/bytes/file-text.ts';
import { writeFailed } from '../../shared/write-failed.ts';
import type { HeaderReading } from '../header/header.ts';
import type { ReadOptions } from '../read-options.ts';
import { type AlteredRecords, type CleanRecord, CleanRecords } from './clean-records.ts';
import type { Field } from './read-record.ts';

/** How every clean copy is written. */
export const cleanDialect = {
  delimiter: ',',
  quote: '"',
  escapedBy: '"',
  comment: '',
  isStrict: true,
  hasHeader: false,
  skippedLines: 0,
  encoding: 'utf-8',
} as const;

export interface Rewriting {
  readonly reading: HeaderReading;
  readonly options: ReadOptions;
  /** Fields of a record. */
  readonly width: number;
  /** The copy ends after so many records; undefined: with the file. */
  readonly firstRows?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CleanCopy {
  readonly path: string;
  readonly records: number;
  readonly bytes: number;
  readonly altered: AlteredRecords;
}

/**
 * Writes a new file at `path`, which is gone again where this rejects: with csv_invalid, naming the line,
 * file_not_readable, disk_full, or the reason of the signal.
 */
export async function rewriteFile(rewriting: Rewriting, path: string): Promise<CleanCopy> {
  const copy = await open(path, 'wx', 0o600).catch(writeFailed);
  try {
    return { path, ...(await writeRecords(rewriting, copy)) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await copy.close();
  }
}

/**
 * The line of the file, counted from 1, in which the record begins that stands at `offset` in its clean copy. Reads
 * the file again up to there.
 */
export async function originalLine(rewriting: Rewriting, offset: number): Promise<number> {
  let end = 0;
  for await (const records of batches(rewriting, cleanRecords(rewriting))) {
    for (const record of records) {
      end += Buffer.byteLength(cleanLine(record, nullTextsOf(rewriting)));
      if (end > offset) return record.line;
    }
  }
  throw new Error(`The copy has no record at ${offset}`);
}

/** Small, so that what it is made of is gone before memory is cleaned up. */
const batchCharacters = 1 << 15;

async function writeRecords(
  rewriting: Rewriting,
  copy: FileHandle,
): Promise<Omit<CleanCopy, 'path'>> {
  const clean = cleanRecords(rewriting);
  const nullTexts = nullTextsOf(rewriting);
  let [records, bytes, text] = [0, 0, ''];
  const flush = async () => {
    const batch = Buffer.from(text);
    text = '';
    bytes += batch.length;
    await copy.appendFile(batch).catch(writeFailed);
  };
  const mostRecords = rewriting.firstRows ?? Infinity;
  for await (const batch of batches(rewriting, clean)) {
    for (const record of batch) {
      text += cleanLine(record, nullTexts);
      records++;
      if (text.length >= batchCharacters) await flush();
      if (records === mostRecords) break;
    }
    if (records === mostRecords) break;
  }
  await flush();
  return { records, bytes, altered: clean.altered };
}

/** The longest that a quoted field may be with `ignore_errors`: an open quote would make one field of all that follows. */
const quotedLimit = { characters: 1 << 16, lines: 100 };

export const defaultMaxRecordBytes = 16_000_000;

/** With `from`: for a text that begins at that line, below the header. */
export function cleanRecords(
  { reading, options, width }: Rewriting,
  from?: { readonly line: number },
): CleanRecords {
  const { file, dialect, lineEnd } = reading;
  const { nullPadding = false, ignoreErrors = false, maxLineBytes } = options;
  return new CleanRecords({
    file,
    syntax: {
      ...dialect,
      lineEnd: dialect.isStrict ? lineEnd : 'any',
      quotedLimit: ignoreErrors ? quotedLimit : null,
    },
    width,
    maxRecordBytes: maxLineBytes ?? defaultMaxRecordBytes,
    hasHeader: from === undefined && dialect.hasHeader,
    firstLine: from?.line ?? dialect.skippedLines + 1,
    nullPadding,
    ignoreErrors,
  });
}

export async function* batches(
  { reading, signal }: Rewriting,
  clean: CleanRecords,
  onText: (text: string) => void = () => {},
): AsyncGenerator<Iterable<CleanRecord>> {
  const { file, compression, dialect, startCharacters } = reading;
  let toSkip = startCharacters;
  for await (const chunk of fileText({ file, compression, encoding: dialect.encoding, signal })) {
    const skipped = Math.min(toSkip, chunk.length);
    toSkip -= skipped;
    const text = chunk.slice(skipped);
    onText(text);
    yield clean.push(text, false);
  }
  yield clean.push('', true);
}

function nullTextsOf({ options }: Rewriting): ReadonlySet<string> {
  return new Set(options.nullTexts);
}

function cleanLine({ fields }: CleanRecord, nullTexts: ReadonlySet<string>): string {
  let line = '';
  for (const [position, field] of fields.entries()) {
    if (position > 0) line += ',';
    line += cleanField(field, nullTexts);
  }
  // An empty line is a record to some readers and none to others.
  return line === '' ? '""\n' : `${line}\n`;
}

/** What a reader could take for something else: also a byte order mark, which begins the copy. */
const needsQuotes = /[",\r\n\ufeff]/;

function cleanField(field: Field | null, nullTexts: ReadonlySet<string>): string {
  if (field === null || nullTexts.has(field.text)) return '';
  const { text, isQuoted } = field;
  if (text === '') return isQuoted ? '""' : '';
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
