// The types of a table's columns: guessed from its first rows, proven on all of them, verified in every scan.

import { identifier } from '../../sql-text.ts';
import type { CsvTable, RunSql } from '../csv-table.ts';
import { fieldName, textScan } from '../scan-sql.ts';
import { castSql, type ExactType, inexactSql, verifiedSql } from './exact-types.ts';
import { givenSql } from './given-types.ts';
import { narrowestType } from './narrowest-type.ts';

export type { RunSql } from '../csv-table.ts';

export interface ColumnTypes {
  readonly columns: readonly ExactType[];
  /** Every value of the files is known to be exact in these types. */
  readonly areProven: boolean;
}

export interface ProvenTypes {
  readonly types: ColumnTypes;
  readonly rowCount: number;
}

const maxSampledRows = 2_048;
const maxSampledCells = 400_000;
/** Expressions of one query: planning time grows faster than their number. */
const columnsPerQuery = 500;

/** From the first rows only. */
export async function guessTypes(table: CsvTable, run: RunSql): Promise<ColumnTypes> {
  const { texts, rowCount } = await readSample(table, run);
  return { columns: texts.map(narrowestType), areProven: rowCount !== null };
}

/** The narrowest exact types, from all rows; rejects with what DuckDB says of a record it cannot read. */
export async function proveTypes(table: CsvTable, run: RunSql): Promise<ProvenTypes> {
  const { texts, rowCount: sampled } = await readSample(table, run);
  const columns = texts.map(narrowestType);
  const rowCount = sampled ?? (await widenToAll({ table, run, texts, columns }));
  return { types: { columns, areProven: true }, rowCount };
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

function hasGivenType(table: CsvTable, position: number): boolean {
  return (table.givenTypes[position] ?? null) !== null;
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

/** The number of rows, then the least and the greatest inexact text of each column: one may need a wider type. */
function exceptionsSql(
  table: CsvTable,
  positions: readonly number[],
  columns: readonly ExactType[],
): string {
  const inexact = positions.map((position) => {
    const s = fieldName(position);
    return `${inexactSql(s, columns[position] ?? anything)} AS ${s}`;
  });
  const results = positions.map(fieldName).flatMap((s) => [`min(${s})`, `max(${s})`]);
  const checked = `SELECT ${['1 AS one', ...inexact].join(', ')} FROM ${textScan(table)}`;
  return `SELECT ${['count(*)', ...results].join(', ')} FROM (${checked})`;
}

const anything: ExactType = { name: 'VARCHAR', scale: 0 };

/**
 * SELECT whose columns have their types. A value that is not exact in its column's type stops the query with an
 * error for `isTypeViolation`, or for `describeCsvFault` where the call gave the type.
 */
export function typedScan(table: CsvTable, types: ColumnTypes): string {
  const columns = table.columns.map((name, position) => {
    const s = fieldName(position);
    const given = table.givenTypes[position] ?? null;
    const value =
      given === null
        ? inferred(s, position, types)
        : givenSql(s, given, table.options, misfit(position, s));
    return `${value} AS ${identifier(name)}`;
  });
  return `SELECT ${columns.join(', ')} FROM ${textScan(table)}`;
}

/**
 * SELECT of a table that holds the rows of `typedScan`. A column without any value stays without a type, so that
 * it compares with everything; stored, it has become INTEGER.
 */
export function storedScan(table: CsvTable, types: ColumnTypes, relation: string): string {
  const columns = table.columns.map((name, position) => {
    const isUntyped = types.columns[position]?.name === 'NULL' && !hasGivenType(table, position);
    return isUntyped ? `NULL AS ${identifier(name)}` : identifier(name);
  });
  return `SELECT ${columns.join(', ')} FROM ${relation}`;
}

function inferred(s: string, position: number, { columns, areProven }: ColumnTypes): string {
  const type = columns[position] ?? anything;
  return areProven ? castSql(s, type) : verifiedSql(s, type, violation(position, s));
}

const violationMark = 'pathql: not exact in its type: column ';
/** Before the position of the column and the value. */
export const misfitMark = 'pathql: does not fit the given type: column ';

function violation(position: number, s: string): string {
  return `error('${violationMark}${position}, value ' || ${s})`;
}

function misfit(position: number, s: string): string {
  return `error('${misfitMark}${position}, value ' || ${s})`;
}

export function isTypeViolation(engineMessage: string): boolean {
  return engineMessage.includes(violationMark);
}
