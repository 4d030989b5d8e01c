// Inspects files on the cluster in one pass: whether each of their lines is one record, and what else decides reading.
import { PathqlError } from '../../../errors.ts';
import { compressionByName } from '../../../files/compression.ts';
import type { DataFile } from '../../../files/resolve-path.ts';
import { fields } from '../../../kinds/csv/file-fault.ts';
import type { Relation } from '../connect/messages.ts';
import { type AskCluster, withoutPattern } from '../files/cluster-listing.ts';
import { pathInUri } from '../files/cluster-path.ts';
import { textLiteral } from '../plan/literals.ts';
import {
  carriageReturn,
  type LineSyntax,
  lineSql,
  quote,
  recordPattern,
  splitSql,
} from './record-lines.ts';

/** The lines of files as the column `value`, under an alias that SQL can read. */
export function linesRelation(files: readonly DataFile[], alias: string): Relation {
  const dataSource = {
    format: 'text',
    options: { lineSep: '\n', wholetext: 'false' },
    paths: files.map(({ version }) => withoutPattern(version.path)),
  };
  return { subqueryAlias: { input: { read: { dataSource } }, alias } };
}

export function overLines(query: string, files: readonly DataFile[]): Relation {
  const references = [linesRelation(files, 't0')];
  return { withRelations: { root: { sql: { query } }, references } };
}

export interface Inspection {
  readonly rowCount: number;
  readonly endsInCr: boolean;
  readonly hasQuotes: boolean;
}

/** What is to be found in every file, and counted. Numbers only: over texts Spark would sort the lines by file. */
const facts = ({ header, ...syntax }: FileSyntax) => {
  const delimiterBytes = `(octet_length(value) - octet_length(replace(value, ${textLiteral(syntax.delimiter)}, '')))`;
  const plainBytes = (syntax.width - 1) * Buffer.byteLength(syntax.delimiter);
  const isPlain = `(NOT contains(value, ${quote}) AND ${delimiterBytes} = ${plainBytes})`;
  const isHeader = header === null ? 'false' : isLineSql(header);
  return {
    lines: 'count(*)',
    bytes: 'sum(octet_length(value))',
    blank: `count_if(${isLineSql('')})`,
    ended: `count_if(endswith(value, ${carriageReturn}))`,
    returns: `sum(octet_length(value) - octet_length(replace(value, ${carriageReturn}, '')))`,
    nul: `count_if(contains(value, ${textLiteral('\0')}))`,
    undecodable: 'count_if(NOT is_valid_utf8(value))',
    quoted: `count_if(contains(value, ${quote}))`,
    longest: 'max(octet_length(value))',
    odd: `count_if(CASE WHEN ${isPlain} THEN false ELSE ${isOddSql(syntax)} END)`,
    headers: `count_if(${isHeader})`,
    first: 'min(CASE WHEN block = 0 THEN number END)',
    firstHeader: `min(CASE WHEN block = 0 AND ${isHeader} THEN number END)`,
  };
};

type FileSyntax = Pick<LineSyntax, 'delimiter' | 'width' | 'header'>;

/** Whether `value` is this line, however it ends. Cheaper than to cut off its end. */
function isLineSql(line: string): string {
  return `value IN (${textLiteral(line)}, ${textLiteral(`${line}\r`)})`;
}

const anyLine = lineSql({ endsInCr: true });

/** Whether `value` is neither blank nor a record. */
function isOddSql(syntax: Pick<LineSyntax, 'delimiter' | 'width'>): string {
  return `NOT (${anyLine} = '' OR ${anyLine} RLIKE ${textLiteral(recordPattern(syntax))})`;
}

/** In a file the numbers rise from line to line. */
const placedLines =
  'SELECT value, input_file_name() AS path, input_file_block_start() AS block, monotonically_increasing_id() AS number FROM t0';

type FileFacts = Readonly<Record<keyof ReturnType<typeof facts> | 'path', unknown>>;

interface Asking {
  readonly ask: AskCluster;
  readonly signal: AbortSignal;
}

const maxLineBytes = 16_000_000;

/** Rejects with csv_invalid, or not_on_spark for what the embedded engine may read. */
export async function inspectFiles(
  files: readonly DataFile[],
  syntax: FileSyntax,
  { ask, signal }: Asking,
): Promise<Inspection> {
  const list = Object.entries(facts(syntax)).map(([name, sql]) => `${sql} AS ${name}`);
  const query = `SELECT path, ${list.join(', ')} FROM (${placedLines}) GROUP BY path`;
  const found = (await ask(overLines(query, files), signal)) as readonly FileFacts[];
  const byPath = new Map(found.map((one) => [pathInUri(String(one.path)), one]));
  for (const file of files) {
    const own = byPath.get(file.version.path);
    if (own === undefined) throw emptyFile(file);
    assertReadable(file, own);
    if (Number(own.odd) > 0) throw await oddLineError(file, syntax, { found: own, ask, signal });
    assertHeader(file, own, syntax);
  }
  const count = (name: keyof FileFacts) => found.reduce((sum, one) => sum + Number(one[name]), 0);
  const headers = syntax.header === null ? 0 : files.length;
  const blank = syntax.width === 1 ? 0 : count('blank');
  return {
    rowCount: count('lines') - blank - headers,
    endsInCr: count('ended') > 0,
    hasQuotes: count('quoted') > 0,
  };
}

