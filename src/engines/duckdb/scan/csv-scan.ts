// Writes the SQL that reads the files of a table: every option of read_csv said, every column with its type.
import type { CsvTable, FileGroup } from '../../../kinds/csv/csv-table.ts';
import type { ReadOptions } from '../../../kinds/csv/read-options.ts';
import type { ColumnType } from '../../../kinds/shared/types/table-column.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import { exactValueSql, isReadAs, sqlTypeName } from './exact-type-sql.ts';
import { givenValueSql, isGivenReadAs } from './given-type-sql.ts';
import { globSafe } from './glob-safe.ts';

/** SELECT of the columns of a table, from its files. */
export function typedScan(table: CsvTable): string {
  const columns = table.columns.map(({ name, type }, position) => {
    return `${valueSql(fieldName(position), type, table.options)} AS ${identifier(name)}`;
  });
  return `SELECT ${columns.join(', ')} FROM ${fieldScan(table)}`;
}

/** What a field is called in `fieldScan`, whatever its header. */
function fieldName(position: number): string {
  return `f${position}`;
}

/** SQL of the value of a field as `fieldScan` reads it. */
function valueSql(field: string, type: ColumnType, options: ReadOptions): string {
  return type.kind === 'given'
    ? givenValueSql(field, type.name, options)
    : exactValueSql(field, type);
}

/** What `fieldScan` gives a field as. */
function fieldType(type: ColumnType, options: ReadOptions): string {
  if (type.kind === 'given') return isGivenReadAs(type.name, options) ? type.name : 'VARCHAR';
  return isReadAs(type) ? sqlTypeName(type) : 'VARCHAR';
}

/** A FROM item whose columns are `f0`, `f1`, …: NULL for empty fields. */
function fieldScan(table: CsvTable): string {
  const [only] = table.groups;
  if (table.groups.length === 1 && only?.labels.size === 0) return readCsv(only, table);
  const parts = table.groups.map((group) => {
    return `SELECT ${columnsOf(table, group)} FROM ${readCsv(group, table)}`;
  });
  return `(${parts.join(' UNION ALL ')})`;
}

function columnsOf({ columns, options }: CsvTable, group: FileGroup): string {
  const positions = new Map(group.columns.map((name, position) => [name.toLowerCase(), position]));
  return columns
    .map(({ name, type }, position) => {
      const own = positions.get(name.toLowerCase());
      const label = group.labels.get(name) ?? null;
      const constant = label === null ? 'NULL' : literal(label);
      const value = own === undefined ? constant : fieldName(own);
      return `CAST(${value} AS ${fieldType(type, options)}) AS ${fieldName(position)}`;
    })
    .join(', ');
}

/**
 * DuckDB's own strictness is off, as the files were scanned: it would take a line break in a quoted header for the
 * line end of the file.
 */
function readCsv(group: FileGroup, { columns, options }: CsvTable): string {
  const { dialect, lineEnd, compression, canBeginAnywhere, maxBytes } = group;
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]));
  const fields = group.columns.map((name, position) => {
    const type = types.get(name.toLowerCase());
    return `${fieldName(position)}: ${literal(type ? fieldType(type, options) : 'VARCHAR')}`;
  });
  const recordLimit = recordLimitOf(group);
  // DuckDB begins anew after each `max_line_size` bytes of a file. DESIGN.md says what goes wrong there.
  const canBeShared = canBeginAnywhere || maxBytes < recordLimit;
  const settings: Record<string, string> = {
    auto_detect: 'false',
    columns: `{${fields.join(', ')}}`,
    delim: literal(dialect.delimiter),
    quote: literal(dialect.quote),
    escape: literal(dialect.quote),
    new_line: literal(lineEndNames[lineEnd]),
    comment: "''",
    header: String(dialect.hasHeader),
    skip: String(dialect.skippedLines),
    nullstr: `[${['', ...group.nullTexts].map(literal).join(', ')}]`,
    encoding: "'utf-8'",
    compression: literal(compression),
    strict_mode: 'false',
    parallel: String(canBeShared),
    max_line_size: String(recordLimit),
    buffer_size: String(2 * recordLimit),
  };
  const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const paths = group.files.map(({ path }) => literal(globSafe(path)));
  return `read_csv([${paths.join(', ')}], ${list.join(', ')})`;
}

/** As DuckDB spells them. */
const lineEndNames: Readonly<Record<FileGroup['lineEnd'], string>> = {
  '\n': '\\n',
  '\r\n': '\\r\\n',
  '\r': '\\r',
};

/** Also what one thread reads at a time: enough of them keep all threads busy to the end. */
const usualRecordLimit = 4_000_000;
/** So much is read by one thread rather than divided. */
const undividedBytes = 32_000_000;
const smallFileBytes = 500_000;

/** No record is longer than its file; a small file needs no buffer that takes milliseconds to prepare. */
function recordLimitOf({ canBeginAnywhere, maxBytes, longestRecord }: FileGroup): number {
  const most = canBeginAnywhere ? usualRecordLimit : undividedBytes;
  const usual = Math.min(most, Math.max(smallFileBytes, maxBytes + 1));
  return Math.max(usual, longestRecord + 1);
}
