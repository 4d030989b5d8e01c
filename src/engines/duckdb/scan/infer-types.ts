// Infers the types of a table's columns: from its first rows, or from all of them.
import type { CsvTable } from '../../../csv/csv-table.ts';
import type { ExactType } from '../../../csv/types/exact-types.ts';
import { narrowestType } from '../../../csv/types/exact-types.ts';
import type { RunSql } from '../database/run-sql.ts';
import { type ColumnTypes, fieldName, hasGivenType, textScan } from './csv-scan.ts';
import { inexactSql } from './exact-type-sql.ts';

export interface InferredTypes {
  readonly types: ColumnTypes;
  /** Null while not all rows were read. */
  readonly rowCount: number | null;
}

const maxSampledRows = 2_048;
const maxSampledCells = 400_000;
/** Expressions of one query: planning time grows faster than their number. */
const columnsPerQuery = 500;

export async function inferFromFirstRows(table: CsvTable, run: RunSql): Promise<InferredTypes> {
  const { texts, rowCount } = await readSample(table, run);
  const types = { columns: texts.map(narrowestType), areFromAllRows: rowCount !== null };
  return { types, rowCount };
}

/** The narrowest exact types of all rows; rejects with what DuckDB says of a record it cannot read. */
export async function inferFromAllRows(table: CsvTable, run: RunSql): Promise<InferredTypes> {
  const { texts, rowCount: sampled } = await readSample(table, run);
  const columns = texts.map(narrowestType);
  const rowCount = sampled ?? (await widenToAll({ table, run, texts, columns }));
  return { types: { columns, areFromAllRows: true }, rowCount };
}

interface SampledTexts {
  /** Values seen, for each column without a given type. */
  readonly texts: string[][];
  /** Known when the sample is the whole table. */
  readonly rowCount: number | null;
}

async function readSample(table: CsvTable, run: RunSql): Promise<SampledTexts> {
  const { rows, isWhole } = table.sample ?? (await queriedRows(table, run));
  const texts = table.columns.map((_, position) =>
    hasGivenType(table, position) ? [] : rows.map((row) => row[position]).filter(isText),
  );
  return { texts, rowCount: isWhole ? rows.length : null };
}

async function queriedRows(table: CsvTable, run: RunSql) {
  const fitting = Math.floor(maxSampledCells / table.columns.length);
  const rowLimit = Math.max(20, Math.min(maxSampledRows, fitting));
  const fields = table.columns.map((_, position) => fieldName(position)).join(', ');
  const rows = await run(`SELECT ${fields} FROM ${textScan(table)} LIMIT ${rowLimit}`);
  return { rows, isWhole: rows.length < rowLimit };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

interface Widening {
  readonly table: CsvTable;
  readonly run: RunSql;
  readonly texts: readonly string[][];
  /** Replaced where a value goes against it. */
  readonly columns: ExactType[];
}

/** Looks for values that are not exact in their column's type, widens it by them, and looks again. */
async function widenToAll({ table, run, texts, columns }: Widening): Promise<number> {
  const isOpen = (position: number) =>
    columns[position]?.name !== 'VARCHAR' && !hasGivenType(table, position);
  let open = columns.map((_, position) => position).filter(isOpen);
  let rowCount: number | null = null;
  while (rowCount === null || open.length > 0) {
    const batch = open.slice(0, columnsPerQuery);
    const [row = []] = await run(exceptionsSql(table, batch, columns));
    rowCount ??= Number(row[0]);
    const widened = batch.filter((position, index) => {
      const exceptions = row.slice(1 + 2 * index, 3 + 2 * index).filter(isText);
      const known = texts[position] ?? [];
      known.push(...exceptions);
      if (exceptions.length > 0) columns[position] = narrowestType(known);
      return exceptions.length > 0;
    });
    open = [...widened.filter(isOpen), ...open.slice(columnsPerQuery)];
  }
  return rowCount;
}

const anyText: ExactType = { name: 'VARCHAR', scale: 0 };

/** The number of rows, then the least and the greatest inexact text of each column: one may need a wider type. */
function exceptionsSql(
  table: CsvTable,
  positions: readonly number[],
  columns: readonly ExactType[],
): string {
  const inexact = positions.map((position) => {
    const s = fieldName(position);
    return `${inexactSql(s, columns[position] ?? anyText)} AS ${s}`;
  });
  const results = positions.map(fieldName).flatMap((s) => [`min(${s})`, `max(${s})`]);
  const checked = `SELECT ${['1 AS one', ...inexact].join(', ')} FROM ${textScan(table)}`;
  return `SELECT ${['count(*)', ...results].join(', ')} FROM (${checked})`;
}