function emptyFile({ shownPath }: DataFile): PathqlError {
  const message = `The file '${shownPath}' is empty: expected a line with column names`;
  return new PathqlError('csv_invalid', message);
}

function assertReadable({ shownPath, version }: DataFile, found: FileFacts): void {
  const count = (name: keyof FileFacts) => Number(found[name]);
  const [lines, ended] = [count('lines'), count('ended')];
  const invalid = (words: string) =>
    new PathqlError('csv_invalid', `The file '${shownPath}' ${words}`);
  const unread = (words: string) => fileNotOnSpark(shownPath, words);
  if (count('nul') > 0) throw invalid('is not text: expected CSV, found binary data (NUL bytes)');
  if (count('undecodable') > 0)
    throw invalid(`is not UTF-8 in ${count('undecodable')} of its lines`);
  const mayEndWithout = isOpenEnded({ ...version, bytes: count('bytes'), lines }) ? 1 : 0;
  if (count('returns') > ended || (ended > 0 && ended < lines - mayEndWithout)) {
    throw unread('line ends of several kinds');
  }
  if (count('longest') > maxLineBytes) throw unread(`a line of more than ${maxLineBytes} bytes`);
}

/** Why the lines of a file are no records: fields that are missing or too many, or something that is not read here. */
async function oddLineError(
  file: DataFile,
  syntax: FileSyntax,
  { found, ask, signal }: Asking & { readonly found: FileFacts },
): Promise<PathqlError> {
  const split = splitSql({ ...syntax, hasQuotes: false });
  const odd = `SELECT ${anyLine} AS line, block, number FROM (${placedLines}) WHERE ${isOddSql(syntax)}`;
  const first = `SELECT left(line, 80) AS words, size(${split}) AS width, block, number FROM (${odd}) ORDER BY block, number LIMIT 1`;
  const [line = {}] = await ask(overLines(first, [file]), signal);
  const { block, number } = line;
  const before = `SELECT count_if(block < ${block} OR (block = ${block} AND number <= ${number})) AS lines FROM (${placedLines})`;
  const [place] = await ask(overLines(before, [file]), signal);
  const expected = fields(syntax.width);
  if (Number(found.quoted) === 0) {
    const message = `The file '${file.shownPath}', line ${place?.lines}: expected ${expected}, found ${fields(Number(line.width))}`;
    return new PathqlError('csv_invalid', message);
  }
  const count = Number(found.odd) === 1 ? 'one' : `the first of ${found.odd}`;
  return fileNotOnSpark(
    file.shownPath,
    `a line that is no whole record of ${expected}, as a line break in quotes makes it (line ${place?.lines}, ${count}, begins with '${String(line.words)}')`,
  );
}

function assertHeader(
  { shownPath }: DataFile,
  { first, firstHeader, headers }: FileFacts,
  { header }: FileSyntax,
): void {
  if (header === null) return;
  if (firstHeader === null || first !== firstHeader) {
    const words = `a header that is not that of the first file, '${header.slice(0, 80)}'`;
    throw fileNotOnSpark(shownPath, words);
  }
  if (Number(headers) > 1) throw fileNotOnSpark(shownPath, 'a record that repeats the header');
}

interface FileExtent {
  readonly path: string;
  /** Of the file. */
  readonly size: number;
  /** Of its lines, without line feeds. */
  readonly bytes: number;
  readonly lines: number;
}

const markBytes = 3;

/** Whether the last line has no line feed. A byte order mark is in none of the lines. */
function isOpenEnded({ path, size, bytes, lines }: FileExtent): boolean {
  if (compressionByName(path) !== 'none') return false;
  const rest = size - bytes - (lines - 1);
  return rest === 0 || rest === markBytes;
}

/** Names the file, and what it has that is not read here. */
export function fileNotOnSpark(shownPath: string, words: string): PathqlError {
  const message = `A file with ${words}, such as '${shownPath}', cannot be read on Spark yet. The embedded engine (ENGINE=duckdb) reads more kinds of files, and names the line of a fault`;
  return new PathqlError('not_on_spark', message);
}
