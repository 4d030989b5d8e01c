// Lists what files may be that no reader takes: by their first bytes, or by how their names end.
import type { FileStart } from '../shared/bytes/file-start.ts';

export interface OtherFormat {
  /** In messages: it is … */
  readonly name: string;
  /** Whoever says by a call that it is CSV may mean it. */
  readonly isText: boolean;
  readonly wayOut: string;
}

export const readable = 'CSV, TSV, JSON and logs, plain or compressed (.gz, .zst), and Parquet';

const only = `Only ${readable} can be read`;
const asCsv = 'Save its sheet as CSV in UTF-8, and query that file';
const exported = 'Export the table as CSV or Parquet, and query that file';
const unpacked = 'Unpack it, and query the files in it';
const decompressed = 'Decompress it, or compress it by gzip or zstd';
const page = 'A server may have sent a page instead of the data: check its address';

interface Signature extends OtherFormat {
  /** Of the first bytes, each as a character. Letters alone may begin a text. */
  readonly pattern: RegExp;
}

const binary = (name: string, pattern: RegExp, wayOut = only): Signature => {
  return { name, pattern, wayOut, isText: false };
};
const text = (name: string, pattern: RegExp, wayOut = only): Signature => {
  return { name, pattern, wayOut, isText: true };
};

const signatures: readonly Signature[] = [
  text(
    'HTML',
    /^\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html\b|(?:html|head|body|table)\b[^<>]*>\s*<)/is,
    page,
  ),
  text('HTML', /^\s*<(?:div|form|main|section)\b[^<>]*>\s*</i, page),
  text('XML', /^\s*<(?:\?xml\s|(?:svg|rss|feed|urlset|kml|gpx|plist)\b[^<>]*>\s*<)/i),
  text('RTF', /^\{\\rtf\d/),
  text(
    'a sequence of JSON texts',
    /^\x1e\s*[[{]/,
    'Remove the separator before each text (the byte 1E), and query it as NDJSON',
  ),
  binary('an Excel workbook', /^PK[\x03\x05\x07].*\bxl\//s, asCsv),
  binary('a spreadsheet', /^PK\x03.*opendocument\.spreadsheet/s, asCsv),
  binary('a ZIP archive', /^PK(?:\x03\x04|\x05\x06|\x07\x08)/, unpacked),
  binary('an Excel workbook', /^\xd0\xcf\x11\xe0/, asCsv),
  binary('a SQLite database', /^SQLite format 3\0/, exported),
  binary('a DuckDB database', /^.{8}DUCK.\0{7}/s, exported),
  binary('Arrow', /^(?:ARROW1\0|\xff{4}.{3}\0)/s),
  binary('ORC', /^ORC[\x00-\x08\x0e-\x1f\x80-\xff]/),
  binary('Avro', /^Obj\x01/),
  binary('PDF', /^%PDF-/),
  binary('a PNG image', /^\x89PNG\r\n/),
  binary('a JPEG image', /^\xff\xd8\xff/),
  binary('compressed by bzip2', /^BZh[1-9]1AY&SY/, decompressed),
  binary('compressed by xz', /^\xfd7zXZ\0/, decompressed),
  binary('a 7-Zip archive', /^7z\xbc\xaf/, unpacked),
  binary('a tar archive', /^.{257}ustar/s, unpacked),
];

/** Null: nothing of these. */
export function recogniseOther({ bytes }: Pick<FileStart, 'bytes'>): OtherFormat | null {
  const start = bytes.toString('latin1', 0, 8_192);
  return signatures.find(({ pattern }) => pattern.test(start)) ?? null;
}

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

/** What a name says; null: nothing of these. */
export function otherByName(path: string): string | null {
  const ending = /\.([a-z0-9]+)(?:\.gz|\.zst)?$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formatsByEnding, ending) ? (formatsByEnding[ending] ?? null) : null;
}
