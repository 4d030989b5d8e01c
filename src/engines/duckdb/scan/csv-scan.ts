// Writes the SQL that reads a table: its fields as text, every option of read_csv said, or with the types of its columns.
import type { CsvTable, FileGroup } from '../../../csv/csv-table.ts';
import type { ReadOptions } from '../../../csv/read-options.ts';
import type { ExactType } from '../../../csv/types/exact-types.ts';
import { identifier, literal } from '../../../sql-text.ts';
import { type ValueErrorKind, valueErrorSql } from '../errors/error-marks.ts';
import { castSql, verifiedSql } from './exact-type-sql.ts';
import { givenSql } from './given-type-sql.ts';

export interface ColumnTypes {
  readonly columns: readonly ExactType[];
  /** False: a later row may hold a value that is not exact in its column's type. */
  readonly areFromAllRows: boolean;
}

/** A table whose columns have their types. */
export interface TypedTable {
  /** Told by the errors of its scan. */
  readonly id: number;
  readonly csv: CsvTable;
  readonly types: ColumnTypes;
}

/** SELECT that stops with an error for `readValueError` at a value that is not exact in its column's type. */
export function typedScan({ id, csv, types }: TypedTable): string {
  const columns = csv.columns.map((name, position) => {
    const s = fieldName(position);
    const given = csv.givenTypes[position] ?? null;
    const type = types.columns[position] ?? { name: 'VARCHAR', scale: 0 };
    const stop = (kind: ValueErrorKind) => valueErrorSql({ kind, tableId: id, position }, s);
    return `${valueSql()} AS ${identifier(name)}`;

    function valueSql(): string {
      if (given !== null) return givenSql(s, given, csv.options);
      return types.areFromAllRows ? castSql(s, type) : verifiedSql(s, type, stop('inferred'));
    }
  });
  return `SELECT ${columns.join(', ')} FROM ${textScan(csv)}`;
}

/**
 * SELECT of a table that holds the rows of `typedScan`. A column without any value stays without a type, so that
 * it compares with everything; stored, it has become INTEGER.
 */
export function storedScan({ csv, types }: TypedTable, relation: string): string {
  const columns = csv.columns.map((name, position) => {
    const isUntyped = types.columns[position]?.name === 'NULL' && !hasGivenType(csv, position);
    return isUntyped ? `NULL AS ${identifier(name)}` : identifier(name);
  });
  return `SELECT ${columns.join(', ')} FROM ${relation}`;
}

export function hasGivenType(table: CsvTable, position: number): boolean {
  return (table.givenTypes[position] ?? null) !== null;
}

const defaultMaxLineBytes = 16_000_000;
const smallFileBytes = 500_000;

/** What a field is called in `textScan`, whatever its header. */
export function fieldName(position: number): string {
  return `f${position}`;
}

/** A FROM item whose columns are `f0`, `f1`, …: texts, or NULL for empty ones. */
export function textScan(table: CsvTable): string {
  const [only] = table.groups;
  if (table.groups.length === 1 && only !== undefined) return readCsv(only, table.options);
  const parts = table.groups.map(
    (group) => `SELECT ${columnsOf(table, group)} FROM ${readCsv(group, table.options)}`,
  );
  return `(${parts.join(' UNION ALL ')})`;
}

function columnsOf(table: CsvTable, group: FileGroup): string {
  const positions = new Map(group.columns.map((name, position) => [name.toLowerCase(), position]));
  return table.columns
    .map((name, position) => {
      const own = positions.get(name.toLowerCase());
      return `${own === undefined ? 'NULL::VARCHAR' : fieldName(own)} AS ${fieldName(position)}`;
    })
    .join(', ');
}

/** A FROM item that also fills the temporary tables `errors` and `scans` with the records it leaves out. */
export function rejectingScan(
  table: CsvTable,
  { errors, scans }: { readonly errors: string; readonly scans: string },
): string {
  const rejects = {
    store_rejects: 'true',
    rejects_limit: '0',
    rejects_table: literal(errors),
    rejects_scan: literal(scans),
  };
  const files = table.groups.map((group) => {
    return `SELECT count(*) FROM ${readCsv(group, table.options, rejects)}`;
  });
  return `(${files.join(' UNION ALL ')})`;
}

function readCsv(
  group: FileGroup,
  options: ReadOptions,
  rejects: Readonly<Record<string, string>> = {},
): string {
  const { dialect } = group;
  const maxLineBytes = options.maxLineBytes ?? lineLimitOf(group);
  const columns = group.columns.map((_, position) => `${fieldName(position)}: 'VARCHAR'`);
  const settings: Record<string, string> = {
    auto_detect: 'false',
    columns: `{${columns.join(', ')}}`,
    delim: literal(dialect.delimiter),
    quote: literal(dialect.quote),
    escape: literal(dialect.escapedBy),
    comment: literal(options.comment ?? ''),
    header: String(dialect.hasHeader),
    skip: String(dialect.skippedLines),
    nullstr: `[${['', ...(options.nullTexts ?? [])].map(literal).join(', ')}]`,
    encoding: literal(dialect.encoding),
    compression: literal(group.compression),
    null_padding: String(options.nullPadding ?? false),
    ignore_errors: String(options.ignoreErrors ?? false),
    strict_mode: String(options.strictMode ?? true),
    parallel: String(group.scanMode === 'parallel'),
    max_line_size: String(maxLineBytes),
    buffer_size: String(2 * Math.max(lineLimitOf(group), maxLineBytes)),
    ...rejects,
  };
  const list = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const paths = group.files.map(({ path }) => literal(globSafe(path)));
  return `read_csv([${paths.join(', ')}], ${list.join(', ')})`;
}

/** No line is longer than its file; a small file needs no buffer that takes milliseconds to prepare. */
function lineLimitOf({ maxBytes }: FileGroup): number {
  return Math.min(defaultMaxLineBytes, Math.max(smallFileBytes, maxBytes + 1));
}

/** DuckDB takes `*`, `?` and `[` in a path for a pattern. */
function globSafe(path: string): string {
  return path.replace(/[*?[]/g, '[$&]');
}
