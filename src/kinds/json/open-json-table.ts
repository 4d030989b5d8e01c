// Opens JSON files as one table: every byte scanned, the keys of all objects made columns, types found.
import { compressionOf } from '../shared/bytes/file-bytes.ts';
import type { CleanCopies, CleanCopy } from '../shared/clean-copies.ts';
import { assertFewColumns, columnNames } from '../shared/column-names.ts';
import { joinNeighbours } from '../shared/join-neighbours.ts';
import type { GivenOptions } from '../shared/options/read-options-by.ts';
import type { SourceFile } from '../shared/source-file.ts';
import { tableLabels } from '../shared/table-labels.ts';
import { type ColumnFacts, joinedFacts } from './column-facts.ts';
import { jsonFault } from './json-fault.ts';
import type { JsonColumn, JsonGroup, JsonTable } from './json-table.ts';
import { type JsonOptions, readJsonOptions } from './read-options.ts';
import type { JsonFindings } from './record-reader.ts';
import { scanJson } from './scan-json.ts';
import { writeCopy } from './write-copy.ts';

export interface JsonReading {
  readonly copies: CleanCopies;
  readonly signal: AbortSignal;
}

interface ScannedFile {
  readonly file: SourceFile;
  readonly findings: JsonFindings;
  readonly columns: readonly string[];
}

const defaultMaxRecordBytes = 16_000_000;

/** Rejects with file_invalid, read_option_invalid or file_not_readable, or with the reason of the signal. */
export async function openJsonTable(
  files: readonly SourceFile[],
  given: GivenOptions | null,
  { copies, signal }: JsonReading,
): Promise<JsonTable> {
  const options = readJsonOptions(given);
  const scanned: ScannedFile[] = [];
  for (const file of files) {
    const findings = await scanJson(scanOf(file, options, signal));
    scanned.push({ file, findings, columns: findings.columns.map(({ name }) => name) });
  }
  const facts = joinedFacts(scanned.map(({ findings }) => findings));
  const columns = columnsOf(facts);
  assertColumns(files, columns);
  const labels = tableLabels(scanned, options);
  const isCopied = mustCopy(scanned, facts, columns);
  const made: CleanCopy[] = [];
  const groups = scanned.map(({ file, findings }, position): JsonGroup => {
    const { layout, longestRecord } = findings;
    const compression = options.compression ?? compressionOf(file);
    const own = { labels: labels.ofFiles[position] ?? new Map(), longestRecord };
    if (!isCopied) return { files: [file], layout, compression, ...own, isCopy: false };
    const copy = planCopy(file, { columns: byKey(facts, columns), options, copies });
    made.push(copy);
    const clean = { layout: 'lines', compression: 'none' } as const;
    // Each escape of a text in a text doubles it.
    const longest = { longestRecord: 2 * longestRecord + 8 * columns.length };
    return { files: [{ ...file, path: copy.path }], ...clean, ...own, ...longest, isCopy: true };
  });
  return {
    columns,
    labels: labels.columns,
    groups: joinNeighbours(groups, keyOf, joined),
    rowCount: scanned.reduce((sum, { findings }) => sum + findings.records, 0),
    copies: made,
  };
}

function scanOf(file: SourceFile, options: JsonOptions, signal: AbortSignal) {
  const { compression = compressionOf(file), maxRecordBytes = defaultMaxRecordBytes } = options;
  return { file, compression, maxRecordBytes, signal };
}

function columnsOf(facts: readonly ColumnFacts[]): JsonColumn[] {
  const names = columnNames(facts.map(({ name }) => name));
  return facts.map(({ type }, place) => ({ name: names[place] ?? '', type }));
}

function assertColumns(files: readonly SourceFile[], columns: readonly JsonColumn[]): void {
  const [file] = files;
  if (file === undefined) throw new Error('A table without files');
  assertFewColumns(file, columns.length);
  if (columns.length > 0) return;
  throw jsonFault(file, ' has no columns: expected objects with keys, found none');
}

/** Engines tell keys apart as they do columns, know no empty one, and read some numbers with other digits. */
function mustCopy(
  scanned: readonly ScannedFile[],
  facts: readonly ColumnFacts[],
  columns: readonly JsonColumn[],
): boolean {
  return (
    scanned.some(({ findings }) => findings.hasByteOrderMark) ||
    columns.some(({ name, type }, place) => type.isBent || name !== facts[place]?.name)
  );
}

function byKey(facts: readonly ColumnFacts[], columns: readonly JsonColumn[]) {
  const places = facts.map(({ name: key }, place) => {
    const { name, type } = columns[place] as JsonColumn;
    return [key, { name, type, place }] as const;
  });
  return new Map(places);
}

function planCopy(
  file: SourceFile,
  {
    columns,
    options,
    copies,
  }: { columns: ReturnType<typeof byKey>; options: JsonOptions; copies: CleanCopies },
) {
  return copies.plan((path, signal) =>
    writeCopy({ ...scanOf(file, options, signal), columns }, path),
  );
}

function joined(one: JsonGroup, next: JsonGroup): JsonGroup {
  const longestRecord = Math.max(one.longestRecord, next.longestRecord);
  return { ...one, longestRecord, files: [...one.files, ...next.files] };
}

/** Groups with the same key are read alike. */
function keyOf({ layout, compression, labels }: JsonGroup): string {
  return JSON.stringify([layout, compression, [...labels]]);
}
