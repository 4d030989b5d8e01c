// Opens the files behind one reference as a table on the cluster: finds how they are written, and inspects them.
import { fileKinds } from '../../../files/file-kinds.ts';
import type { DataFile } from '../../../files/resolve-path.ts';
import type { HeaderReading } from '../../../kinds/csv/header/header.ts';
import { readGivenOptions } from '../../../kinds/csv/read-options.ts';
import { namesOf } from '../../../kinds/csv/table-columns.ts';
import { contentOf } from '../../../kinds/recognise/file-content.ts';
import { assertNoOther, otherNamed } from '../../../kinds/recognise/recognise-files.ts';
import { assertFewColumns } from '../../../kinds/shared/column-names.ts';
import type { SourceFile } from '../../../kinds/shared/source-file.ts';
import {
  commonTypes,
  everyType,
  narrowestType,
  type TextTypes,
  typesOfText,
} from '../../../kinds/shared/types/column-types.ts';
import type { ExactType } from '../../../kinds/shared/types/exact-types.ts';
import type { FileReference } from '../../../sql/file-reference.ts';
import type { TableOpening } from '../../engine-driver.ts';
import type { AskCluster } from '../files/cluster-listing.ts';
import { notOnSpark } from '../plan/plan-node.ts';
import { firstLines, headerLine, readFirstLines } from './first-lines.ts';
import { inspectFiles } from './inspect-files.ts';
import { type LineSyntax, splitLine } from './record-lines.ts';
import { SparkTable } from './spark-table.ts';

/** Options of read_csv that change nothing but what is known here. */
const knownOptions: ReadonlySet<string> = new Set([
  ...['delim', 'sep', 'header', 'names', 'column_names', 'all_varchar'],
]);

/** Rejects with csv_invalid, read_option_invalid or not_on_spark. */
export async function openSparkTable(
  { files, kind, options: given, signal }: TableOpening,
  ask: AskCluster,
): Promise<SparkTable> {
  if (kind !== 'csv') throw notOnSpark(`Reading ${fileKinds[kind].name} files`);
  assertKnownOptions(given);
  const [first] = files;
  if (first === undefined) throw new Error('A table without files');
  const options = readGivenOptions(given);
  const lines = await firstLines(first, ask, signal);
  if (given === null) assertCsv(lines, files);
  const reading = await readFirstLines(lines, { first, options, signal });
  const names = namesOf(reading, options);
  assertFewColumns(reading.file, names.length);
  const header = reading.dialect.hasHeader ? headerLine(lines) : null;
  const { delimiter } = reading.dialect;
  const syntax = { delimiter, width: names.length, header };
  const { rowCount, endsInCr, hasQuotes } = await inspectFiles(files, syntax, { ask, signal });
  const areTexts = options.allVarchar === true;
  const records = header === null ? lines : lines.slice(1);
  const types = areTexts
    ? names.map((): ExactType => ({ name: 'VARCHAR', scale: 0 }))
    : guessTypes(records, syntax);
  return new SparkTable({
    files,
    names,
    syntax: { ...syntax, endsInCr, hasQuotes },
    types,
    areTexts,
    rowCount,
    warnings: reading.isHeaderGuessed ? [await guessWarning(reading)] : [],
  });
}

/** By how the first file begins, and by the names of all. */
function assertCsv(lines: readonly Buffer[], files: readonly DataFile[]): void {
  const bytes = Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]));
  const sources = files.map(({ version: { path }, shownPath }) => ({ path, shownPath }));
  const [first] = sources as [SourceFile];
  const content = contentOf({ bytes, compression: 'none', fault: null }, first);
  assertNoOther({ ...first, compression: 'none', content });
  if (content.kind !== null) throw notOnSpark(`Reading ${fileKinds[content.kind].name} files`);
  for (const file of sources) {
    const named = otherNamed({ ...file, content });
    if (named !== null) throw named;
  }
}

/** Other calls are not tried: each would be a job of the cluster. */
async function guessWarning(reading: HeaderReading): Promise<string> {
  const { headerGuess } = await import('../../../kinds/csv/advice/header-warning.ts');
  return `${headerGuess([reading])}. The option header of read_csv says which`;
}

function assertKnownOptions(given: FileReference['options']): void {
  for (const name of given?.keys() ?? []) {
    if (!knownOptions.has(name)) throw notOnSpark(`The option ${name} of read_csv`);
  }
}

/** The narrowest type of each column in these records. Each is split once: there may be thousands of columns. */
function guessTypes(
  records: readonly Buffer[],
  { delimiter, width }: Pick<LineSyntax, 'delimiter' | 'width'>,
): ExactType[] {
  const types: TextTypes[] = Array.from({ length: width }, () => everyType);
  for (const record of records) {
    const fields = splitLine(record.toString().replace(/\r$/, ''), delimiter) ?? [];
    for (const [position, before] of types.entries()) {
      const text = fields[position] ?? '';
      if (text !== '') types[position] = commonTypes(before, typesOfText(text, before.bits));
    }
  }
  return types.map(narrowestType);
}
