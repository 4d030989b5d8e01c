// Opens the files behind one reference as a table on the cluster: finds how they are written, and inspects them.
import { fileKinds } from '../../../files/file-kinds.ts';
import { readGivenOptions } from '../../../kinds/csv/read-options.ts';
import { namesOf } from '../../../kinds/csv/table-columns.ts';
import { assertFewColumns } from '../../../kinds/shared/column-names.ts';
import { refuseOtherFormat } from '../../../kinds/shared/other-format.ts';
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
  if (given === null) {
    for (const { version, shownPath } of files)
      refuseOtherFormat({ path: version.path, shownPath });
  }
  const options = readGivenOptions(given);
  const lines = await firstLines(first, ask, signal);
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
  });
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
