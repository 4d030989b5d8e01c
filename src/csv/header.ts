// The first record of a file: its fields, and the dialect that follows from it.
import { PathqlError } from '../errors.ts';
import type { CsvFile, RunSql } from './csv-table.ts';
import { type Dialect, type HeaderRecord, readRecord, splitHeader } from './dialect.ts';
import { type Compression, type FileHead, readHead } from './file-head.ts';
import type { ReadOptions } from './read-options.ts';
import { firstLinesSql } from './scan-sql.ts';

export interface HeaderReading {
  readonly file: CsvFile;
  readonly fields: readonly string[];
  readonly dialect: Dialect;
  readonly compression: Compression;
  readonly options: ReadOptions;
}

const firstHeadBytes = 1 << 16;
const maxHeadBytes = 1 << 24;

export async function readHeader(
  file: CsvFile,
  options: ReadOptions,
  run: RunSql | undefined,
): Promise<HeaderReading> {
  for (let maxBytes = firstHeadBytes; ; maxBytes *= 16) {
    const head = await readHead({
      file,
      maxBytes,
      encoding: options.encoding,
      compression: options.compression,
      readLines: (file) => readLines(file, run),
    });
    const { delimiter, header } = split(head, options);
    const isComplete = header.end !== null || head.isWhole;
    if (!isComplete && maxBytes < maxHeadBytes && head.compression !== 'zstd') continue;
    assertUsable(file, head, header, isComplete);
    const dialect: Dialect = {
      delimiter,
      quote: options.quote ?? '"',
      escapedBy: options.escapedBy ?? options.quote ?? '"',
      hasHeader: options.header ?? true,
      skippedLines: options.skip ?? 0,
      encoding: head.encoding,
    };
    return { file, fields: header.fields, dialect, compression: head.compression, options };
  }
}

async function readLines(file: CsvFile, run: RunSql | undefined): Promise<string> {
  if (run === undefined) {
    throw new PathqlError(
      'csv_invalid',
      `The file '${file.shownPath}' is zstd: it cannot be read here`,
    );
  }
  const rows = await run(firstLinesSql(file));
  return rows.map(([line]) => `${line ?? ''}\n`).join('');
}

function split(
  head: FileHead,
  options: ReadOptions,
): { readonly delimiter: string; readonly header: HeaderRecord } {
  const { quote, escapedBy, delimiter, comment } = options;
  const syntax = {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote }),
    ...(escapedBy === undefined ? {} : { escapedBy }),
  };
  let { text } = head;
  for (let left = options.skip ?? 0; left > 0 && text !== ''; left--)
    text = afterRecord(text, options);
  while (comment && text.startsWith(comment)) text = text.slice(lineEnd(text));
  return splitHeader(text, syntax);
}

function afterRecord(
  text: string,
  { delimiter = ',', quote = '"', escapedBy = quote }: ReadOptions,
): string {
  const { end } = readRecord(text, { delimiter, quote, escapedBy });
  return end === null ? '' : text.slice(end);
}

function lineEnd(text: string): number {
  const end = /\r\n|\r|\n/.exec(text);
  return end === null ? text.length : end.index + end[0].length;
}

function assertUsable(
  file: CsvFile,
  head: FileHead,
  header: HeaderRecord,
  isComplete: boolean,
): void {
  const path = `'${file.shownPath}'`;
  const fault =
    head.text.trim() === ''
      ? `The file ${path} is empty: expected a line with column names`
      : header.isQuoteOpen
        ? `The file ${path}: a quote is opened in the first record and not closed. If quotes are plain text: read_csv(${path}, quote='')`
        : !isComplete
          ? `The file ${path}: its first record is longer than ${maxHeadBytes} bytes`
          : header.fields.length === 1 && header.fields[0] === ''
            ? `The file ${path}: its first line is empty, expected column names. To leave lines out: read_csv(${path}, skip=1)`
            : header.fields.some((field) => field.includes('\ufffd')) && head.encoding === 'utf-8'
              ? `The file ${path}, line 1: expected UTF-8, found other bytes. Name its encoding: read_csv(${path}, encoding='latin-1')`
              : null;
  if (fault !== null) throw new PathqlError('csv_invalid', fault);
}
