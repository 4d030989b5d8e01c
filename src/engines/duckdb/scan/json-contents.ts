// Tells what JSON files hold, as DuckDB reads them.
import type { JsonColumnType } from '../../../kinds/json/column-facts.ts';
import type { JsonColumn, JsonGroup, JsonTable } from '../../../kinds/json/json-table.ts';
import { openJsonTable } from '../../../kinds/json/open-json-table.ts';
import type { JsonLayout } from '../../../kinds/json/record-reader.ts';
import { copiedKey } from '../../../kinds/json/write-copy.ts';
import type { CleanCopies } from '../../../spool/clean-copies.ts';
import { identifier, literal } from '../../../text/sql-text.ts';
import type { TableOpening } from '../../engine-driver.ts';
import { sourceFiles } from '../source-files.ts';
import { type ContentColumn, type TableContents, wholeColumns } from '../table-contents.ts';
import { columnOf, packedIn } from './csv-contents.ts';
import { exactValueSql, sqlTypeName } from './exact-type-sql.ts';
import { globSafe } from './glob-safe.ts';
import { labelColumns } from './label-sql.ts';

export async function jsonContents(
  opening: TableOpening,
  copies: CleanCopies,
): Promise<TableContents> {
  const { options, signal } = opening;
  const table = await openJsonTable(sourceFiles(opening), options, { copies, signal });
  const columns = [...table.columns.map(ownColumn), ...table.labels.map(columnOf)];
  const scan = table.groups.map((group) => groupScan(group, table)).join(' UNION ALL ');
  return {
    names: columns.map(({ name }) => name),
    rowCount: table.rowCount,
    columns: wholeColumns(columns, scan, { copies, made: table.copies }),
    isRewritten: table.copies.length > 0,
    packed: table.groups.flatMap(packedIn),
    dialects: [],
    warnings: [],
  };
}

function ownColumn({ name, type }: JsonColumn): ContentColumn {
  return { name, type: type.name === 'NULL' ? null : typeName(type) };
}

function typeName({ name, scale }: JsonColumnType): string {
  return name === 'JSON' ? name : sqlTypeName({ name, scale });
}

const formats: Readonly<Record<JsonLayout, string>> = {
  lines: 'newline_delimited',
  objects: 'unstructured',
  list: 'array',
};

/** DuckDB's own; with less it reads smaller pieces at a time. */
const leastObjectBytes = 16 * 2 ** 20;

/** An object that is nearly as long as it may be is not read where it ends the file. */
function objectLimit(longestRecord: number): number {
  return Math.max(leastObjectBytes, 2 * longestRecord + 1024);
}

function groupScan(group: JsonGroup, { columns, labels }: JsonTable): string {
  const { files, layout, compression, longestRecord, isCopy } = group;
  const fields = columns.map(({ name, type }, place) => {
    return `${literal(isCopy ? copiedKey(place) : name)}: '${readType(type, isCopy)}'`;
  });
  const settings = [
    `columns = {${fields.join(', ')}}`,
    'auto_detect = false',
    `format = '${formats[layout]}'`,
    "records = 'true'",
    `compression = '${compression === 'none' ? 'uncompressed' : compression}'`,
    `maximum_object_size = ${objectLimit(longestRecord)}`,
    'hive_partitioning = false',
  ];
  const own = columns.map(({ name, type }, place) => {
    return `${valueSql(`c${place}`, type, isCopy)} AS ${identifier(name)}`;
  });
  const made = labelColumns(labels, group.labels);
  const paths = files.map(({ path }) => literal(globSafe(path)));
  const aliases = columns.map((_, place) => `c${place}`);
  const call = `read_json([${paths.join(', ')}], ${settings.join(', ')})`;
  return `SELECT ${[...own, ...made].join(', ')} FROM ${call} AS t(${aliases.join(', ')})`;
}

const readAsSuch: ReadonlySet<string> = new Set(['BOOLEAN', 'BIGINT', 'HUGEINT', 'DOUBLE']);

function readType({ name }: JsonColumnType, isCopy: boolean): string {
  if (readAsSuch.has(name)) return name;
  return name === 'JSON' && !isCopy ? 'JSON' : 'VARCHAR';
}

function valueSql(field: string, type: JsonColumnType, isCopy: boolean): string {
  const { name, scale } = type;
  if (name === 'JSON') return isCopy ? `CAST(${field} AS JSON)` : field;
  if (name === 'VARCHAR' || readAsSuch.has(name)) return field;
  if (name === 'NULL' || name === 'DECIMAL') return exactValueSql(field, { name, scale });
  return `CAST(${field} AS ${name})`;
}
