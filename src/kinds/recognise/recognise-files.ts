// Decides how the files of one table are read: as a call says, else by what they hold, else by their names.
import { PathqlError } from '../../errors.ts';
import type { Compression } from '../../files/compression.ts';
import { type FileKind, fileKinds, isJson, kindByName, oneKind } from '../../files/file-kinds.ts';
import { CrawlThrottle } from '../../files/folder-entries.ts';
import { literal } from '../../text/sql-text.ts';
import { readFileStart } from '../shared/bytes/file-start.ts';
import type { FaultyFile } from '../shared/faulty-file.ts';
import { compressionName } from '../shared/options/option-kinds.ts';
import type { GivenOptions } from '../shared/options/read-options-by.ts';
import { otherFormat } from '../shared/other-format.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { contentOf, type FileContent } from './file-content.ts';
import { otherByName, readable } from './other-formats.ts';

export interface FilesAsked {
  readonly files: readonly SourceFile[];
  /** Paths and patterns as the user wrote them. */
  readonly written: readonly string[];
  /** That a call reads them as; null: they tell themselves. */
  readonly calledKind: FileKind | null;
  readonly options: GivenOptions | null;
  readonly signal: AbortSignal | undefined;
}

export interface Recognised {
  readonly kind: FileKind;
  /** In their order. */
  readonly files: readonly RecognisedFile[];
  /** A sentence for each. */
  readonly warnings: readonly string[];
}

export interface RecognisedFile extends SourceFile {
  readonly compression: Compression;
  readonly content: FileContent;
}

/** Rejects with csv_invalid for what no reader takes, with file_not_allowed for files of different kinds. */
export async function recogniseFiles(asked: FilesAsked): Promise<Recognised> {
  const files = await contentsOf(asked);
  const calledKind = asked.calledKind ?? kindOfOptions(asked);
  if (calledKind === null) return { kind: await kindOfAll(files, asked), files, warnings: [] };
  for (const file of files) assertCalled(file, calledKind, asked);
  return { kind: calledKind, files, warnings: warningsOf(files, calledKind) };
}

const optionsOfAnyKind: ReadonlySet<string> = new Set([
  ...['compression', 'filename', 'hive_partitioning', 'union_by_name'],
]);

/** Options beside the query are those of read_csv: where no name says another kind, they say that it is CSV. */
function kindOfOptions({ files, options }: FilesAsked): 'csv' | null {
  const isSaid = [...(options?.keys() ?? [])].some((name) => !optionsOfAnyKind.has(name));
  const mayBeCsv = files.every(({ shownPath }) => (kindByName(shownPath) ?? 'csv') === 'csv');
  return isSaid && mayBeCsv ? 'csv' : null;
}

async function contentsOf({ files, options, signal }: FilesAsked): Promise<RecognisedFile[]> {
  const given = compressionName.read(options?.get('compression')?.value);
  const pace = new CrawlThrottle(signal);
  const found: RecognisedFile[] = [];
  for (const file of files) {
    if (pace.count()) await pace.pause();
    const start = await readFileStart(file, given as Compression | undefined);
    found.push({ ...file, compression: start.compression, content: contentOf(start, file) });
  }
  return found;
}

async function kindOfAll(files: readonly RecognisedFile[], asked: FilesAsked): Promise<FileKind> {
  for (const file of files) await assertReadable(file, asked);
  const filled = files.filter(({ content }) => !content.isBlank);
  const known = filled.length > 0 ? filled : files.slice(0, 1);
  const kind = oneKind(known.map((file) => ({ ...file, kind: kindOf(file) })));
  // The name of a log is that of whatever programs write.
  const isOther = kind === 'log' && !files.some(({ content }) => content.kind === 'log');
  return isOther ? 'csv' : kind;
}

function kindOf({ shownPath, content }: RecognisedFile): FileKind {
  const named = kindByName(shownPath);
  if (content.kind === null) return named ?? 'csv';
  return isJson(content.kind) && isJson(named) ? named : content.kind;
}

async function assertReadable(file: RecognisedFile, asked: FilesAsked): Promise<void> {
  if (!isSaidToBeText(file, asked)) assertNoOther(file);
  const error = asked.options === null ? otherNamed(file) : null;
  if (error === null) return;
  const { withSuggestion } = await import('../csv/advice/suggest-reading.ts');
  throw await withSuggestion({ error, table: asked, given: null, signal: asked.signal });
}

/** Bytes that an encoding makes letters of may be those that begin another format. */
function isSaidToBeText({ content: { kind, other } }: RecognisedFile, asked: FilesAsked): boolean {
  const isBinary = kind === 'parquet' || other?.isText === false;
  return isBinary && asked.options?.has('encoding') === true;
}

/** Of a file whose bytes do not tell: the error for a name that says what is not read. */
export function otherNamed(
  file: Pick<RecognisedFile, 'path' | 'shownPath' | 'content'>,
): FaultyFile | null {
  const named = file.content.kind === null ? otherByName(file.shownPath) : null;
  if (named === null) return null;
  return otherFormat(file, ` is ${named} by its name: expected ${readable}`);
}

/** Throws csv_invalid. */
export function assertNoOther({
  shownPath,
  compression,
  content: { kind, other },
}: RecognisedFile): void {
  if (other !== null) {
    throw invalid(shownPath, `is ${other.name}, as its first bytes show. ${other.wayOut}`);
  }
  if (kind !== 'parquet' || compression === 'none') return;
  const words = `is Parquet that is compressed by ${compression} as a whole. Decompress it first: Parquet is compressed inside`;
  throw invalid(shownPath, words);
}

/** What else a file may be, the reader that is called tells itself. */
function assertCalled(file: RecognisedFile, called: FileKind, asked: FilesAsked): void {
  if (isSaidToBeText(file, asked)) return;
  const { shownPath, content } = file;
  const { kind, other } = content;
  if (other?.isText !== true || called === 'parquet') assertNoOther(file);
  if (kind === null || kind === called || (kind !== 'parquet' && called !== 'parquet')) return;
  const words = `is ${fileKinds[kind].name}, as its first bytes show: expected ${fileKinds[called].name}. ${callFor(kind, shownPath)}`;
  throw invalid(shownPath, words);
}

function warningsOf(files: readonly RecognisedFile[], called: FileKind): string[] {
  const file = files.find(({ content }) => isJson(content.kind));
  if (called !== 'csv' || file === undefined) return [];
  return [`The file '${file.shownPath}' begins as JSON, and is read as CSV, as asked`];
}

function callFor(kind: FileKind, path: string): string {
  const { name, readers } = fileKinds[kind];
  return `To read it as ${name}: ${readers[0]}(${literal(path)})`;
}

function invalid(shownPath: string, words: string): PathqlError {
  return new PathqlError('csv_invalid', `The file '${shownPath}' ${words}`);
}
