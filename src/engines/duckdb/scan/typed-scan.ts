// Writes the SQL that reads a table with the types of its columns, every value verified.
import type { CsvTable } from '../../../csv/csv-table.ts';
import { identifier } from '../../../sql-text.ts';
import { type ValueErrorKind, valueErrorSql } from '../errors/error-marks.ts';
import { fieldName, textScan } from './csv-scan.ts';
import { castSql, verifiedSql } from './exact-type-sql.ts';
import { givenSql } from './given-type-sql.ts';
import { type ColumnTypes, hasGivenType } from './infer-types.ts';

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
      if (given !== null) return givenSql(s, given, csv.options, stop('given'));
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
