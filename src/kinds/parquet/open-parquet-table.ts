// Opens Parquet files as one table: footers read and compared, and what engines would bend in silence looked for.
import { parquetSchema } from 'hyparquet';
import { PathqlError } from '../../errors.ts';
import { AvoidableError } from '../shared/avoidable-error.ts';
import { notReadable } from '../shared/bytes/open-file.ts';
import { assertFewColumns, columnNames } from '../shared/column-names.ts';
import { joinNeighbours } from '../shared/join-neighbours.ts';
import type { GivenOptions } from '../shared/options/read-options-by.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { tableLabels } from '../shared/table-labels.ts';
import { checkFooter } from './check-footer.ts';
import { checkLevels } from './check-levels.ts';
import { checkPages } from './check-pages.ts';
import { checkTimes } from './check-times.ts';
import { shapeOf } from './column-type.ts';
import { leafDepths } from './leaf-depths.ts';
import { type ParquetBytes, withParquetBytes } from './parquet-bytes.ts';
import { parquetFault } from './parquet-fault.ts';
import type { ParquetGroup, ParquetTable } from './parquet-table.ts';
import { readFooter } from './read-footer.ts';
import { type ParquetOptions, readParquetOptions } from './read-options.ts';

interface ReadFile {
  readonly file: SourceFile;
  readonly rowCount: number;
  /** Names as SQL can tell them apart. */
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/** Rejects with file_invalid, read_option_invalid or file_not_readable, or with the reason of the signal. */
export async function openParquetTable(
  files: readonly SourceFile[],
  given: GivenOptions | null,
  signal: AbortSignal,
): Promise<ParquetTable> {
  const options = readParquetOptions(given);
  const read: ReadFile[] = [];
  for (const file of files) read.push(await readFile(file, options, signal));
  const columns = tableColumns(read, options);
  const labels = tableLabels(read, options);
  const groups = read.map(({ file, columns: own }, position): ParquetGroup => {
    return { files: [file], columns: own, labels: labels.ofFiles[position] ?? new Map() };
  });
  return {
    columns,
    labels: labels.columns,
    groups: joinNeighbours(groups, keyOf, joined),
    rowCount: read.reduce((sum, { rowCount }) => sum + rowCount, 0),
    options,
  };
}

function readFile(
  file: SourceFile,
  { truncateNanoseconds = false }: ParquetOptions,
  signal: AbortSignal,
): Promise<ReadFile> {
  return withParquetBytes(file, signal, (bytes) =>
    readContent(file, bytes, truncateNanoseconds).catch((cause: unknown) => {
      if (cause instanceof PathqlError || signal.aborted) throw cause;
      if (cause instanceof Error && 'syscall' in cause) throw notReadable(file, cause);
      throw parquetFault(
        file,
        'is damaged: expected the parts of a Parquet file, found others',
        cause,
      );
    }),
  );
}

async function readContent(
  file: SourceFile,
  bytes: ParquetBytes,
  truncateNanoseconds: boolean,
): Promise<ReadFile> {
  const footer = await readFooter(file, bytes);
  const fields = parquetSchema(footer).children;
  const depths = leafDepths(fields);
  checkFooter(file, footer, depths);
  const columns = columnNames(fields.map(({ element }) => element.name));
  if (columns.length === 0) throw parquetFault(file, 'has no columns');
  assertFewColumns(file, columns.length);
  if (columns.some((name) => name.includes('\0'))) {
    throw parquetFault(file, 'has a column with NUL in its name, which cannot be named in a query');
  }
  const shapes = fields.map(shapeOf);
  const faulty = shapes.findIndex(({ fault }) => fault !== null);
  if (faulty !== -1) {
    const { fault } = shapes[faulty] ?? {};
    throw parquetFault(file, `cannot be read: its column '${columns[faulty]}' ${fault}`);
  }
  const checked = { file, bytes, footer };
  await checkPages(checked);
  await checkLevels(checked, depths);
  const coarse = shapes.flatMap((shape) => shape.coarse);
  await checkTimes(checked, { paths: new Set(coarse), truncateNanoseconds });
  const types = shapes.map(({ type }) => type);
  return { file, rowCount: Number(footer.num_rows), columns, types };
}

/** Engines convert what the second file holds to the types of the first, and leave out columns that it does not have. */
function tableColumns(files: readonly ReadFile[], { unionByName }: ParquetOptions): string[] {
  const [first, ...others] = files;
  if (first === undefined) throw new PathqlError('file_not_found', 'There is no file to read');
  const known = new Map<string, { name: string; type: string; file: SourceFile }>();
  for (const { file, columns, types } of files) {
    for (const [position, name] of columns.entries()) {
      const type = types[position] ?? '';
      const before = known.get(name.toLowerCase());
      if (before === undefined) known.set(name.toLowerCase(), { name, type, file });
      else if (before.type !== type) {
        const difference = `column '${name}' is ${before.type} in '${before.file.shownPath}' and ${type} in '${file.shownPath}'`;
        const message = `The files of one table must have the same types: ${difference}`;
        throw new PathqlError('file_invalid', message);
      }
    }
  }
  if (unionByName) return [...known.values()].map(({ name }) => name);
  for (const other of others) assertSameNames(first, other);
  return [...first.columns];
}

function assertSameNames(first: ReadFile, other: ReadFile): void {
  const position = other.columns.findIndex((name, index) => name !== first.columns[index]);
  if (position === -1 && first.columns.length === other.columns.length) return;
  const [one, two] = [first.file.shownPath, other.file.shownPath];
  const difference =
    first.columns.length !== other.columns.length
      ? `'${one}' has ${first.columns.length}, '${two}' has ${other.columns.length}`
      : `column ${position + 1} is '${first.columns[position]}' in '${one}' and '${other.columns[position]}' in '${two}'`;
  const message = `The files of one table must have the same columns: ${difference}`;
  const words = 'To put them together by name';
  throw new AvoidableError('file_invalid', message, { words, options: [{ union_by_name: true }] });
}

function joined(one: ParquetGroup, next: ParquetGroup): ParquetGroup {
  return { ...one, files: [...one.files, ...next.files] };
}

/** Groups with the same key are read alike. */
function keyOf({ columns, labels }: ParquetGroup): string {
  return JSON.stringify([columns, [...labels]]);
}
