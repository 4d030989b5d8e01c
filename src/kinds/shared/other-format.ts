// Tells what a file is that is no CSV: by its name, or by its first bytes.
import { PathqlError } from '../../errors.ts';
import { FaultyFile } from './faulty-file.ts';
import type { SourceFile } from './source-file.ts';

const formatsByEnding: Readonly<Record<string, string>> = {
  geojson: 'JSON',
  arrow: 'Arrow',
  feather: 'Arrow',
  orc: 'ORC',
  avro: 'Avro',
  xlsx: 'an Excel workbook',
  xlsm: 'an Excel workbook',
  xlsb: 'an Excel workbook',
  xls: 'an Excel workbook',
  ods: 'a spreadsheet',
  sqlite: 'a SQLite database',
  sqlite3: 'a SQLite database',
  db: 'a database',
  duckdb: 'a DuckDB database',
  xml: 'XML',
  html: 'HTML',
  yaml: 'YAML',
  yml: 'YAML',
  pdf: 'PDF',
  zip: 'a ZIP archive',
  tar: 'a tar archive',
  tgz: 'a tar archive',
  '7z': 'a 7-Zip archive',
  bz2: 'compressed by bzip2',
  xz: 'compressed by xz',
};

const readable = 'CSV, TSV, JSON and logs, plain or compressed (.gz, .zst), and Parquet';

/** Throws csv_invalid for a name that says another format. Who means it calls read_csv. */
export function refuseOtherFormat(file: SourceFile): void {
  const { shownPath } = file;
  const ending = /\.([a-z0-9]+)(?:\.gz|\.zst)?$/i.exec(shownPath)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(formatsByEnding, ending)) return;
  const words = ` is ${formatsByEnding[ending]} by its name: expected ${readable}`;
  throw otherFormat(file, words);
}

/** For a file that is not what its name says, or not for us to read. */
export function otherFormat(file: SourceFile, words: string): FaultyFile {
  return new FaultyFile(file, { kind: 'other-format', line: 1, ahead: '' }, words);
}

interface Signature {
  readonly bytes: string;
  readonly offset?: number;
  readonly format: string;
}

const signatures: readonly Signature[] = [
  { bytes: 'PAR1', format: 'Parquet' },
  { bytes: 'ARROW1', format: 'Arrow' },
  { bytes: 'ORC', format: 'ORC' },
  { bytes: 'Obj\x01', format: 'Avro' },
  { bytes: 'PK\x03\x04', format: 'a ZIP archive or an Excel workbook' },
  { bytes: '\xd0\xcf\x11\xe0', format: 'an Excel workbook' },
  { bytes: 'SQLite format 3', format: 'a SQLite database' },
  { bytes: 'DUCK', offset: 8, format: 'a DuckDB database' },
  { bytes: '%PDF', format: 'PDF' },
  { bytes: '\x89PNG', format: 'a PNG picture' },
  { bytes: '\xff\xd8\xff', format: 'a JPEG picture' },
  {
    bytes: '\x1f\x8b',
    format: "compressed by gzip (its name should end in .gz, or: compression='gzip')",
  },
  {
    bytes: '\x28\xb5\x2f\xfd',
    format: "compressed by zstd (its name should end in .zst, or: compression='zstd')",
  },
  { bytes: 'BZh', format: 'compressed by bzip2' },
  { bytes: '\xfd7zXZ', format: 'compressed by xz' },
  { bytes: '7z\xbc\xaf', format: 'a 7-Zip archive' },
];

/** Letters alone, as of `PAR1`, may begin a text. */
export function beginsAsBinary(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 8);
  return /^%PDF-|[\x00-\x08\x0e-\x1f\x80-\xff]/.test(start);
}

/** The error for a file whose bytes are no text, null when nothing is known about them. */
export function otherFormatError({ shownPath }: SourceFile, head: Buffer): PathqlError | null {
  const found = signatures.find(
    ({ bytes, offset = 0 }) => head.toString('latin1', offset, offset + bytes.length) === bytes,
  );
  if (found === undefined) return null;
  const message = `The file '${shownPath}' is not text: expected CSV, found binary data, by its first bytes ${found.format}. ${readable} can be read`;
  return new PathqlError('csv_invalid', message);
}
